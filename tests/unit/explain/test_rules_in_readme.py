"""The README lists the rules by which boards are explained."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from player.boards import board_of
from player.data import BOARDS
from player.explain import REASONERS
from player.games import GAMES, queens

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")


def test_every_game_is_explained() -> None:
    assert set(REASONERS) == set(GAMES)


@pytest.mark.parametrize(("name", "stars"), [*((name, 1) for name in GAMES), ("queens", 2)])
def test_the_readme_names_every_rule_of(name: str, stars: int) -> None:
    _, board = board_of(json.loads((BOARDS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[0]))
    board = replace(board, stars=stars) if isinstance(board, queens.Board) else board
    rows = re.findall(r"^\| .*\|$", README, re.MULTILINE)
    told = "\n".join(rows).replace(
        "naked and hidden pair and triple", "naked pair, hidden pair, naked triple, hidden triple"
    )
    for rule in REASONERS[name](board).rules:
        assert re.search(rf"[|,] {rule.name}( \||,)", told), rule.name
