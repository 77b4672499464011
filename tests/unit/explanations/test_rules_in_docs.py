"""docs/explain.md lists the rules by which boards are explained."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from player.boards.board_json import board_of
from player.files import BOARDS
from player.games import GAMES, queens
from tests.support.games.shared import games_with

PAIRS, PAIRS_NAMED = "naked and hidden pair and triple", "naked pair, hidden pair, naked triple, hidden triple"
EXPLAIN = (Path(__file__).parents[3] / "docs" / "explain.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "stars"), [*((name, 1) for name in games_with("explain")), ("queens", 2)])
def test_the_docs_name_every_rule_and_no_other_of(name: str, stars: int) -> None:
    _, board = board_of(json.loads((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0]))
    board = replace(board, stars=stars) if isinstance(board, queens.board.Board) else board
    row = re.search(rf"^\| {'its Star Battles' if stars > 1 else name} \|(.*)\|$", EXPLAIN, re.MULTILINE)
    assert row
    columns = [column.replace(PAIRS, PAIRS_NAMED).strip().split(", ") for column in row[1].split("|")]
    rules = {(rule.level, rule.name) for rule in GAMES[name].reasoner(board).rules}
    assert {(level, rule) for level in (1, 2, 3) for rule in columns[level] if rule} <= rules
    for rule in GAMES[name].reasoner(board).rules:
        shared = stars > 1 and rule.name in {one.name for one in GAMES[name].reasoner(replace(board, stars=1)).rules}
        assert rule.name in columns[rule.level] or shared, rule.name
