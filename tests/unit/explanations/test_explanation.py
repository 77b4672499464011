"""`player explain`: its output for people and programs."""

import io
import json
import re
from html import escape
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from player.boards.generation import generate
from player.explanations.explanation import explain, measure
from player.explanations.report import Explainer, explained, show
from player.explanations.steps import Fact
from player.explanations.words import line_words, places, settled
from player.files import Records
from player.games import GAMES, queens
from player.games.grid import Cell, cells
from player.proof import prove
from tests.support.commands import FULL, Player, needs_a_full_disk
from tests.support.games.queens import FIVE as BOARD
from tests.support.games.shared import games_with

SOLUTION = prove(queens.GAME, BOARD).solution


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(queens.board.to_json(BOARD)), encoding="utf-8")
    return file


def test_people_get_a_line_for_each_step_and_the_difficulty(player: Player, board: Path) -> None:
    code, out, err = player("explain", board)
    assert (code, err) == (0, "")
    found = explained(queens.GAME, BOARD)
    drawn, _, rest = out.partition("\n  1 ")
    assert drawn.splitlines()[:2] == ["   1  2  3  4  5", "1  A  A  A  B  B "], "rows and columns have numbers"
    assert "♛" not in drawn
    for number, step in enumerate(found.steps, start=1):
        assert f"{number} {step.rule}: {step.says} -> " in f"1 {rest}"
    assert f"\n{found.difficulty}: " in out


@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_terminal_gets_lines_of_its_width_and_a_pipe_a_line_for_each_step(width: int) -> None:
    reported = {}
    for terminal in (True, False):
        out = io.StringIO()
        console = Console(file=out, width=width, force_terminal=terminal, color_system=None, highlight=False)
        show(queens.GAME, BOARD, explained(queens.GAME, BOARD), console)
        reported[terminal] = out.getvalue()
    wrapped, piped = ([line.rstrip() for line in reported[terminal].splitlines()] for terminal in (True, False))
    assert max(map(len, wrapped)) <= width
    assert max(map(len, piped)) > 100
    assert len([line for line in piped if " -> " in line]) == len(explain(queens.GAME, BOARD, SOLUTION).steps)
    assert " ".join(reported[True].split()) == " ".join(reported[False].split())
    begin, end = (number for number, line in enumerate(wrapped) if not line)
    hanging = [line for line in wrapped[begin + 1 : end] if not re.match(r" *\d+ ", line)]
    assert all(line.startswith("    ") for line in hanging)
    assert bool(hanging) == (width < 100)


def test_a_terminal_gets_the_line_of_one_board_of_many_with_a_hanging_indent(tmp_path: Path) -> None:
    out, file = io.StringIO(), tmp_path / "boards.jsonl"
    file.write_text(2 * f"{json.dumps(queens.board.to_json(BOARD))}\n", encoding="utf-8")
    console = Console(file=out, width=40, force_terminal=True, color_system=None, highlight=False)
    assert Explainer(Records(None, durable=False), console, explained).file(str(file)) == 0
    lines = out.getvalue().splitlines()
    assert max(map(len, lines)) <= 40
    assert [line[:4].isspace() for line in lines if line[0] not in "Q2"] == [True] * (len(lines) - 3)
    assert len(lines) > 3


def test_a_terminal_is_shown_no_long_lists_unless_all_is_wanted(player: Player, tmp_path: Path) -> None:
    row = [Cell(1, col) for col in range(0, 12, 2)]
    assert places(row, 4) == "R2C1, R2C3, R2C5, R2C7 and 2 more"
    assert places(row[:5], 4) == "R2C1, R2C3, R2C5, R2C7 and R2C9", "one more is named"
    file = tmp_path / "board.json"
    file.write_text(json.dumps(generate("queens", 11, 3)), encoding="utf-8")
    short, whole = (player("explain", file, *options).out.splitlines() for options in ((), ("-v",)))
    cut = [(a, b) for a, b in zip(short, whole, strict=True) if a != b]
    assert cut
    for a, b in cut:
        assert re.fullmatch(r"(.*) and \d+ more", a)
        assert b.startswith(a.rpartition(" and ")[0])


def test_cells_are_named_in_few_words() -> None:
    one_column = [Cell(row, 1) for row in (4, 0, 2)]
    assert places([Cell(0, 0), Cell(0, 1), Cell(2, 1)]) == "R1C1-2 and R3C2"
    assert places(one_column) == "R1C2, R3C2 and R5C2"
    assert places([Cell(2, col) for col in (0, 2, 3, 4, 5, 7)]) == "R3C1, R3C3-6 and R3C8"
    assert places([*cells(3, 2), Cell(4, 4)]) == "R1-3C1-2 and R5C5", "a block is one"
    reasoner = GAMES["queens"].reasoner(BOARD)
    facts = [*(Fact(at, holds=False) for at in one_column), *map(Fact, SOLUTION[:1])]
    assert list(settled(reasoner, facts)) == [
        "3 cells ruled out: R1C2, R3C2 and R5C2",
        f"a queen at {SOLUTION[0]}",
    ]


