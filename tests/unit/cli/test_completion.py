"""Completion, and the manual page: what the commands and their options are said to do."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Self

import click
import pytest

from player.cli.command import COMPLETE_VARIABLE
from player.cli.completion import escaped, page
from player.cli.main import cli
from player.files import SELECTORS
from player.games import GAMES
from tests.support.commands import Player, loading
from tests.support.documents import ROOT

SITES = """
sites:
  mine: {games: {zip: {boards: {small: /1, large: /2}}, tango: {boards: {large: /3, odd: /4}}}}
  other: {games: {zip: {}}}
"""


@pytest.fixture
def completed(player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Completed":
    (tmp_path / "mine.yaml").write_text(SITES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return Completed(player, monkeypatch)


class Completed:
    """The words that a line may end in; `<file>` stands for files."""

    def __init__(self, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
        self._player, self._monkeypatch = player, monkeypatch

    def __call__(self, line: str) -> list[str]:
        self._monkeypatch.setenv(COMPLETE_VARIABLE, "bash_complete")
        self._monkeypatch.setenv("COMP_WORDS", f"player {line}")
        self._monkeypatch.setenv("COMP_CWORD", str(len(f"player {line}|".split()) - 1))
        code, out, err = self._player()
        assert (code, err) == (0, "")
        items = [item.split(",", 1) for item in out.split()]
        return [value if kind == "plain" else f"<{kind}>" for kind, value in items]


LINES = [
    ("com", ["completion"]),
    ("history ex", ["export"]),
    ("play --any", ["--any-solution"]),
    ("play ", list(GAMES)),
    ("play t", ["tango"]),
    ("play zip tango ", [game for game in GAMES if game not in {"zip", "tango"}]),
    ("play quens ", list(GAMES)),
    ("explain wen", ["<file>", "wend"]),
    ("solve ", ["<file>"]),
    ("play --offline r", ["<file>", "replica"]),
    ("play --site l", ["linkedin"]),
    ("login --site l", ["linkedin"]),
    ("play --selectors mine.yaml --site ", ["mine", "other"]),
    ("play --selectors missing.yaml --site ", []),
    ("play --board ", []),
    ("play --selectors mine.yaml --site mine --board ", ["small", "large", "odd"]),
    ("play tango --selectors mine.yaml --site mine --board ", ["large", "odd"]),
    ("explain zip --selectors mine.yaml --site mine --board ", ["small", "large"]),
    ("play --selectors mine.yaml --site nowhere --board ", []),
]


def test_a_line_is_completed(completed: Completed) -> None:
    for line, words in LINES:
        assert completed(line) == words, line
    from player.browser.selectors.loader import load  # noqa: PLC0415  # its import would hide that completion has none

    assert completed("play --site ") == list(load(SELECTORS).sites)


@pytest.mark.parametrize("content", [b"\xff", b"sites: [", b"- 1", b"sites: {a: 1}", b"[" * 500, b""], ids=len)
def test_a_file_that_is_no_selectors_file_completes_nothing(completed: Completed, content: bytes) -> None:
    Path("mine.yaml").write_bytes(content)
    assert completed("play --selectors mine.yaml --board ") == []


@pytest.mark.parametrize("asked", ["bash_complete", "bash_", "tcsh_complete", "x"])
def test_what_no_shell_asks_is_answered_with_silence(
    player: Player, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setenv(COMPLETE_VARIABLE, asked)
    monkeypatch.delenv("COMP_WORDS", raising=False)
    assert player() == (1, "", "")


def test_completion_loads_nothing_heavy() -> None:
    asked = {COMPLETE_VARIABLE: "bash_complete", "COMP_WORDS": "player play --site lin", "COMP_CWORD": "3"}
    out, loaded = loading(**asked)
    assert (out.startswith("plain,lin"), loaded) == (True, "['yaml']\n")


#: For each shell: how it starts without its user's files, and a line that loads the script and sets the prompt.
SHELLS = {
    "bash": (["--norc", "--noprofile", "-i"], "PS1='re''ady>'; . ./script"),
    "zsh": (["-f", "-i"], "PS1='re''ady>'; autoload -U compinit; compinit -D -u; . ./script"),
    "fish": (["--no-config", "-i"], "function fish_prompt; echo -n re''ady'>'; end; . ./script"),
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_a_line_typed_with_tabs_is_completed_by_the_shell(player: Player, tmp_path: Path, shell: str) -> None:
    found = shutil.which(shell)
    if not found:
        pytest.skip(f"no {shell} here")
    (tmp_path / "script").write_text(player("completion", shell).out, encoding="utf-8")
    # The command under test; what it is called with when the line ends is kept.
    command = tmp_path / "player"
    run = f'"{sys.executable}" -c "from player.cli.main import main; main()"'
    lines = [
        "#!/bin/sh",
        f'[ -n "${COMPLETE_VARIABLE}" ] && exec {run} "$@"',
        'printf "%s " "$@" > typed',
        "echo en''ded",
    ]
    command.write_text("\n".join(lines), encoding="utf-8")
    command.chmod(0o755)
    arguments, prepared = SHELLS[shell]
    with Typed([found, *arguments], tmp_path) as typed:
        typed.type(f"{prepared}\n", until="ready>")
        # A shell may draw the line in pieces, and leave a space out: only what it runs in the end is compared.
        typed.type("player expl\tmin\t\n", until="ended")
    assert (tmp_path / "typed").read_text(encoding="utf-8") == "explain mini-sudoku "


#: Starts a program in a session of its own, whose terminal is standard input.
IN_TERMINAL = (
    "import fcntl, os, sys, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)


#: Seconds without a sign of the shell after which it hangs.
SILENCE_S = 30


class Typed:
    """A program in a terminal of its own, in which somebody types."""

    def __init__(self, command: list[str], home: Path) -> None:
        self._ours, theirs = pty.openpty()
        kept = {key: value for key, value in os.environ.items() if key in {"PYTHONPATH", "LANG"}}
        path = f"{home}{os.pathsep}{os.environ['PATH']}"
        self._process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=home,
            env={**kept, "PATH": path, "HOME": str(home), "TERM": "dumb", "XDG_RUNTIME_DIR": str(home)},
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._ours)  # its terminal is gone: a shell ends
        self._process.terminate()
        self._process.wait(timeout=10)

    def type(self, keys: str, until: str) -> None:
        """Type, and read what is shown until `until` is."""
        os.write(self._ours, keys.encode())
        shown = ""
        while until not in shown:
            assert select.select([self._ours], [], [], SILENCE_S)[0], f"the shell shows no more than {shown!r}"
            try:
                shown += os.read(self._ours, 4096).decode(errors="replace")
            except OSError:  # Linux's end of a terminal
                raise AssertionError(f"the shell ended: {shown!r}") from None


# The manual page


KEPT = ROOT / "docs" / "player.1"


def test_the_kept_page_is_that_of_the_commands(player: Player) -> None:
    code, out, err = player("man")
    assert (code, err) == (0, "")
    assert out == KEPT.read_text(encoding="utf-8"), "type `player man > docs/player.1`"


@pytest.mark.parametrize("lint", [["groff", "-man", "-Tutf8", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "error"]])
def test_no_program_that_shows_the_page_sees_a_fault(lint: list[str]) -> None:
    if not shutil.which(lint[0]):
        pytest.skip(f"no {lint[0]} here")
    done = subprocess.run([*lint, KEPT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not shutil.which("groff"), reason="no groff here")
def test_hostile_help_is_shown_as_it_is_written() -> None:
    """Text with all that roff gives a meaning to."""
    hostile = ".SH 'a' \\fB `b` -- ^~ \u00e9 \\(aq \"c\" %d"

    @click.group(help=f"{hostile}\n\n\b\n.one  line\n'another\n\n'Last {hostile}")
    @click.option("--none", hidden=True)
    @click.option("--size", metavar="'N", help=hostile)
    def group() -> None: ...

    @group.command("in.ner", help=".Inner.")
    def inner() -> None: ...

    shown = subprocess.run(
        [shutil.which("groff") or "", "-man", "-Tutf8", "-ww", "-rLL=400n", "-P-cbou"],
        input=page(group),
        capture_output=True,
        text=True,
        check=True,
    )
    assert shown.stderr == ""
    lines = [" ".join(line.split()) for line in shown.stdout.splitlines()]
    assert [line for line in lines if "%d" in line] == [hostile, f"'Last {hostile}", hostile]
    assert {".one line", "'another", "--size 'N", "player in.ner", ".Inner."} <= {*lines}
    assert "--none" not in shown.stdout


def test_a_line_that_begins_like_a_request_is_none() -> None:
    assert [escaped(text) for text in (".x", "'x", "\\x")] == ["\\&.x", "\\(aqx", "\\ex"]


def test_every_command_and_option_has_its_place() -> None:
    text = KEPT.read_text(encoding="utf-8").replace("\\-", "-")
    assert re.findall(r"^\.SS player (\S+)$", text, re.MULTILINE) == sorted(cli.commands)
    part = text.partition(".SS player history\n")[2].partition(".SS player learn\n")[0]
    assert ".SS player history export\n" in part
    for option in ("--game GAME", "--since DATE", "--html FILE|-", "--to PATH"):
        assert f"\\fB{option}\\fR" in part
