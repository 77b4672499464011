"""The tasks of the gym come in one order for a seed, and the score counts what contradicts the only solution."""

from itertools import islice
from typing import Any

import pytest

from player.boards.board_json import board_of as read_board
from player.errors import ArgumentInvalid
from tests.gym.score import Visit, contradictions, sheet, table
from tests.gym.tasks import GROUPS, OTHER_BOARD, Task, Wanted, board_of, deck
from tests.support.faults import WON
from tests.support.late_boards import WAITED
from tests.support.replica import BUILDS, size_of

CHANGES = dict.fromkeys(BUILDS, ("classes hashed", "dark mode", "board in a frame"))
GAMES = [*dict.fromkeys(game for game, _ in BUILDS)]


def first(number: int, seed: int = 1) -> list[Task]:
    return list(islice(deck(seed, CHANGES), number))


def test_the_order_depends_on_the_seed_only() -> None:
    assert first(60) == first(60)
    assert first(60) != first(60, seed=2)


def test_the_groups_take_turns_and_all_pages_and_troubles_come() -> None:
    tasks = first(3000)
    assert [task.group for task in tasks[:6]] == [*GROUPS]
    assert {(task.game, task.build) for task in tasks if task.group == "plain"} == {*BUILDS}
    assert {task.name for task in tasks if task.group == "fault"} == {*WON}
    assert {task.name.removeprefix(OTHER_BOARD) for task in tasks if task.group == "late"} == {*WAITED}
    assert {task.name for task in tasks if task.group == "change"} == {"classes hashed", "dark mode"}
    assert not any(task.build == "sdui" and "nested" in task.faults for task in tasks if task.group == "fault")


@pytest.mark.parametrize("game", GAMES)
def test_no_page_gets_a_solution_and_another_board_has_the_same_size(game: str) -> None:
    for start in ("", OTHER_BOARD):
        task = Task(game, "sdui", "late", f"{start}a timer", 0)
        [stage] = task.faults["stages"]
        assert "solution" not in str(stage)
        if start:
            assert size_of({**stage["board"], "game": game}) == size_of(task.board)
            assert read_board({**stage["board"], "game": game}) != read_board(task.board)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (Wanted(game=("zpi",)), "game=zpi: there is no such game: did you mean 'zip'?"),
        (Wanted(change=("dark mod",)), "did you mean 'dark mode'?"),
        (Wanted(game=("wend",), build=("ember",)), "no task is of this game, build and change together"),
    ],
    ids=["a game", "a change", "both"],
)
def test_what_no_task_meets_is_refused(wanted: Wanted, said: str) -> None:
    with pytest.raises(ArgumentInvalid, match=said.replace("?", r"\?")):
        wanted.check(CHANGES)


def test_a_filter_takes_games_builds_and_changes_by_group_or_name() -> None:
    wanted = Wanted(("zip", "wend"), ("sdui",), ("dark mode", "late"))
    found = [task for task in first(600) if wanted.takes(task)]
    assert {(task.game, task.build) for task in found} == {("zip", "sdui"), ("wend", "sdui")}
    assert {task.group if task.group == "late" else task.name for task in found} == {"late", "dark mode"}


QUEENS = board_of("queens", 0)
SIZE = len(QUEENS["regions"])
CROWNED = {row * SIZE + col for row, col in QUEENS["solution"]}


def marks(**cells: str) -> list[str]:
    return [cells.get(f"c{at}", "empty") for at in range(SIZE * SIZE)]


def visit(game: str = "queens") -> Visit:
    return Visit(1, "me", Task(game, "ember", "plain", "nothing", 0), "secret", 0.0, began_at=1.0)


def told(heard: Visit, *positions: Any, **more: Any) -> Visit:
    for number, position in enumerate(positions, start=1):
        heard.hear({"from": "page", "number": number, "inputs": number, "position": position, "ours": True}, 2.0)
    if more:
        number = len(positions) + 1
        heard.hear({"from": "page", "number": number, "inputs": number - 1, "ours": True, **more}, 3.5)
    return heard


QUEEN, OTHER = min(CROWNED), min({*range(SIZE * SIZE)} - CROWNED)


def test_a_cross_on_the_way_to_a_queen_is_not_wrong() -> None:
    found = told(visit(), marks(**{f"c{QUEEN}": "cross"}), marks(**{f"c{QUEEN}": "queen"}), won=True)
    assert (found.state, found.wrong, found.inputs, found.row()["seconds"]) == ("won", 0, 2, 2.5)


