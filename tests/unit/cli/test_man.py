"""The manual page: current, complete, and without a fault that groff or mandoc sees."""

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from player.cli.completion import escaped, page
from player.cli.main import cli
from tests.support.commands import Player
from tests.support.documents import ROOT

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
    for option in ("--game GAME", "--since DATE", "--html FILE", "--to FILE"):
        assert f"\\fB{option}\\fR" in part


def test_the_wheel_has_the_page_where_man_finds_it() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"{KEPT.relative_to(ROOT)}" = "share/man/man1/{KEPT.name}"' in project
    assert Path(KEPT).is_file()
