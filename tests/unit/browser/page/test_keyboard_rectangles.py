"""The keys that draw a box."""

from collections.abc import Iterable

from player.browser.page.keyboard import Input, Keyboard
from player.games.grid import Cell
from player.games.moves import Box, Remove

BOX = Box(Cell(1, 0), Cell(2, 2))


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
    keyboard = Keyboard(typist.press, typist.focus, rows=3, cols=4)
    assert typed(typist, keyboard.leave()) == "", "there is no walk to leave"
    assert typed(typist, keyboard.draw(BOX)) == (
        "Escape focus Enter Up Up Left Left Left Down Enter Down Right Right Enter"
    )
    assert typed(typist, keyboard.draw(Box(Cell(0, 1), Cell(0, 1)))) == "Up Up Left Enter Enter"
    assert typed(typist, keyboard.remove(Remove((Cell(1, 1), Cell(1, 2))))) == "Down Backspace"
    assert typed(typist, keyboard.leave()) == "Escape"
    assert typed(typist, keyboard.remove(Remove((Cell(0, 0),)))) == "Escape focus Enter Up Up Left Left Left Backspace"
