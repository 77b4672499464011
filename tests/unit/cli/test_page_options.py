"""The options of pages: one frozen object in each command that opens one, and none for a board in a file."""

import errno
import json
import os
import sys
from contextlib import nullcontext
from dataclasses import FrozenInstanceError, dataclass, fields
from pathlib import Path
from typing import Any

import click
import pytest

from player.browser.selectors.loader import load
from player.cli.main import cli
from player.cli.options import gathered
from player.cli.page_options import PageOptions
from player.cli.sites import _typed, owner
from player.files import SELECTORS
from player.playing import SightMode
from tests.support.browser_commands import one_line
from tests.support.commands import Player

pytestmark = pytest.mark.usefixtures("state")

NAMES = {one.name for one in fields(PageOptions)}
#: The commands that open pages: those with a board to read on a guest's page, and the others.
READING = ("play", "read", "draw", "explain", "record", "nightly")
OTHERS = ("doctor", "coach", "demo")
#: A value of each option that takes one.
VALUES = {
    "site": "linkedin",
    "url": "http://127.0.0.1:8000/",
    "board": "weekly",
    "number": "1234567",
    "offline": "replica",
    "generation": "sdui",
    "slow_mo": "5",
    "browser": "chromium",
    "selectors": "mine.yaml",
    "account": "guest",
    "session": "mine.json",
    "cdp": "http://127.0.0.1:9222",
    "connect": "ws://127.0.0.1:3000/",
    "read_as": "guest",
    "engine": "firefox",
    "sight": "only",
}


def options(command: str) -> dict[str, click.Option]:
    return {str(one.name): one for one in cli.commands[command].params if isinstance(one, click.Option)}


def test_a_command_that_opens_a_page_has_all_options_of_pages() -> None:
    for command in READING + OTHERS:
        assert NAMES - options(command).keys() == ({"read_as"} if command in OTHERS else set()), command


@pytest.mark.parametrize("command", ["draw", "explain"])
def test_an_option_of_pages_is_refused_for_a_board_in_a_file(player: Player, tmp_path: Path, command: str) -> None:
    (board := tmp_path / "board.json").write_text("{}", encoding="utf-8")
    for name in sorted({*NAMES, "sight"}):
        option = options(command)[name]
        spelt = option.opts[0]
        code, said = player.refuses(command, board, spelt, *([] if option.is_flag else [VALUES[name]]))
        assert code == 2
        assert said.startswith(f"{spelt} is where a GAME is: the board is in {board} ")


def test_a_default_of_a_page_is_no_option_of_it(player: Player, tmp_path: Path) -> None:
    """Defaults are not refused: the file is read, and the error is in it."""
    (board := tmp_path / "board.json").write_text("{}", encoding="utf-8")
    assert player.refuses("draw", board, "--deadline", "5")[0] == 65


@dataclass(frozen=True, slots=True)
class Pace:
    """Two options of the command below."""

    quick: bool
    rest: int = 7


def test_options_that_belong_together_come_as_one_frozen_object() -> None:
    got: list[dict[str, Any]] = []

    @click.command()
    @gathered("pace", Pace)
    @click.option("--quick", is_flag=True)
    @click.option("--other", is_flag=True)
    def command(**values: Any) -> None:
        got.append(values)

    command.main(["--quick"], standalone_mode=False)
    assert got == [{"pace": Pace(quick=True), "other": False}]
    with pytest.raises(FrozenInstanceError):
        got[0]["pace"].rest = 1


# Options of --screen