def test_lines_are_named_by_their_corners() -> None:
    path = [Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(1, 2), Cell(2, 2), Cell(2, 1)]
    assert [*line_words(pairwise(path))] == ["R1C1-R1C3-R3C3-R3C2"]
    assert [*line_words([(path[0], path[1]), (path[3], path[4])])] == ["R1C1-R1C2", "R2C3-R3C3"]
    around = [Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, 0), Cell(0, 0)]
    (ring,) = line_words(pairwise(around))
    assert ring.count("-") == 4, "a loop ends where it began"


def test_programs_get_one_object(player: Player, board: Path) -> None:
    code, out, err = player("explain", board, "--json", "-")
    assert (code, err) == (0, "")
    data = json.loads(out)
    found = explained(queens.GAME, BOARD)
    assert found.difficulty
    assert data["board"] == queens.board.to_json(BOARD)
    assert (data["difficulty"], data["rules"]) == (found.difficulty.to_json(), dict(found.rules))
    assert data["rating"] == found.difficulty.level
    marks = [mark for step in data["steps"] for mark in step["settles"]]
    placed = [mark["cells"][0] for mark in marks if mark["mark"] == "queen"]
    assert sorted(placed) == [list(queen) for queen in SOLUTION]
    assert len({json.dumps(mark) for mark in marks}) == len(marks)
    assert set(data["steps"][0]) == {"rule", "proved", "says", "uses", "settles"}


def test_a_hint_is_the_first_steps_and_says_nothing_of_the_rest(player: Player, board: Path) -> None:
    whole = json.loads(player("explain", board, "--json", "-").out)["steps"]
    data = json.loads(player("explain", board, "--json", "-", "--steps", "2").out)
    assert data["steps"] == whole[:2]
    assert not {"rating", "difficulty"} & set(data)
    code, out, _ = player("explain", board, "--steps", "1")
    assert code == 0
    assert "\n  2 " not in out
    assert str(explained(queens.GAME, BOARD).difficulty) not in out


