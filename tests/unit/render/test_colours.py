"""Colour is for terminals whose user wants it."""

import io
import re

import pytest

from player.games import GAMES
from player.nqueens.model import N_QUEENS, Board
from player.render.terminal import PlainConsole
from tests.support.solved import SOLVED

#: A sequence that sets a colour, of the letters or of the ground.
COLOUR = re.compile("\x1b\\[[0-9;]*\\b[34][0-8]\\b[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed(stream: io.StringIO) -> str:
    """All games with colours of their own, as one of the player's commands prints them."""
    console = PlainConsole(stream)
    for game, board, solution in SOLVED:
        if game in {"queens", "zip", "tango", "patches"}:
            console.print(GAMES[game].text(board, solution))
    console.print(N_QUEENS.text(Board(6), ()))
    return stream.getvalue()


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")


def test_a_terminal_gets_colours() -> None:
    assert len(set(COLOUR.findall(printed(Terminal())))) > 6


def test_no_color_takes_them_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert not COLOUR.search(printed(Terminal()))


def test_a_pipe_gets_the_characters_alone() -> None:
    assert "\x1b" not in printed(io.StringIO())