@pytest.mark.parametrize(
    ("line", "told"),
    {
        "the address of a page": ("play --screen --url http://a.test/", "--url has no meaning with --screen"),
        "pages from files": ("play --screen --offline replica", "--offline has no meaning with --screen"),
        "the second witness": ("play --screen --sight off", "--sight has no meaning with --screen"),
        "pictures": ("read --screen --image", "--image has no meaning with --screen"),
        "records of a reading": ("read --screen --headed", "--headed has no meaning with --screen"),
        "two games to play": ("play --screen zip tango", "--screen is for one game: leave out tango"),
        "two games to read": ("read --screen zip tango", "--screen is for one game: leave out tango"),
        "an unknown game": ("read --screen chess", "unknown game 'chess'"),
        "an empty title": ("read --screen --window=", "--window is empty"),
        "a window without --screen": ("read zip --window Games", "--window goes with --screen"),
        "a window to play in without --screen": ("play --window Games", "--window and --won go with --screen"),
        "a word without --screen": ("play --won SOLVED", "--window and --won go with --screen"),
        "a word in small letters": ("play --screen --won solved", "'solved' is not one word of three or more capitals"),
        "two words": ("play --screen --won=WELL-DONE", "'WELL-DONE' is not one word"),
    }.values(),
)
def test_options_that_do_not_go_together_are_refused(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = Player(capsys)(*line.split())
    assert (code, out, one_line(err)) == (2, "", True)
    assert told in err


def test_without_a_display_no_game_is_recorded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for extra in ("cv2", "mss", "Xlib"):
        pytest.importorskip(extra, reason="the extra screen is not installed")
    monkeypatch.delenv("DISPLAY", raising=False)
    code, out, err = Player(capsys)("play", "--screen", "--json", "-")
    assert (code, one_line(err)) == (75, True)
    assert [json.loads(one)["event"] for one in out.splitlines()] == ["run_start", "run_end"]
    assert json.loads(out.splitlines()[-1])["exit"] == 75


# Nights on several sites


def sites(folder: Path, text: str) -> Path:
    (file := folder / "sites.toml").write_text(text, encoding="utf-8")
    return file


def test_a_site_without_its_session_is_reported_and_notified(player: Player, tmp_path: Path) -> None:
    file = sites(tmp_path, "[[site]]\nname = 'linkedin'\ngames = ['zip']\nsession = 'gone.json'\n")
    heard, report = tmp_path / "heard.json", tmp_path / "report"
    write = f"{sys.executable} -c \"import sys; open('{heard}', 'w').write(sys.stdin.read())\""
    code, _, err = player("nightly", "--sites", file, "--report", report, "--on-failure", write)
    assert code == 77
    assert "Traceback" not in err
    (line,) = [json.loads(line) for line in (report / "results.jsonl").read_text().splitlines()]
    assert (line["game"], line["outcome"]) == ("zip", "unplayed")
    assert f"the session file {tmp_path / 'gone.json'} is not there" in line["message"]
    said = json.loads(heard.read_text())
    assert (said["change"], said["games"]) == ("failed", {"the night": "won", "linkedin zip": "needs a person"})


@pytest.mark.parametrize(
    ("options", "said"),
    {
        "one site": (["--browsers", "2"], "--browsers is for several sites: name them in the FILE of --sites"),
        "none": (["--browsers", "0"], "0 is not in the range x>=1"),
        "a person's browser": (
            ["--sites", "plain.toml", "--cdp", "http://127.0.0.1:9222", "--browsers", "2"],
            "--cdp is one browser: leave out --browsers, or name servers in the FILE of --sites",
        ),
        "servers and another": (
            ["--sites", "servers.toml", "--connect", "ws://127.0.0.1:1"],
            "the FILE of --sites names servers: leave out --cdp, --connect, --browser and --headed",
        ),
    }.values(),
)
def test_browsers_that_exclude_each_other_are_a_wrong_command_line(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    site = "[[site]]\nname = 'linkedin'\n"
    (tmp_path / "plain.toml").write_text(site, encoding="utf-8")
    (tmp_path / "servers.toml").write_text(f"[[server]]\nconnect = 'ws://127.0.0.1:3000'\n{site}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    code, out, err = player("nightly", *options)
    assert (code, out) == (2, "")
    assert said in err


def test_an_address_of_a_server_that_is_none_is_named_with_its_place(player: Player, tmp_path: Path) -> None:
    file = sites(tmp_path, "[[server]]\ncdp = 'file:///etc'\n[[site]]\nname = 'linkedin'\n")
    code, said = player.refuses("nightly", "--sites", file)
    assert code == 78
    assert said.startswith(f"{file}: server 1: 'file:///etc' is no address such as http://127.0.0.1:9222")


def test_a_session_is_played_with_on_one_of_its_sites_at_a_time_and_guests_on_each(tmp_path: Path) -> None:
    assert owner("me", "linkedin", tmp_path / "me.json") == owner("me", "mirror", tmp_path / "me.json")
    assert owner("guest", "linkedin", None) != owner("guest", "mirror", None)


def test_the_processes_of_a_night_get_the_options_as_they_were_typed() -> None:
    typed = ["--slow-mo", "5.0", "--no-ahead", "--any-solution", "--verbose"]
    command = cli.commands["nightly"]
    with command.make_context("nightly", [*typed, "--sites", "sites.toml", "--json", "-"]):
        assert sorted(_typed()) == sorted([*typed[:-1], "-v"])


@pytest.mark.parametrize("games", [[], ["zip"]], ids=["all games", "a game by its name"])
def test_the_selectors_are_loaded_while_the_browser_starts(monkeypatch: pytest.MonkeyPatch, games: list[str]) -> None:
    loaded: list[str] = []

    def noted(_file: Path | None, name: str) -> Any:
        loaded.append(name)
        return load(SELECTORS).site(name)

    monkeypatch.setattr("player.browser.launch.started_early", lambda _options: nullcontext())
    monkeypatch.setattr("player.cli.page_options.site_in", noted)
    with PageOptions().started(games, SightMode.OFF):
        assert loaded == ["linkedin"]


@pytest.mark.parametrize("module", ["player.run", "player.no_such_module"])
def test_an_error_beside_the_start_of_the_browser_is_left_to_where_the_part_is_needed(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    def out_of_files(*_: object) -> Any:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    early: Any = object()
    monkeypatch.setattr("player.browser.launch.started_early", lambda _options: nullcontext(early))
    if module == "player.run":
        monkeypatch.setattr("player.cli.page_options.site_in", out_of_files)
    monkeypatch.setattr("player.sight.witness.prepare", out_of_files)
    with PageOptions().started([], SightMode.AUTO, module) as started:
        assert started is early
