"""The example of docs/certificates.md: its board, its counts, and each step of its proof."""

import json
import re

from player.boards.board_json import board_of
from player.boards.formula_exchange import formula_of
from player.certificates.checker.check import verified
from player.certificates.checker.folder import steps_in
from player.proof import prove
from tests.support.documents import ROOT, blocks

TEXT = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
BLOCKS = ["\n".join([*block, ""]) for block in blocks(TEXT)]


def test_the_steps_prove_the_only_solution_of_the_example() -> None:
    game, board = board_of(json.loads(next(block for block in BLOCKS if block.startswith("{"))))
    formula = formula_of(game, board)
    excluded = tuple(map(int, re.findall(r"the last clause of `excluded.cnf` is `(.*) 0`", TEXT)[0].split()))
    facts = [-literal for literal in excluded]
    assert f"The solution is {', '.join(map(str, facts))}, and" in TEXT
    (solution,) = prove(game, board).found
    assert [5 * row + col + 1 for row, col in solution] == facts
    assert f"`formula.cnf` has {len(formula.cnf.clauses)} clauses" in TEXT
    steps = steps_in(next(block for block in BLOCKS if block.startswith("-20 0")).splitlines(keepends=True))
    assert [*verified(steps, len(formula.symbols), [*formula.cnf.clauses, excluded])]


def test_the_clauses_of_the_regions_are_those_of_the_formula() -> None:
    game, board = board_of(json.loads(next(block for block in BLOCKS if block.startswith("{"))))
    shown = [tuple(map(int, clause.split())) for clause in re.findall(r"\b[A-E] `([\d ]+) 0`", TEXT)]
    assert shown == formula_of(game, board).cnf.clauses[-5:]


def test_the_drawing_is_the_board() -> None:
    data = json.loads(next(block for block in BLOCKS if block.startswith("{")))
    rows = re.findall(r"^     \d (.*?)   +([\d ]+)$", TEXT, re.MULTILINE)
    assert [["ABCDE"[region] for region in row] for row in data["regions"]] == [cells.split() for cells, _ in rows]
    assert [int(number) for _, numbers in rows for number in numbers.split()] == [*range(1, 26)]
