"""What mouse and keys do to draw a box."""

from collections.abc import Iterable

from player.games.grid import Cell
from player.games.moves import Box, Remove
from player.web.boxes import Input, Keyboard, around
from player.web.look import Point

BOX = Box(Cell(1, 0), Cell(2, 2))


def point(row: int, col: int) -> Point:
    return Point(x=10 * col, y=10 * row, free=True)


def test_the_mouse_goes_from_corner_to_corner_to_the_opposite_one() -> None:
    points = [point(*cell) for cell in BOX.cells]
    assert around(BOX, points) == [point(1, 0), point(1, 2), point(2, 2)]


def test_in_a_single_row_or_cell_there_are_fewer_corners() -> None:
    assert around(Box(Cell(0, 0), Cell(0, 1)), [point(0, 0), point(0, 1)]) == [point(0, 0), point(0, 1)]
    assert around(Box(Cell(0, 0), Cell(1, 0)), [point(0, 0), point(1, 0)]) == [point(0, 0), point(1, 0)]
    assert around(Box(Cell(0, 0), Cell(0, 0)), [point(0, 0)]) == [point(0, 0)]


class Typist:
    """A keyboard that writes down what is pressed."""

    def __init__(self) -> None:
        self.typed: list[str] = []

    def press(self, key: str) -> None:
        self.typed.append(key.removeprefix("Arrow"))

    def focus(self) -> None:
        self.typed.append("focus")


def typed(typist: Typist, inputs: Iterable[Input]) -> str:
    typist.typed.clear()
    for single in inputs:
        single()
    return " ".join(typist.typed)


def test_a_walk_begins_in_the_upper_left_and_goes_on_from_box_to_box() -> None:
    typist = Typist()
    keyboard = Keyboard(typist, typist.focus, rows=3, cols=4)
    assert typed(typist, keyboard.leave()) == "", "there is no walk to leave"
    assert typed(typist, keyboard.draw(BOX)) == (
        "Escape focus Enter Up Up Left Left Left Down Enter Down Right Right Enter"
    )
    assert typed(typist, keyboard.draw(Box(Cell(0, 1), Cell(0, 1)))) == "Up Up Left Enter Enter"
    assert typed(typist, keyboard.remove(Remove((Cell(1, 1), Cell(1, 2))))) == "Down Backspace"
    assert typed(typist, keyboard.leave()) == "Escape"
    assert typed(typist, keyboard.remove(Remove((Cell(0, 0),)))) == "Escape focus Enter Up Up Left Left Left Backspace"
