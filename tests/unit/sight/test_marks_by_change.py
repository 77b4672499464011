"""Marks told by what has changed since the first picture, and words that a picture shows."""

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from player.errors import BoardError
from player.games.grid import Cell
from player.sight.picture import read_pixels
from player.sight.picture import shown as words_in
from player.sight.reading import Grid
from player.sight.tracker import Known
from tests.support.board_pictures import board, drawing, pixels


@pytest.mark.slow
@pytest.mark.parametrize("game", ["zip", "patches"])
def test_cells_that_look_otherwise_are_marked(game: str) -> None:
    first = pixels(drawing(board(game, 1)))
    reading = read_pixels(first, game)
    known, grid = Known.first(reading, first), reading.grid
    assert not any(known.marks_in(first, grid))
    solved, edge = pixels(drawing(board(game, 1), solved=True)), round(grid.down[2])
    assert all(known.marks_in(solved, grid))
    half = np.concatenate([solved[:edge], first[edge:]])
    rows = 2 * grid.cols
    marks = known.marks_in(half, grid)
    assert all(marks[:rows])
    assert not any(marks[rows:])


def test_a_thin_line_marks_the_cells_of_a_path() -> None:
    """Of 3 pixels in cells of 100; of the cells at its ends it crosses a half."""
    first = pixels(drawing(board("zip", 1)))
    first = np.array(Image.fromarray(first).resize((first.shape[1] * 100 // 48, first.shape[0] * 100 // 48)))
    reading = read_pixels(first, "zip")
    known, grid, path = Known.first(reading, first), reading.grid, [Cell(*at) for at in board("zip", 1)["solution"][:5]]
    picture = Image.fromarray(first)
    ImageDraw.Draw(picture).line([grid.middle(at) for at in path], fill=(255, 0, 0), width=3)
    marks = known.marks_in(np.array(picture), grid)
    assert {divmod(at, grid.cols) for at, mark in enumerate(marks) if mark} == {(*at,) for at in path}


def test_a_board_that_is_painted_anew_is_marked_all_over() -> None:
    """As some are when they are won: it is known by its numbers, and another one is not."""
    first = pixels(drawing(board("zip", 1)))
    known = Known.first(read_pixels(first, "zip"), first)
    other, won, within = pixels(drawing(board("zip", 2))), first.copy(), slice(30, 450)
    inside = won[within, within]
    inside[(inside > 200).all(axis=2)] = (80, 200, 0)
    reading = read_pixels(won, "zip")
    assert known.painted_anew(reading, won) == [True] * (reading.grid.rows * reading.grid.cols)
    assert known.painted_anew(read_pixels(other, "zip"), other) is None


@pytest.mark.parametrize("game", ["queens", "zip"])
def test_a_shade_is_told_from_another_board_and_from_what_hides_the_board(game: str) -> None:
    first = pixels(drawing(board(game, 1)))
    reading = read_pixels(first, game)
    known, grid = Known.first(reading, first), reading.grid
    rows, cols = (slice(round(lines[0]), round(lines[-1])) for lines in (grid.down, grid.across))
    shaded, hidden, dim = first.copy(), first.copy(), (first * 0.6).astype(np.uint8)
    shaded[rows, cols] = (shaded[rows, cols] * 0.7 + 40).astype(np.uint8)
    hidden[rows, cols] = (80, 200, 0)
    assert known.is_shaded(shaded, grid)
    assert not any(known.is_shaded(one, grid) for one in (first, hidden, dim, first[::-1].copy()))


@pytest.mark.full
def test_a_symbol_below_the_mouse_is_read_on_a_known_board() -> None:
    """A ground between those of given and of entered symbols does not tell which it is."""
    first = pixels(drawing(board("tango", 1)))
    reading = read_pixels(first, "tango")
    known, (row, col, symbol) = Known.first(reading, first), reading.board["givens"][0]
    left, top, right, bottom = map(round, reading.grid.box(Cell(row, col)))
    hovered = first.copy()
    cell = hovered[top + 2 : bottom - 2, left + 2 : right - 2]
    ground = cell[1, 1].copy()
    cell[(cell == ground).all(axis=2)] = np.add(ground.astype(int), (230, 255, 255)) // 2
    with pytest.raises(BoardError, match="does not tell if the symbol is given"):
        read_pixels(hovered, "tango")
    marks = known.marks_in(hovered, reading.grid)
    assert marks == known.marks_in(first, reading.grid)
    assert marks[row * reading.grid.cols + col] == symbol


@pytest.mark.slow
@pytest.mark.parametrize("game", ["zip", "queens", "tango"])
def test_another_board_and_a_covered_one_are_refused(game: str) -> None:
    first = pixels(drawing(board(game, 1)))
    reading = read_pixels(first, game)
    known = Known.first(reading, first)
    with pytest.raises(BoardError):
        known.marks_in(pixels(drawing(board(game, 2))), read_pixels(pixels(drawing(board(game, 2))), game).grid)
    with pytest.raises(BoardError):
        known.marks_in(np.full_like(first, 90), reading.grid)
    with pytest.raises(BoardError, match="another size"):
        known.marks_in(first, Grid(reading.grid.across[:-1], reading.grid.down[:-1]))


def banner(text: str, size: int, ink: str, ground: str) -> Any:
    paper = Image.new("RGB", (900, 300), ground)
    ImageDraw.Draw(paper).text((120, 110), text, fill=ink, font=ImageFont.load_default(size))
    return pixels(paper)


@pytest.mark.slow
@pytest.mark.parametrize("size", [18, 34, 70])
@pytest.mark.parametrize(("ink", "ground"), [("#222", "#f4f1e4"), ("#fff", "#1c2b22")])
def test_a_word_is_seen_in_any_size_light_or_dark(size: int, ink: str, ground: str) -> None:
    shown = banner("SOLVED", size, ink, ground)
    assert words_in(shown, ["SOLVED"])
    for other in ("SOLVE", "SOLVES", "OLVED", "FAILED", "WINNER"):
        assert not words_in(shown, [other])


@pytest.mark.parametrize("text", ["UNSOLVED", "SOLVEDX", "NOT SOLVED", "SOLVER", ""])
def test_other_words_are_not_taken_for_it(text: str) -> None:
    assert not words_in(banner(text, 34, "#222", "#f4f1e4"), ["SOLVED"])
