"""The choice among the boards that a page shows, and fields of a member's page that come from a guest's page."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from player.boards.board_json import url_of
from player.browser.page.observation import BoardOrWin, BoardSeen, Verdict, WinSeen
from player.browser.page.proving import GuestTab, ProvedReading, completed, disagreement, read_proved
from player.errors import BoardError, PageNotUnderstood, SignInNeeded
from player.games import GAMES, queens, zip_path
from player.games.fields import common, needed
from player.games.grid import Cell
from player.games.snapshot import Snapshot
from tests.support.games.queens import queens_board, queens_page
from tests.support.games.shared import Page
from tests.support.games.zip_path import zip_page
from tests.support.paper import QUEENS, Paper, Won, failing
from tests.support.solved import ZIP


def look(page: Page, chosen: Mapping[str, int | None]) -> BoardSeen:
    return BoardSeen(generation="sdui", paths=("/",), snapshot=page.snapshot, chosen=dict(chosen))


def hidden(page: Page, *fields: str) -> Page:
    """`page` where no cell shows `fields`."""
    for cell in page.cells:
        cell.update(dict.fromkeys(fields))
    return page


GUEST = look(zip_page(ZIP, filled=ZIP.numbers[:1]), {"number": 1, "walls": 0, "filled": 0})
READ = {"number": 0, "walls": 0, "filled": 0}


# What is missing


@pytest.mark.parametrize("name", GAMES)
def test_the_board_is_told_from_how_far_one_is(name: str) -> None:
    play = GAMES[name].play
    assert needed(play.ALLOWED) >= common(play.ALLOWED) | {play.MARK}
    assert play.MARK not in common(play.ALLOWED)


def test_a_page_that_shows_it_all_is_left_as_it_is() -> None:
    own = look(zip_page(ZIP), READ)
    assert completed(own, GUEST, zip_path.GAME) == own


@pytest.mark.parametrize("field", ["number", "walls"])
def test_a_field_that_cannot_be_read_is_the_guests_and_reported(field: str) -> None:
    page = hidden(zip_page(ZIP, filled=ZIP.numbers), field)
    own = look(page, {**READ, field: None})
    whole = completed(own, GUEST, zip_path.GAME)
    assert zip_path.play.read(whole.snapshot) == ZIP
    assert whole.snapshot.flags("filled") == page.snapshot.flags("filled")
    assert whole.chosen == {**READ, field: f"guest {GUEST.chosen[field]}"}


def test_what_was_read_wrong_is_not_mixed_with_what_the_guest_reads() -> None:
    own = look(zip_page(ZIP).show(2, 2, "number", "5"), {**READ, "number": None})
    whole = completed(own, GUEST, zip_path.GAME)
    assert zip_path.play.read(whole.snapshot) == ZIP


def test_a_page_that_shows_no_wall_at_all_does_not_tell_of_walls() -> None:
    whole = completed(look(zip_page(ZIP, sides=""), READ), GUEST, zip_path.GAME)
    assert zip_path.play.read(whole.snapshot) == ZIP
    assert whole.chosen["walls"] == "guest 0"


def test_how_far_one_is_never_comes_from_the_guest() -> None:
    own = look(queens_page(QUEENS), {"region": 0, "mark": None, "locked": 0})
    seen = look(queens_page(queens_board("A* A \n B B")), {"region": 0, "mark": 0, "locked": 0})
    assert completed(own, seen, queens.GAME) == own


def test_a_board_of_another_size_takes_nothing() -> None:
    small = look(hidden(queens_page(queens_board("A A \n B B")), "region"), {"region": None})
    seen = look(queens_page(QUEENS), {"region": 0})
    assert completed(small, seen, queens.GAME) == small


# What disagrees


def test_one_board_drawn_in_two_ways_is_one_board() -> None:
    guest, member = zip_page(ZIP, sides="left right down"), zip_page(ZIP, filled=ZIP.numbers, sides="right up")
    assert disagreement(zip_path.GAME, guest.snapshot, member.snapshot) == ""
    renamed = queens_page(QUEENS)
    for cell in renamed.cells:
        cell["region"] = f"Colour {9 - int(cell['region'])}"
    assert disagreement(queens.GAME, queens_page(QUEENS).snapshot, renamed.snapshot) == ""


def without_a_wall(board: zip_path.board.Board) -> zip_path.board.Board:
    return replace(board, walls=board.walls - {(Cell(0, 1), Cell(0, 2))})


def test_the_first_cell_that_differs_is_named_with_what_both_show() -> None:
    said = disagreement(zip_path.GAME, zip_page(ZIP).snapshot, zip_page(without_a_wall(ZIP)).snapshot)
    assert said == "they disagree in 'walls' at R1C2: right and nothing: fix 'walls', or try later"
    other = replace(ZIP, numbers=(*ZIP.numbers[:-2], *reversed(ZIP.numbers[-2:])))
    said = disagreement(zip_path.GAME, zip_page(ZIP).snapshot, zip_page(other).snapshot)
    assert "'number' at R2C4: 6 and 7" in said


def test_regions_are_compared_as_a_partition() -> None:
    other = queens_board("""
        A A B B
        C A B B
        C C D D
        C C D D
    """)
    said = disagreement(queens.GAME, queens_page(QUEENS).snapshot, queens_page(other).snapshot)
    assert said.startswith("they disagree in 'region' at R3C4: 1 and 3")


def test_sizes_that_differ_are_reported() -> None:
    said = disagreement(queens.GAME, queens_page(QUEENS).snapshot, queens_page(queens_board("A A \n B B")).snapshot)
    assert said.startswith("4x4 and 2x2: ")


def test_queens_that_guests_get_must_belong_to_the_solution() -> None:
    (right, *_), wrong = [Cell(0, 1), Cell(1, 3)], Cell(0, 0)
    member = queens_page(QUEENS).snapshot
    assert disagreement(queens.GAME, queens_page(replace(QUEENS, givens=(right,))).snapshot, member) == ""
    said = disagreement(queens.GAME, queens_page(replace(QUEENS, givens=(wrong,))).snapshot, member)
    assert said.startswith("in the solution of the member's, the given queen at R1C1 is missing: fix 'mark'")


def test_a_board_without_one_solution_is_left_to_the_proof() -> None:
    twice = queens_board("""
        A A A A
        B B B B
        C C C C
        D D D D
    """)
    assert disagreement(queens.GAME, queens_page(twice).snapshot, queens_page(twice).snapshot) == ""


# Both pages, on paper

OTHER = queens_board("""
    A B B B
    A C D B
    A C D D
    A C C D