def test_a_queen_in_a_wrong_cell_is_wrong_once_and_so_is_one_that_is_taken_away() -> None:
    wrong = marks(**{f"c{OTHER}": "cross"}), marks(**{f"c{OTHER}": "queen"})
    assert told(visit(), *wrong).wrong == 1
    found = told(visit(), *wrong, marks(), won=True)
    assert found.wrong == 1
    found = told(visit(), marks(**{f"c{QUEEN}": "queen"}), marks())
    assert found.wrong == 1


def test_a_symbol_on_the_way_is_not_wrong_unless_it_stays() -> None:
    board = board_of("tango", 0)
    right = [symbol for row in board["solution"] for symbol in row]
    moon = right.index("moon")
    start = ["empty"] * len(right)
    way, there = start[:], start[:]
    way[moon], there[moon] = "sun", "moon"
    assert told(visit("tango"), way, there, won=True).wrong == 0
    assert told(visit("tango"), way, won=True).wrong == 0
    lost = told(visit("tango"), way)
    lost.close("lost", 9.0)
    assert (lost.state, lost.wrong) == ("lost", 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_contradicts_nothing(game: str) -> None:
    board = board_of(game, 0)
    solution = board["solution"]
    cols = board.get("cols") or len(board["grid"][0] if game == "wend" else solution)
    flat = [value for row in solution for value in row]
    shown: dict[str, Any] = {
        "queens": ["queen" if at in CROWNED else "cross" for at in range(SIZE * SIZE)],
        "tango": flat,
        "mini-sudoku": {"digits": [*map(str, flat)]},
        "patches": solution[::-1],
    }
    if game == "zip":
        shown["zip"] = [row * cols + col for row, col in solution]
    if game == "wend":
        shown["wend"] = [[row * cols + col for row, col in cells] for _, cells in solution]
    position = shown[game]
    assert contradictions(board, position) == frozenset()
    if game in {"zip", "patches", "wend"}:
        assert len(contradictions(board, [*position[:-1], position[0]])) == (game == "zip")


def test_each_stroke_off_the_path_is_wrong() -> None:
    path = [row * 7 + col for row, col in board_of("zip", 0)["solution"]]
    off = next(cell for cell in range(49) if cell != path[1])
    assert told(visit("zip"), path[:1], [path[0], off], path[:2], won=True).wrong == 1
    assert told(visit("zip"), path[:1], [path[0], off], [path[0], off, path[3]]).wrong == 2


def test_marks_on_a_board_that_is_about_to_be_replaced_are_wrong_and_win_nothing() -> None:
    heard = visit()
    heard.hear({"from": "page", "number": 1, "inputs": 1, "position": marks(), "ours": False}, 2.0)
    heard.hear({"from": "page", "number": 2, "inputs": 1, "won": True, "ours": False}, 2.0)
    assert (heard.state, heard.wrong) == ("open", 1)


def test_reports_count_in_the_order_in_which_a_document_made_them() -> None:
    heard = visit()
    for number in (2, 3, 1):
        report = {"from": "page", "number": number, "inputs": number, "ours": True}
        heard.hear({**report, "won": True} if number == 3 else report, float(number))
    heard.hear({"from": "frame", "number": 1, "inputs": 5}, 9.0)
    assert (heard.state, heard.inputs) == ("won", 3)


def test_a_win_does_not_wait_for_reports_that_went_astray() -> None:
    heard = visit()
    for number in (1, 3, 4):
        report = {"from": "page", "number": number, "inputs": number, "ours": True}
        heard.hear({**report, "won": True} if number == 4 else report, float(number))
    assert (heard.state, heard.inputs, heard.ended_at) == ("won", 4, 4.0)


def test_the_sheet_has_a_line_for_each_task_and_a_sum_for_each_player() -> None:
    lost = visit("zip")
    lost.close("lost", 5.0)
    found = sheet([told(visit(), marks(**{f"c{QUEEN}": "queen"}), won=True), lost])
    assert [row["state"] for row in found["tasks"]] == ["won", "lost"]
    assert found["players"]["me"] == {
        "tasks": 2,
        "won": 1,
        "lost": 1,
        "open": 0,
        "inputs": 1,
        "wrong_inputs": 0,
        "seconds": 2.5,
        "groups": {"plain": [1, 2]},
    }
    assert table(found).splitlines()[-1] == "| me | 2 | 1 | 0 | 1 | 2 | 1 of 2 |"
