"""The choice among boards that a page shows one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from player.boards.board_json import url_of
from player.browser.page.observation import BoardOrWin, BoardSeen, Verdict, WinSeen
from player.browser.page.proving import ProvedReading, read_proved
from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES
from player.games.snapshot import Snapshot
from tests.support.games.queens import queens_board, queens_page
from tests.support.paper import QUEENS

OTHER = queens_board("""
    A B B B
    A C D B
    A C D D
    A C C D
""")
MANY = queens_board("""
    A A A A
    B B B B
    C C C C
    D D D D
""")
WHOLE, ANOTHER, AMBIGUOUS = (queens_page(board, ()).snapshot for board in (QUEENS, OTHER, MANY))
NO_BOARD = Snapshot(1, 2, ({}, {}))


@dataclass
class Stages:
    """A page that shows `snapshots`, one after the other; None stands for a page that tells of a win."""

    snapshots: Sequence[Snapshot | None]
    address: str = ""
    asked: list[dict[str, bool]] = field(default_factory=list)

    @property
    def arrival(self) -> "Stages":
        return self

    def open(self) -> BoardOrWin:
        return self._look(0)

    def later(self, look: BoardSeen, **how: bool) -> BoardOrWin | None:
        assert look.snapshot == self.snapshots[len(self.asked)], "it is asked of the last look"
        self.asked.append(how)
        return self._look(len(self.asked)) if len(self.asked) < len(self.snapshots) else None

    def _look(self, number: int) -> BoardOrWin:
        snapshot = self.snapshots[number]
        return BoardSeen(snapshot=snapshot) if snapshot else WinSeen(sign=Verdict.RESULTS, earlier=True)


def reading(*snapshots: Snapshot | None, address: str = "", **how: Any) -> tuple[ProvedReading, list[dict[str, bool]]]:
    page = Stages(snapshots, address)
    return read_proved(GAMES["queens"], page, **how), page.asked  # type: ignore[arg-type]  # a page on paper


@pytest.mark.parametrize("first", [[], [NO_BOARD], [AMBIGUOUS], [ANOTHER], [NO_BOARD, AMBIGUOUS, ANOTHER]])
def test_the_last_board_that_the_page_shows_is_proved_and_believed(first: list[Snapshot]) -> None:
    found, asked = reading(*first, WHOLE)
    assert found.required().board == QUEENS
    assert found.sound
    assert [how["sound"] for how in asked] == [snapshot is ANOTHER for snapshot in first] + [True]


def test_a_board_with_several_solutions_waits_for_no_other_one_if_it_is_left() -> None:
    _, asked = reading(NO_BOARD, AMBIGUOUS, WHOLE, leaves=True)
    assert [how["leaves"] for how in asked] == [False, True, False]
    _, asked = reading(AMBIGUOUS, WHOLE)
    assert [how["leaves"] for how in asked] == [False, False]


def test_what_stays_refused_says_why() -> None:
    ambiguous, _ = reading(NO_BOARD, AMBIGUOUS)
    assert ambiguous.proof is not None
    assert ambiguous.proof.solutions == 2
    with pytest.raises(BoardError, match="two solutions"):
        ambiguous.required()
    unread, _ = reading(NO_BOARD)
    assert (unread.board, unread.proof) == (None, None)
    with pytest.raises((BoardError, PageNotUnderstood)):
        unread.required()


def test_a_game_won_before_has_no_board() -> None:
    found, asked = reading(None)
    assert (found.required().board, found.proof, asked) == (None, None, [])


def test_a_board_that_was_replaced_before_is_marked_as_one() -> None:
    _, asked = reading(ANOTHER, WHOLE, replaced=[OTHER])
    assert [how["replaced"] for how in asked] == [True, False]


def test_each_reading_is_reported_as_it_comes() -> None:
    reported: list[tuple[bool, bool]] = []
    reading(AMBIGUOUS, WHOLE, learn=lambda one: reported.append((one.board is not None, one.proof is not None)))
    assert reported == [(False, False), (True, False), (True, True)] * 2


def test_a_board_that_is_not_the_one_in_the_address_of_its_page_is_refused() -> None:
    game = GAMES["queens"]
    found, _ = reading(WHOLE, address=url_of(game, QUEENS))
    assert found.required().board == QUEENS
    other, _ = reading(WHOLE, address=url_of(game, OTHER))
    with pytest.raises(PageNotUnderstood, match="not the one in its address"):
        other.required()


@pytest.mark.parametrize("address", ["https://host/p?sudoku/4/4/g41g1j1h2i", "https://host/play?id=7", "about:blank"])
def test_an_address_without_a_board_of_the_game_says_nothing(address: str) -> None:
    found, _ = reading(WHOLE, address=address)
    assert found.required().board == QUEENS