""")
WIN = WinSeen(sign=Verdict.RESULTS, earlier=True)


@dataclass
class Arrivals:
    """The way to a member's page that shows `loads`, each of them one board after the other."""

    loads: list[list[BoardOrWin]]
    times: int = 0
    shown: list[BoardOrWin] = field(default_factory=list)

    def open(self) -> BoardOrWin:
        self.shown = list(self.loads[self.times])
        self.times += 1
        return self.shown.pop(0)

    def later(self, _look: BoardSeen, *, sound: bool, leaves: bool = False, **_: bool) -> BoardOrWin | None:
        assert not sound
        assert not leaves
        return self.shown.pop(0) if self.shown else None


def tab_of(paper: Paper) -> tuple[GuestTab, list[Paper]]:
    """The guest's tab with `paper`, and the papers that were closed."""
    closed: list[Paper] = []

    @contextmanager
    def guest() -> Iterator[Any]:
        yield paper
        closed.append(paper)

    return GuestTab(queens.GAME, guest), closed


def opened(*loads: list[BoardOrWin]) -> tuple[BoardOrWin, int, int]:
    """Return the last observation, and the numbers of times that the guest's page and the member's were opened."""
    (tab, closed), arrivals = tab_of(Paper("queens")), Arrivals(list(loads))
    return tab.open(arrivals), len(closed), arrivals.times  # type: ignore[arg-type]  # an arrival on paper


SAME = look(queens_page(QUEENS, ()), {"region": 0})
DIFFERENT = look(queens_page(OTHER, ()), {"region": 0})


def test_a_board_on_which_both_pages_agree_is_played() -> None:
    assert opened([SAME]) == (SAME, 1, 1)


def test_a_member_page_that_tells_of_a_win_is_not_compared() -> None:
    assert opened([WIN]) == (WIN, 1, 1)


def test_a_member_page_that_still_loads_is_looked_at_again() -> None:
    assert opened([DIFFERENT, SAME]) == (SAME, 1, 1)


def test_both_pages_are_read_again_once_where_they_disagree() -> None:
    assert opened([DIFFERENT], [SAME]) == (SAME, 2, 2)
    with pytest.raises(PageNotUnderstood, match="show different boards: they disagree in 'region' at R1C2"):
        opened([DIFFERENT], [DIFFERENT], [SAME])


def test_the_fields_that_guests_see_are_missing_until_the_guests_page_was_read() -> None:
    tab, _ = tab_of(Paper("queens"))
    own = look(hidden(queens_page(QUEENS, ()), "region"), {"region": None})
    assert tab.elsewhere == {"region"}
    assert tab.completed(own) == own
    tab.open(Arrivals([[WIN]]))  # type: ignore[arg-type]  # an arrival on paper
    assert queens.play.read(tab.completed(own).snapshot).regions == QUEENS.regions


REFUSED = {
    "a win": (Won("queens"), PageNotUnderstood, r"shows no board \(already\): leave out --read-as guest"),
    "no board": (failing("queens", PageNotUnderstood("no board")), PageNotUnderstood, "the guest's page: no board"),
    "a page to sign in": (
        failing("queens", SignInNeeded("x")),
        SignInNeeded,
        "guests are asked to sign in: leave out --read-as guest",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_guest_page_is_refused_that_shows(name: str) -> None:
    paper, error, message = REFUSED[name]
    tab, _ = tab_of(paper)
    with pytest.raises(error, match=message):
        tab.open(Arrivals([[SAME]]))  # type: ignore[arg-type]  # an arrival on paper


# The choice among boards that a page shows one after the other


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
