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


def shorten(answer: Answer) -> None:
    for key in ("cells", "indices", "points"):
        answer[key].pop()


def put(key: str, value: Any) -> Callable[[Answer], None]:
    return lambda answer: answer.update({key: value})


WRONG_SIZE: dict[str, Callable[[Answer], None]] = {
    "a cell too few": shorten,
    "a row too many": put("rows", 3),
    "a column too few": put("cols", 2),
    "rows that are no number": put("rows", math.nan),
    "columns that are no number": put("cols", math.nan),
    "endless rows": put("rows", math.inf),
    "half a column": put("cols", 1.5),
    "no rows": put("rows", 0),
    "a side below zero": lambda answer: answer.update(rows=-2, cols=-3),
    "no cells at all": lambda answer: answer.update(rows=0, cols=0, cells=[], indices=[], points=[]),
}


@pytest.mark.parametrize("spoil", WRONG_SIZE.values(), ids=WRONG_SIZE)
def test_a_grid_whose_size_is_not_its_number_of_cells_is_not_understood(spoil: Callable[[Answer], None]) -> None:
    answer = grid(2, 3)
    spoil(answer)
    with pytest.raises(PageNotUnderstood, match=r"the grid (reports|says it has|has) .* (fix|mend) 'size'"):
        understood(answer)


def test_a_grid_larger_than_any_puzzle_is_refused() -> None:
    with pytest.raises(BoardError, match="65 rows and 1 columns"):
        understood(grid(65, 1))


WRONG_INDICES: dict[str, list[float]] = {
    "a gap": [0, 1, 2, 3, 4, 6],
    "an index twice": [0, 1, 2, 2, 3, 4],
    "counted from 1": [1, 2, 3, 4, 5, 6],
    "no number": [0, 1, 2, 3, 4, math.nan],
    "none at all": [math.nan] * 6,
    "halves": [0, 0.5, 1, 1.5, 2, 2.5],
    "one below zero": [-1, 0, 1, 2, 3, 4],
    "unsorted, as where a NaN spoiled the sorting": [1, 0, 2, 3, 4, 5],
}


@pytest.mark.parametrize("indices", WRONG_INDICES.values(), ids=WRONG_INDICES)
def test_cells_that_are_not_counted_from_0_are_not_understood(indices: list[float]) -> None:
    with pytest.raises(PageNotUnderstood, match=r"not numbered 0\.\.5: fix 'index'"):
        understood({**grid(2, 3), "indices": indices})


def swap(a: int, b: int) -> Callable[[list[Any]], None]:
    def swapped(points: list[Any]) -> None:
        points[a], points[b] = points[b], points[a]

    return swapped


def turn(points: list[Any]) -> None:
    """Columns where rows should be."""
    points[:] = [{**point, "x": point["y"], "y": point["x"]} for point in points]


def pile(points: list[Any]) -> None:
    points[1] = points[0]


def lift(points: list[Any]) -> None:
    """The last cell of the second row up into the first."""
    points[5]["y"] = points[0]["y"]


ELSEWHERE = {
    "two cells of a row swapped": swap(0, 1),
    "two rows swapped at one column": swap(1, 4),
    "rows and columns exchanged": turn,
    "mirrored": lambda points: points.reverse(),
    "two cells in one place": pile,
    "a cell in the row above": lift,
}


@pytest.mark.parametrize("move", ELSEWHERE.values(), ids=ELSEWHERE)
def test_cells_that_lie_in_another_order_than_their_numbers_are_not_understood(
    move: Callable[[list[Any]], None],
) -> None:
    answer = grid(2, 3)
    move(answer["points"])
    with pytest.raises(PageNotUnderstood, match="do not lie on the page in the order of their numbers"):
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
