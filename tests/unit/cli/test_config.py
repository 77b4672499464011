"""Defaults that last: of the settings file and of variables, what comes before what, and what is wrong with them."""

import json
import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from player.cli.command import CONFIG_VARIABLE, SETTINGS, VARIABLES, Option, long_name
from player.cli.completion import inner
from player.cli.config import example, read
from player.cli.main import cli
from tests.support.commands import Player, end, start

ROOT = click.Context(cli, info_name="player", **cli.context_settings)
NAMES = {"", *cli.commands}


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Write the settings file, and let it be the one."""

    def write(text: str) -> Path:
        file = tmp_path / "config.toml"
        file.write_text(text, encoding="utf-8")
        monkeypatch.setenv(CONFIG_VARIABLE, str(file))
        return file

    return write


def values(*arguments: str) -> dict[str, Any]:
    """Return what a command gets; it is not run."""
    name, *others = arguments
    command = cli.commands[name]
    with command.make_context(name, others, parent=ROOT) as context:
        return dict(context.params)


def test_an_option_comes_before_a_variable_that_before_the_file_and_a_section_before_its_general_part(
    settings: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert values("play")["deadline"] == values("nightly")["deadline"] == 300
    settings('deadline = 10\nheaded = true\nahead = false\n[nightly]\ndeadline = 20.5\nnotify = ["@file"]\n')
    assert {name: values("play")[name] for name in ("deadline", "headed", "ahead")} == {
        "deadline": 10,
        "headed": True,
        "ahead": False,
    }
    assert (values("coach", "zip")["deadline"], values("solve", "x")["deadline"]) == (10, 10)
    monkeypatch.setenv("PLAYER_AHEAD", "1")
    monkeypatch.setenv("PLAYER_DEADLINE", "30")
    monkeypatch.setenv("PLAYER_HEADED", "")  # as if it were not set
    found = values("play")
    assert (found["deadline"], found["ahead"], found["headed"]) == (30, True, True)
    assert values("play", "--deadline", "40", "--no-ahead")["deadline"] == 40
    assert values("play", "--no-ahead")["ahead"] is False


def test_a_section_is_for_its_command_and_for_those_in_it(settings: Callable[[str], Path]) -> None:
    settings('[read]\nsight = "off"\nas = "member"\n[fixture]\nslow-mo = 5\n')
    assert values("read", "zip")["sight"] == "off"
    assert values("read", "zip")["account"] == "member"
    assert values("play")["sight"] == "auto"
    fixture = cli.commands["fixture"]
    assert isinstance(fixture, click.Group)
    parent = click.Context(fixture, parent=ROOT, info_name="fixture")
    with fixture.commands["add"].make_context("add", ["run.zip"], parent=parent) as context:
        assert context.params["slow_mo"] == 5


@pytest.mark.parametrize(
    ("text", "plain", "typed", "given_up"),
    [
        ('offline = "replica"', ["play", "zip"], ["--url", "http://127.0.0.1:1/x"], "offline"),
        ('as = "member"', ["play"], ["--cdp", "http://127.0.0.1:1"], "account"),
        ('storage-state = "s.json"', ["play"], ["--as", "guest"], "session"),
        ("verbose = true", ["solve", "x"], ["--quiet"], "verbose"),
        ('sites = "sites.toml"', ["nightly"], ["--part"], "sites"),
    ],
    ids=["an address", "a browser of ones own", "a guest", "quiet", "a part of a night"],
)
def test_what_is_typed_excludes_a_setting(
    settings: Callable[[str], Path], text: str, plain: list[str], typed: list[str], given_up: str
) -> None:
    settings(text)
    assert values(*plain)[given_up]
    assert not values(*plain, *typed)[given_up]


def test_two_settings_that_exclude_each_other_are_refused_with_their_places(
    player: Player, settings: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings("trace = true")
    code, line = player.refuses("play", "zip", "--offline", "replica")
    assert (code, f"(--trace is from {file})" in line) == (2, True)
    monkeypatch.setenv("PLAYER_TRACE", "yes")
    assert "(--trace is from PLAYER_TRACE)" in player.refuses("play", "zip", "--offline", "replica")[1]


WRONG = {
    "no TOML": ("a = ", 78, ": not TOML: "),
    "no text": ("\udcff", 78, ": not UTF-8 text"),
    "a misspelt name": ("offlin = 'replica'", 78, "there is no setting 'offlin': did you mean 'offline'?"),
    "an option that is used once": ("url = 'http://a.example/'", 78, "there is no setting 'url': "),
    "a misspelt command": ("[nigtly]", 78, "there is no command [nigtly]: did you mean 'nightly'?"),
    "a misspelt name of a command": ("[play]\ndedline = 1", 78, "[play] there is no setting 'dedline'"),
    "a setting of another command": ("[solve]\nlinks = true", 78, "solve has no setting 'links': "),
    "no number": ("deadline = 'soon'", 78, "deadline: 'soon' is no number from 0.01 to 100000000"),
    "no switch": ("quiet = 1", 78, "quiet is true or false, not 1"),
    "a switch": ("deadline = true", 78, "deadline is SECONDS, not true"),
    "a date": ("deadline = 2026-01-01", 78, "deadline is a text or a number"),
}


@pytest.mark.parametrize(("text", "code", "said"), WRONG.values(), ids=WRONG)
def test_a_mistake_in_the_file_is_one_line_with_its_place(
    player: Player, settings: Callable[[str], Path], text: str, code: int, said: str
) -> None:
    file = settings("")
    file.write_bytes(text.encode(errors="surrogateescape"))
    for command in (["solve", "board.json"], ["config"]):
        found, line = player.refuses(*command)
        assert (found, said in line) == (code, True), line
        assert str(file) in line


def test_a_mistake_in_a_variable_is_one_line(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLAYER_DEADLINE", "soon")
    for command in ("play", "config"):
        code, line = player.refuses(command)
        assert (code, "PLAYER_DEADLINE: 'soon' is no number from 0.01" in line) == (2, True)
    monkeypatch.delenv("PLAYER_DEADLINE")
    monkeypatch.setenv("PLAYER_OFLINE", "replica")
    code, line = player.refuses("play")
    assert (code, line.partition(" (")[0]) == (
        2,
        "PLAYER_OFLINE is no variable of the player: did you mean PLAYER_OFFLINE?",
    )
    monkeypatch.delenv("PLAYER_OFLINE")
    monkeypatch.setenv("PLAYER_ONE", "of another program")
    assert player("config").code == 0


def test_a_file_that_is_named_has_to_be_there(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "none.toml"))
    assert player.refuses("solve", "x") == (66, f"the settings file {tmp_path}/none.toml is not there: check the path")
    assert player("play", "--help").code == 0


def test_config_shows_what_differs_and_where_it_comes_from(
    player: Player, settings: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = settings('deadline = 300\nsite = "shikaku"\n[nightly]\nnotify = ["ntfys://a-secret"]\nas = "guest"\n')
    monkeypatch.setenv("PLAYER_SITE", "sudoku")
    monkeypatch.setenv("PLAYER_HEADED", "0")
    code, out, err = player("config")
    assert (code, err) == (0, "")
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        'headed = "0" PLAYER_HEADED',
        'site = "sudoku" PLAYER_SITE',
        f"deadline = 300 {file}",  # the default of demo is another
        f'site = "shikaku" {file} (the variable comes before it)',
        f'[nightly] notify = ["ntfys://..."] {file}',
        f'[nightly] as = "guest" {file}',
        f"the settings file is {file}",
    ]
    data = json.loads(player("config", "--json").out)
    assert (data["schema"], data["file"]) == (1, str(file))
    assert {"command": "nightly", "setting": "as", "value": "guest", "from": str(file)} in data["settings"]


def test_config_writes_an_example_in_which_every_setting_is_valid(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new" / "config.toml"
    monkeypatch.setenv(CONFIG_VARIABLE, str(file))
    assert player("config", "--init") == (0, f"the settings file is {file}\n", "")
    assert player("solve", "x").code == 66  # the file is read, and all in it is a comment
    assert read(file, NAMES) == []
    assert player("config", "--init").code == 73
    file.write_text(re.sub(r"^#(?! )", "", example(ROOT), flags=re.MULTILINE), encoding="utf-8")
    assert set(tomllib.loads(file.read_text())) == SETTINGS | VARIABLES.keys() | {"nightly"}
    assert [(one.name, one.value) for one in read(file, NAMES) if one.command == "nightly"] == [("as", "member")]


def test_the_variables_of_the_player_may_stand_in_the_file(
    settings: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    settings(f'state = "{tmp_path}"\npatterns = true\nbrowser = "~/chrome"\n')
    with cli.commands["history"].make_context("history", [], parent=ROOT):
        assert {name: os.environ.get(name) for name in VARIABLES.values()} == {
            "PLAYER_STATE": str(tmp_path),
            "PLAYER_PATTERNS": "1",
            "PLAYER_BROWSER": str(Path("~/chrome").expanduser()),
            "PLAYER_WORDS": None,
        }
    assert "PLAYER_PATTERNS" not in os.environ
    monkeypatch.setenv("PLAYER_PATTERNS", "0")
    with cli.commands["history"].make_context("history", [], parent=ROOT):
        assert os.environ["PLAYER_PATTERNS"] == "0"


def test_a_settings_file_in_the_folder_of_the_system_counts(tmp_path: Path) -> None:
    (tmp_path / "player").mkdir()
    (tmp_path / "player" / "config.toml").write_text("quiet = 'no'", encoding="utf-8")
    if sys.platform == "linux":
        assert end(start("solve", "x", PLAYER_CONFIG="", XDG_CONFIG_HOME=str(tmp_path))).code == 78
    assert end(start("solve", "x", XDG_CONFIG_HOME=str(tmp_path))).code == 66  # os.devnull: no file


#: Options that say what is done once, or where one result goes: no default of them lasts.
ONCE = """
all at board check copy count dimacs force game gif greedy groups har hardest help-all html id image init install
learn line name over over-cdp page part path pdf png publish puzzlink read read-only rotated screen seed serve shape
since smtlib steps svg table to total uninstall url version video window with-page won
"""


def test_each_option_has_a_default_that_lasts_or_is_used_once() -> None:
    options = [one for at in (ROOT, *inner(ROOT)) for one in at.command.params if isinstance(one, click.Option)]
    names = {long_name(one) for one in options if getattr(one, "panel", "") != "New boards"}
    assert names - SETTINGS - VARIABLES.keys() == {*ONCE.split()}
    lasting = {long_name(one): one.envvar for one in options if isinstance(one, Option) and one.envvar}
    assert lasting == {name: f"PLAYER_{name.upper().replace('-', '_')}" for name in SETTINGS}


def test_a_file_of_records_lasts_for_what_plays_and_not_for_what_prints(
    settings: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings('json = "runs.jsonl"')
    assert (values("play")["json_target"], values("history")["json_target"]) == ("runs.jsonl", None)
    monkeypatch.setenv("PLAYER_JSON", "all.jsonl")
    assert (values("nightly")["json_target"], values("read", "zip")["json_target"]) == ("all.jsonl", None)
