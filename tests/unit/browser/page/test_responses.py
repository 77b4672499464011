import json
import math
from collections.abc import Callable
from typing import Any

import pytest

from player.browser.page.messages import parse_observation
from player.browser.page.observation import (
    BoardSeen,
    CrampedBoardSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    SeveralBoardsSeen,
    SignInSeen,
    StartSeen,
    Verdict,
    WinSeen,
)
from player.errors import BoardError, PageNotUnderstood
from player.games.snapshot import Item
from tests.support.seen import board_of

Answer = dict[str, Any]


def understood(answer: Answer) -> Observation:
    return parse_observation(json.dumps(answer))


def board(answer: Answer) -> BoardSeen:
    return board_of(understood(answer))


def about(**more: Any) -> Answer:
    return {"generation": "ember", "paths": ["/games/toy/", "/frame"], "counts": {"grid": 1, "cell": 6}, **more}


def grid(rows: int, cols: int) -> Answer:
    """The answer for a page with cells of 50 pixels, a number in each."""
    places = [(row, col) for row in range(rows) for col in range(cols)]
    return about(
        what="grid",
        rows=rows,
        cols=cols,
        told=[rows, cols],
        chosen={"number": 0},
        clashes=[],
        lists={},
        language="en",
        indices=list(range(rows * cols)),
        cells=[{"number": str(index)} for index in range(rows * cols)],
        points=[{"x": 25 + 50 * col, "y": 25.5 + 50 * row, "free": True} for row, col in places],
    )


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 5), (32, 32)])
def test_a_well_formed_grid_becomes_a_snapshot_with_a_point_for_each_cell(rows: int, cols: int) -> None:
    look = board(grid(rows, cols))
    assert look.shape == (rows, cols)
    assert [cell["number"] for cell in look.snapshot.cells] == [str(index) for index in range(rows * cols)]
    assert len(look.points) == rows * cols
    assert look.points[-1] == Point(25 + 50 * (cols - 1), 25.5 + 50 * (rows - 1), free=True)


def test_what_a_look_tells_about_the_page_is_kept() -> None:
    look = understood(grid(2, 3) | {"account": "guest"})
    assert (look.generation, look.paths) == ("ember", ("/games/toy/", "/frame"))
    assert (look.counts, look.account) == ({"grid": 1, "cell": 6}, "guest")


def test_the_buttons_of_a_page_are_kept_by_what_they_enter() -> None:
    answer = grid(1, 2) | {"buttons": {"1": {"x": 5, "y": 6, "free": True}}}
    assert board(answer).buttons == {"1": Point(5, 6, free=True)}
    assert board(grid(1, 2)).buttons == {}


def test_a_covered_cell_is_understood_as_covered() -> None:
    answer = grid(1, 2)
    answer["points"][1]["free"] = False
    look = board(answer)
    assert [point.free for point in look.points] == [True, False]
    assert look.covered
    assert not board(grid(1, 2)).covered


def test_a_field_that_no_reading_finds_is_missing_unless_it_is_read_elsewhere() -> None:
    look = board(grid(1, 2) | {"chosen": {"number": None, "walls": 1, "filled": None}})
    assert look.missing(()) == ["number", "filled"]
    assert look.missing(["number"]) == ["filled"]


