"""Faults of pages, in the order in which they once led to a wrong click or a false win (see `tests.model`)."""

import pytest

from tests.model.cases import named
from tests.model.exploration import replayed
from tests.model.schedule import Faults

Kind = tuple[str, str]
QUEENS: Kind = ("queens", "all four queens")
PATCHES: Kind = ("patches", "drag, removed by click, 1x2: 2 patches")
TRACES: dict[str, tuple[Kind, Faults]] = {
    "another board came below what covered the first": (QUEENS, ((1, "toast"), (3, "new board"))),
    "a late click changed a cell of the next batch": (QUEENS, ((3, "echo"), (9, "very late"))),
    "a sign of a win stood beside another board": (QUEENS, ((3, "new board"), (4, "false sign"))),
    "a sign of a win stood over a covered board": (QUEENS, ((3, "false sign"), (6, "dialog"))),
    "a sign of a win stood over a board that was drawn anew": (QUEENS, ((3, "false sign"), (8, "redrawn"))),
    "a sign of an earlier win stood over a covered board": (QUEENS, ((0, "false sign"), (1, "dialog"))),
    "a sign of an earlier win stood over a board that was drawn anew": (
        QUEENS,
        ((0, "false sign"), (1, "redrawn"), (2, "of before")),
    ),
    "a sign of a win stood where the board of wrong moves had been drawn anew": (
        ("queens", "two of four queens given"),
        ((3, "echo"), (10, "redrawn"), (11, "false sign")),
    ),
    "the page with the sign asked to sign in": (QUEENS, ((0, "false sign"), (1, "sign in"))),
    "the moves finished another board": (PATCHES, ((3, "new board"), (6, "false sign"))),
    "the page asked to sign in beside a sign in the middle of the game": (
        ("queens", "two of four queens given"),
        ((3, "false sign"), (6, "sign in"), (8, "of before")),
    ),
    "another board came before the finished one was handed in": (
        ("mini-sudoku", "handed in"),
        ((10, "new board"), (12, "false sign")),
    ),
    "a covered board that was drawn anew was not finished when it was to be handed in": (
        ("mini-sudoku", "handed in"),
        ((3, "cover"), (11, "redrawn")),
    ),
    "a dialog had the keyboard focus in place of the cursor": (("queens", "key: cross, queen"), ((3, "dialog"),)),
    "a late click had changed the last cell before the timer allowed the last input": (
        ("queens", "a timer before the last input"),
        ((0, "false sign"), (6, "echo")),
    ),
    "a wrong patch over two cells looked like two patches of one cell": (
        ("patches", "taps, removed by double, 1x2: 2 patches"),
        ((3, "lost"), (4, "false sign")),
    ),
    "a wrong patch over more cells than expected looked like two patches": (
        ("patches", "keys, removed by keys, 1x2: 2 patches"),
        ((3, "false sign"), (4, "twice")),
    ),
    "two wrong patches looked like one of a page that names none": (
        ("patches", "taps, removed by double, 1x2: 1 patches"),
        ((4, "very late"), (7, "false sign")),
    ),
    "a wrong patch over the whole board looked like those of a page that names none": (
        ("patches", "taps, removed by double, 2x2: 2 patches"),
        ((3, "lost"), (4, "false sign")),
    ),
    "a dialog lay over the board when it was drawn anew after the last move": (
        PATCHES,
        ((3, "dialog"), (7, "redrawn"), (9, "false sign")),
    ),
}


@pytest.mark.parametrize(("kind", "faults"), TRACES.values(), ids=TRACES.keys())
def test_no_click_is_wrong_and_no_win_is_false_though(kind: Kind, faults: Faults) -> None:
    ending = replayed(named(*kind), faults)
    assert not ending.broken, "\n".join(ending.trace)
