"""A flash of the whole board or a dialog after the last move, and nothing of the kind before, tells of a win."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, repeat
from typing import Any

import numpy as np
import pytest

from player.boards.board_json import board_of
from player.games.grid import Cell, cells
from player.playing.desktop import signs
from player.playing.desktop.board import Placed
from player.playing.desktop.screen import Area, Host
from player.playing.desktop.signs import Signs
from player.sight import words
from player.sight.reading import Grid, Reading

SIDE, PLAIN = 10, (128, 128, 128)
#: Blue, green, red.
WHITE, RED, GREEN = (255, 255, 255), (40, 40, 230), (20, 240, 30)
EVERY = [*cells(4, 4)]


def picture(colour: tuple[int, int, int] = PLAIN, on: Sequence[Cell] = ()) -> Any:
    pixels = np.full((4 * SIDE, 4 * SIDE, 3), PLAIN, np.uint8)
    for at in on:
        pixels[at.row * SIDE : (at.row + 1) * SIDE, at.col * SIDE : (at.col + 1) * SIDE] = colour
    return pixels


class Pictures:
    """A screen that shows some pictures one after the other, and the last one from then on."""

    def __init__(self) -> None:
        self.opened: set[int] = set()
        self.next: Iterator[Any] = repeat(picture())

    def show(self, *pictures: Any) -> None:
        self.next = chain(pictures, repeat(pictures[-1]))

    def pixels(self, _: Area) -> Any:
        return next(self.next)

    def dialogs(self, _: int) -> set[int]:
        return {*self.opened}

    def area(self, _: int) -> Area:
        return self.whole

    @property
    def whole(self) -> Area:
        return Area(0, 0, 4 * SIDE, 4 * SIDE)


@pytest.fixture(autouse=True)
def short_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WATCH_S", "LAST_S", "LOOK_S"):
        monkeypatch.setattr(signs, name, getattr(signs, name) / 20)


def told(*after: Sequence[Any], dialogs: Collection[int] = ()) -> str:
    """Return what tells of a win by the pictures of a board after each move on its first cell.

    `dialogs` are the numbers of the moves, from 1, after which a dialog opens.
    """
    lines = tuple(map(float, range(0, 5 * SIDE, SIDE)))
    area = Area(0, 0, 4 * SIDE, 4 * SIDE)
    game, board = board_of({"game": "tango", "size": 4, "givens": [], "edges": []})
    reading = Reading("tango", {}, 1.0, Grid(lines, lines))
    before = Placed(game, board, reading, area, picture(), Host(1, area))
    shown = Pictures()
    seen = Signs(shown)  # type: ignore[arg-type]
    for number, pictures in enumerate(after, 1):
        shown.show(*pictures)
        shown.opened |= {number} & {*dialogs}
        seen.watch(before, {Cell(0, 0)}, last=number == len(after))
    return seen.told()


STILL, FLASH = (picture(),), (picture(), picture(WHITE, EVERY), picture(WHITE, EVERY), picture())


def test_a_flash_after_the_last_move_tells_of_a_win() -> None:
    assert told(STILL, STILL, STILL, FLASH) == "the board changes colour"


def test_a_board_that_gets_green_with_the_last_move_tells_of_a_win() -> None:
    assert told(STILL, STILL, (picture(GREEN, EVERY),)) == "the board changes colour"
    assert not told(STILL, STILL, (picture(GREEN, EVERY[:4]),))
    assert not told(STILL, (picture(GREEN, EVERY),), (picture(GREEN, EVERY),))


@pytest.mark.parametrize(
    ("why", "after"),
    [
        ("nothing flashes", [STILL, STILL, STILL, STILL]),
        ("it flashed before", [STILL, FLASH, STILL, FLASH]),
        ("too few moves were watched", [STILL, FLASH]),
        ("it stays", [STILL, STILL, (picture(WHITE, EVERY),)]),
        ("one row flashes", [STILL, STILL, (picture(WHITE, EVERY[:4]), picture(WHITE, EVERY[:4]), picture())]),
        ("it flashes red", [STILL, STILL, (picture(RED, EVERY), picture(RED, EVERY), picture())]),
        ("its lines move", [STILL, STILL, (np.roll(picture(WHITE, EVERY[::5]), 3, axis=1), picture())]),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_other_changes_tell_of_no_win(why: str, after: Sequence[Sequence[Any]]) -> None:
    assert not told(*after), why


@pytest.mark.parametrize(
    ("dialogs", "says", "tells"),
    [
        ({3}, "well done", 'a dialog says "well done"'),
        ({3}, "", ""),
        (set(), "well done", ""),
        ({1, 3}, "well done", ""),
        ({2}, "well done", ""),
    ],
    ids=str,
)
def test_a_dialog_with_praise_after_the_last_move_only_tells_of_a_win(
    monkeypatch: pytest.MonkeyPatch, dialogs: set[int], says: str, tells: str
) -> None:
    monkeypatch.setattr(words, "praise", lambda _: says)
    assert told(STILL, STILL, (picture(WHITE, EVERY[:8]),), dialogs=dialogs) == tells
