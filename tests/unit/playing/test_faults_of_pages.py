"""Faults of pages, in the order in which they once led to a wrong click or a false win (see `tests.model`)."""

import pytest

from tests.model.cases import named
from tests.model.exploration import replayed
from tests.model.mutants import MUTANTS
from tests.model.schedule import Faults

Kind = tuple[str, str]
QUEENS: Kind = ("queens", "all four queens")
PATCHES: Kind = ("patches", "drag, removed by click, 1x2: 2 patches")
TRACES: dict[str, tuple[Kind, Faults]] = {
    "another board came below what covered the first": (QUEENS, ((1, "toast"), (2, "new board"))),
    "a late click changed a cell of the next batch": (QUEENS, ((2, "echo"), (7, "very late"))),
    "a sign of a win stood beside another board": (QUEENS, ((2, "new board"), (3, "false sign"))),
    "a sign of a win stood over a covered board": (QUEENS, ((2, "false sign"), (5, "dialog"))),
    "a sign of a win stood over a board that was drawn anew": (QUEENS, ((2, "false sign"), (7, "redrawn"))),
    "a sign of an earlier win stood over a covered board": (QUEENS, ((0, "false sign"), (1, "dialog"))),
    "a sign of an earlier win stood over a board that was drawn anew": (
        QUEENS,
        ((0, "false sign"), (1, "redrawn"), (2, "of before")),
    ),
    "a sign of a win stood where the board of wrong moves had been drawn anew": (
        ("queens", "two of four queens given"),
        ((2, "echo"), (8, "redrawn"), (9, "false sign")),
    ),
    "the page with the sign asked to sign in": (QUEENS, ((0, "false sign"), (1, "sign in"))),
    "the moves finished another board": (
        ("patches", "taps, removed by double, 2x2: 4 patches"),
        ((6, "new board"), (7, "false sign")),
    ),
    "the page asked to sign in beside a sign in the middle of the game": (
        ("queens", "two of four queens given"),
        ((2, "false sign"), (5, "sign in"), (7, "of before")),
    ),
    "another board came before the finished one was handed in": (
        ("mini-sudoku", "handed in"),
        ((9, "new board"), (11, "false sign")),
    ),
    "a covered board that was drawn anew was not finished when it was to be handed in": (
        ("mini-sudoku", "handed in"),
        ((2, "cover"), (9, "redrawn")),
    ),
    "a dialog had the keyboard focus in place of the cursor": (("queens", "key: cross, queen"), ((2, "dialog"),)),
    "a late click had changed the last cell before the timer allowed the last input": (
        ("queens", "a timer before the last input"),
        ((0, "false sign"), (5, "echo")),
    ),
    "a wrong patch over two cells looked like two patches of one cell": (
        ("patches", "taps, removed by double, 1x2: 2 patches"),
        ((2, "lost"), (3, "false sign")),
    ),
    "a wrong patch over more cells than expected looked like two patches": (
        ("patches", "keys, removed by keys, 1x2: 2 patches"),
        ((2, "false sign"), (3, "twice")),
    ),
    "two wrong patches looked like one of a page that names none": (
        ("patches", "taps, removed by double, 1x2: 1 patches"),
        ((3, "very late"), (6, "false sign")),
    ),
    "a wrong patch over the whole board looked like those of a page that names none": (
        ("patches", "taps, removed by double, 2x2: 2 patches"),
        ((2, "lost"), (3, "false sign")),
    ),
    "a dialog lay over the board when it was drawn anew after the last move": (
        PATCHES,
        ((2, "dialog"), (6, "redrawn"), (7, "false sign")),
    ),
}


@pytest.mark.parametrize(("kind", "faults"), TRACES.values(), ids=TRACES.keys())
def test_no_click_is_wrong_and_no_win_is_false_though(kind: Kind, faults: Faults) -> None:
    ending = replayed(named(*kind), faults)
    assert not ending.broken, "\n".join(ending.trace)


def test_each_damage_on_purpose_fits_the_player_as_it_is() -> None:
    for mutant in MUTANTS:
        assert mutant.function() is not getattr(mutant.owner, mutant.name)
        assert mutant.case.game == mutant.game