def test_the_reason_of_a_move_is_the_step_that_settled_it() -> None:
    found = explain(queens.GAME, BOARD, SOLUTION)
    for queen in SOLUTION:
        step = found.why([queen])
        assert step
        assert any(fact.holds and fact.name == queen for fact in step.settles)
    assert found.why([Cell(0, 0)]) is None


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.full), pytest.param(5, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", games_with("explain"))
def test_named_rules_lead_to_the_solution_and_every_step_leads_somewhere(name: str, seed: int) -> None:
    game = GAMES[name]
    board = game.board.from_json(generate(name, 6, seed))
    solution = prove(game, board).solution
    found = explain(game, board, solution)
    assert not (found.reasoner.rules and any(step.proved for step in found.steps))
    assert max(len(step.says) for step in found.steps) <= 160
    settled_facts = [*found.reasoner.given(), *(fact for step in found.steps for fact in step.settles)]
    assert len(settled_facts) == len(set(settled_facts))
    wanted = {*found.reasoner.wanted(solution)}
    assert wanted <= {*settled_facts}
    contrary = [fact._replace(holds=not fact.holds) for fact in (*wanted, *found.reasoner.facts(solution))]
    assert {*contrary}.isdisjoint(settled_facts)
    for number, step in enumerate(found.steps):
        later = {fact for other in found.steps[number + 1 :] for fact in other.uses}
        assert not (wanted | later).isdisjoint(step.settles), step.says
        known = {*found.reasoner.given(), *(fact for other in found.steps[:number] for fact in other.settles)}
        assert known.issuperset(step.uses)


def test_the_difficulty_is_that_of_the_measure_and_of_the_whole_board() -> None:
    assert explained(queens.GAME, BOARD).difficulty == measure(queens.GAME, BOARD)
    assert explained(queens.GAME, BOARD, 2).difficulty is None


@pytest.mark.parametrize(
    ("name", "premise", "fact"),
    [
        ("queens", "row 1", "no queen at R1C1"),
        ("zip", "number 2", "the path does not run between R1C1 and R1C2"),
        ("tango", "as many suns as moons in row 1", "a moon at R1C1"),
        ("mini-sudoku", "a place for the 1 in the box at the top left", "no 1 at R1C1"),
        ("patches", "the clue at R1C1", "no patch R1C1"),
        ("wend", "", ""),
    ],
)
def test_premises_and_facts_have_words_of_their_own_and_cells(name: str, premise: str, fact: str) -> None:
    game = GAMES[name]
    board = game.board.from_json(generate(name, 6, 3))
    reasoner, inside = game.reasoner(board), {*cells(*board.shape)}
    facts = [Fact(one.name, holds) for one in reasoner.facts(prove(game, board).solution) for holds in (True, False)]
    of_premises, of_facts = [one.words for one in reasoner.premises.values()], [*map(reasoner.words, facts)]
    assert len(set(of_premises)) == len(of_premises)
    assert all(inside.issuperset(one.cells) for one in reasoner.premises.values())
    assert all(inside.issuperset(reasoner.mark(one).cells) for one in facts)
    assert all(reasoner.mark(one).positive for one in facts if one.holds)
    texts = {re.sub(r"\d+", "#", text) for text in (*of_premises, *of_facts)}
    assert texts.issuperset(re.sub(r"\d+", "#", text) for text in (premise, fact) if text)


TWO = {"game": "queens", "regions": [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]}


@pytest.mark.parametrize(
    ("text", "arguments", "refused"),
    [
        ("{", (), (65, "not JSON")),
        (json.dumps(TWO), (), (65, "the board has two solutions or more")),
        (json.dumps(TWO), ("--line", "7"), (65, "no board is on line 7")),
        (json.dumps(TWO), ("--steps", "0"), (2, "'--steps': 0 is not in the range")),
        (json.dumps(TWO), ("--offline", "replica"), (2, "--offline is where a GAME is")),
        (json.dumps(TWO), ("--json", "-", "--html", "-"), (2, "standard output (-) takes one thing only")),
        (json.dumps(queens.board.to_json(BOARD)), ("--html", "/proc/none/x.html"), (73, "can't be made")),
        (json.dumps(TWO), ("--json", "/proc/none"), (73, "can't be opened")),
    ],
)
def test_what_is_wrong_is_one_line(
    player: Player, board: Path, text: str, arguments: tuple[str, ...], refused: tuple[int, str]
) -> None:
    board.write_text(text, encoding="utf-8")
    code, said = player.refuses("explain", board, *arguments)
    assert code == refused[0]
    assert refused[1] in said


def test_the_page_has_a_picture_and_a_sentence_for_each_step(player: Player, board: Path, tmp_path: Path) -> None:
    found = explained(queens.GAME, BOARD)
    target = tmp_path / "steps.html"
    code, out, _ = player("explain", board, "--html", target)
    assert code == 0
    assert "  1 " in out
    page = target.read_text(encoding="utf-8")
    figures = page.split("<figure ")[1:]
    assert len(figures) == len(found.steps) + 1
    assert 'class="crown"' not in figures[0]
    for figure, step in zip(figures[1:], found.steps, strict=True):
        assert escape(step.says) in figure
        assert figure.count('class="settled"') == len(step.settles)
    assert figures[-1].count('class="crown"') == BOARD.size
    assert f"<b>{found.difficulty}</b>" in page
    assert player("explain", board, "--html", "-", "--steps", "1").out.count("<figure ") == 2


def test_a_page_is_of_one_board(player: Player, board: Path) -> None:
    one = board.read_text(encoding="utf-8")
    board.write_text(f"{one}\n{one}", encoding="utf-8")
    code, line = player.refuses("explain", board, "--html", "-")
    assert (code, line.endswith("but a page shows one: choose it, for example --line 1")) == (65, True)
    assert player("explain", board, "--html", "-", "--line", "2").code == 0


def test_of_many_boards_each_gets_a_line_and_the_bad_ones_stop_nothing(player: Player, board: Path) -> None:
    good = board.read_text(encoding="utf-8")
    board.write_text(f"{good}\n{json.dumps(TWO)}\nno board\n", encoding="utf-8")
    code, out, err = player("explain", board)
    found = explained(queens.GAME, BOARD)
    assert found.difficulty
    lines = out.splitlines()
    assert (code, err) == (65, "")
    assert lines[0].startswith(f"Queens line 1: {len(found.steps)} steps, {found.difficulty}: ")
    assert lines[1].startswith(
        f"{board} line 2: the board has two solutions or more: it was misread, a clue is missing, or "
    )
    assert lines[2] == f"{board} line 3: not JSON: Expecting value at character 1"
    assert lines[3] == f"3 boards: 1 {found.difficulty.level}, 2 refused"
    records = [json.loads(line) for line in player("explain", board, "--json", "-").out.splitlines()]
    assert [set(one) >= {"error"} for one in records] == [False, True, True]
    assert [one["line"] for one in records] == [1, 2, 3]
    assert len(records[0]["steps"]) == len(found.steps)


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        ("quens", 2, "unknown game 'quens': did you mean 'queens'?"),
        ("there/is/none.json", 66, "there/is/none.json is not there"),
        ("", 2, "the path is empty"),
    ],
)
def test_a_name_that_is_neither_a_game_nor_a_file_is_reported(
    player: Player, source: str, code: int, said: str
) -> None:
    assert (found := player.refuses("explain", source))[0] == code
    assert said in found[1]


@needs_a_full_disk
def test_a_full_disk_is_74(player: Player, board: Path) -> None:
    code, _, err = player("explain", board, "--json", FULL)
    assert (code, err) == (74, "player: the JSON output can't be written: No space left on device\n")
