"""The options of pages: one frozen object in each command that opens one, and none for a board in a file."""

from dataclasses import FrozenInstanceError, dataclass, fields
from pathlib import Path
from typing import Any

import click
import pytest

from player.cli.main import cli
from player.cli.options import gathered
from player.cli.page_options import PageOptions
from tests.support.commands import Player

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