ABOUT: Any = {"generation": "ember", "paths": ("/games/toy/", "/frame"), "counts": {"grid": 1, "cell": 6}}
BUTTON, AT = {"x": 1.5, "y": 2, "free": False}, Point(1.5, 2, free=False)
BOARDS = [{"cells": 36, "way": "#one"}, {"cells": 49, "way": "#two"}]
KINDS: dict[str, tuple[Answer, Observation]] = {
    "a win": ({"what": "won", "sign": "results"}, WinSeen(sign=Verdict.RESULTS, **ABOUT)),
    "an earlier win": ({"what": "already", "sign": "board"}, WinSeen(sign=Verdict.BOARD, earlier=True, **ABOUT)),
    "a start screen": ({"what": "start", "point": BUTTON}, StartSeen(point=AT, **ABOUT)),
    "a later step of it": ({"what": "start", "point": BUTTON, "step": 2}, StartSeen(point=AT, step=2, **ABOUT)),
    "an overlay": ({"what": "overlay", "overlay": "a", "point": BUTTON}, OverlaySeen(name="a", point=AT, **ABOUT)),
    "a page to sign in": ({"what": "signin"}, SignInSeen(**ABOUT)),
    "several boards": (
        {"what": "several", "boards": BOARDS},
        SeveralBoardsSeen(boards=((36, "#one"), (49, "#two")), **ABOUT),
    ),
    "a board too large": ({"what": "cramped", "window": [800, 900]}, CrampedBoardSeen(window=(800, 900), **ABOUT)),
    "nothing known": ({"what": "nothing"}, NothingSeen(**ABOUT)),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_look_is_understood_as(name: str) -> None:
    answer, expected = KINDS[name]
    look = understood(about(**answer))
    assert look == expected
    assert look.what == answer["what"]


def test_a_page_of_no_known_generation_has_none() -> None:
    assert understood({**about(what="nothing"), "generation": None}).generation is None


# What no grid can be


def put(key: str, value: Any) -> Callable[[Answer], None]:
    return lambda answer: answer.update({key: value})


def at(*order: int) -> Callable[[Answer], None]:
    """Put at the place of each cell that of another one."""
    return lambda answer: answer.update(points=[answer["points"][index] for index in order])


def shorten(answer: Answer) -> None:
    for key in ("cells", "indices", "points"):
        answer[key].pop()


def turn(answer: Answer) -> None:
    """Columns where rows should be."""
    answer["points"] = [{**point, "x": point["y"], "y": point["x"]} for point in answer["points"]]


def lift(answer: Answer) -> None:
    """The last cell of the second row up into the first."""
    answer["points"][5]["y"] = answer["points"][0]["y"]


SIZE = r"the grid (reports|says it has|has) .* (fix|mend) 'size'"
INDEX = r"not numbered 0\.\.5: fix 'index'"
ELSEWHERE = "do not lie on the page in the order of their numbers"
#: What is spoilt of a grid of two rows and three columns, and what is said of it.
NO_GRID: dict[str, tuple[Callable[[Answer], None], str]] = {
    "a cell too few": (shorten, SIZE),
    "a row too many": (put("rows", 3), SIZE),
    "a column too few": (put("cols", 2), SIZE),
    "rows that are no number": (put("rows", math.nan), SIZE),
    "columns that are no number": (put("cols", math.nan), SIZE),
    "endless rows": (put("rows", math.inf), SIZE),
    "half a column": (put("cols", 1.5), SIZE),
    "no rows": (put("rows", 0), SIZE),
    "a side below zero": (lambda answer: answer.update(rows=-2, cols=-3), SIZE),
    "no cells at all": (lambda answer: answer.update(rows=0, cols=0, cells=[], indices=[], points=[]), SIZE),
    "a gap": (put("indices", [0, 1, 2, 3, 4, 6]), INDEX),
    "an index twice": (put("indices", [0, 1, 2, 2, 3, 4]), INDEX),
    "counted from 1": (put("indices", [1, 2, 3, 4, 5, 6]), INDEX),
    "no number": (put("indices", [0, 1, 2, 3, 4, math.nan]), INDEX),
    "none at all": (put("indices", [math.nan] * 6), INDEX),
    "halves": (put("indices", [0, 0.5, 1, 1.5, 2, 2.5]), INDEX),
    "one below zero": (put("indices", [-1, 0, 1, 2, 3, 4]), INDEX),
    "unsorted, as where a NaN spoiled the sorting": (put("indices", [1, 0, 2, 3, 4, 5]), INDEX),
    "two cells of a row swapped": (at(1, 0, 2, 3, 4, 5), ELSEWHERE),
    "two rows swapped at one column": (at(0, 4, 2, 3, 1, 5), ELSEWHERE),
    "rows and columns exchanged": (turn, ELSEWHERE),
    "mirrored": (at(5, 4, 3, 2, 1, 0), ELSEWHERE),
    "two cells in one place": (at(0, 0, 2, 3, 4, 5), ELSEWHERE),
    "a cell in the row above": (lift, ELSEWHERE),
}


def test_a_grid_larger_than_any_puzzle_is_refused() -> None:
    with pytest.raises(BoardError, match="65 rows and 1 columns"):
        understood(grid(65, 1))


@pytest.mark.parametrize(("spoil", "said"), NO_GRID.values(), ids=NO_GRID)
def test_a_grid_of_another_size_or_with_other_numbers_or_places_is_not_understood(
    spoil: Callable[[Answer], None], said: str
) -> None:
    answer = grid(2, 3)
    spoil(answer)
    with pytest.raises(PageNotUnderstood, match=said):
        understood(answer)


def test_cells_need_not_stand_in_a_perfect_lattice() -> None:
    answer = grid(2, 3)
    for index, point in enumerate(answer["points"]):
        point["x"] += index
        point["y"] -= 3 * index
    assert board(answer).shape == (2, 3)


def test_lists_beside_the_grid_and_the_language_are_in_the_snapshot() -> None:
    look = board({**grid(1, 1), "lists": {"words": [[3, "DOG", True], [5, "", False]]}, "language": "pt-BR"})
    assert look.snapshot.items("words") == (Item(3, "DOG", done=True), Item(5))
    assert look.snapshot.language == "pt-BR"
    with pytest.raises(PageNotUnderstood, match="no list of 'letters'"):
        look.snapshot.items("letters")
