"""Boards with a mouse pointer on them."""

from typing import Any

import pytest

from player.errors import BoardError
from player.sight import picture
from tests.support.board_pictures import AROUND, SIDE, board, drawing, parsed, pixels, pointed


def read_with_pointer(data: dict[str, Any], at: tuple[float, float], *, dark: bool = False, scale: int = 1) -> Any:
    """Return the board that is read with the tip of a pointer at a row and column, and parts of them."""
    tip = AROUND + SIDE * at[1], AROUND + SIDE * at[0]
    shown = pointed(drawing(data), tip, dark=dark, scale=scale)
    return parsed(picture.read_pixels(pixels(shown), data["game"]).board)


def free(data: dict[str, Any]) -> tuple[int, int]:
    """Return a cell with nothing on it."""
    if data["game"] == "mini-sudoku":
        taken = {(row, col) for row, line in enumerate(data["givens"]) for col, digit in enumerate(line) if digit}
    else:
        taken = {(at[0], at[1]) for at in (data["givens"] if "givens" in data else data["numbers"])}
    return next((row, col) for row in range(1, 5) for col in range(1, 5) if (row, col) not in taken)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", ["tango", "zip", "mini-sudoku"])
def test_a_pointer_in_an_empty_cell_is_no_part_of_the_board(game: str, *, dark: bool) -> None:
    data = board(game)
    row, col = free(data)
    assert read_with_pointer(data, (row + 0.2, col + 0.62), dark=dark) == parsed(data)


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("down", [-0.25, 0.0])
def test_what_a_pointer_covers_is_not_guessed(down: float, *, dark: bool) -> None:
    data = board("zip")
    row, col = data["numbers"][2]
    try:
        seen = read_with_pointer(data, (row + 0.5 + down, col + 0.4), dark=dark)
    except BoardError:
        return
    assert seen == parsed(data)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("place", [(0, 0), (-0.2, -0.08), (0.07, 0.05), (-0.15, -0.15)])
@pytest.mark.full
def test_no_digit_below_a_pointer_is_guessed(place: tuple[float, float], *, dark: bool) -> None:
    data = board("mini-sudoku")
    for row, col in ((row, col) for row in range(6) for col in range(6) if data["givens"][row][col]):
        try:
            seen = read_with_pointer(data, (row + 0.5 + place[0], col + 0.5 + place[1]), dark=dark)
        except BoardError:
            continue
        assert seen == parsed(data)


@pytest.mark.full
@pytest.mark.parametrize(("game", "scale", "place"), [("tango", 1, (0.38, 0.85)), ("mini-sudoku", 2, (0.2, 0.3))])
def test_a_pointer_that_may_hide_something_refuses_the_picture(
    game: str, scale: int, place: tuple[float, float]
) -> None:
    data = board(game)
    row, col = free(data)
    with pytest.raises(BoardError, match=r"pointer covers|the sign between"):
        read_with_pointer(data, (row + place[0], col + place[1]), scale=scale)
