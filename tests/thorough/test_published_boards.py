"""Published boards of other sites beside this checkout: each has the number of solutions that its publisher means."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from player.games import GAMES
from player.proof import prove

PUZZLES = Path(__file__).parents[3] / "shared" / "puzzles"

#: By file: what its boards have besides the format, and the boards that have several solutions.
FILES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "janko-star-battle": ({}, set()),
    "star-battle": ({}, set()),
    "janko-binairo": ({}, set()),
    "demystify-binairo": (
        {"distinct": True},
        {
            "eprime/binairo/solving_techniques/conceptispuzzles/4_Completing_a_row_of_a_column.param",
            "eprime/binairo/solving_techniques/tectonicpuzzel/1_look_for_a_duo.param",
            "eprime/binairo/solving_techniques/tectonicpuzzel/2_avoid_trios.param",
            "eprime/binairo/solving_techniques/tectonicpuzzel/3_completing_rows_or_columns.param",
            "eprime/binairo/solving_techniques/tectonicpuzzel/4_avoid_identical_rows_or_columns.param",
        },
    ),
    "janko-shikaku": ({}, {"janko-shikaku-415"}),
    "janko-sudoku": ({}, set()),
}


def boards(name: str) -> Iterator[dict[str, Any]]:
    for line in (PUZZLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield {**json.loads(line), **FILES[name][0]}


@pytest.mark.parametrize("name", FILES)
def test_published_boards_have_one_solution_but_for_a_few(name: str) -> None:
    if not (PUZZLES / f"{name}.jsonl").exists():
        pytest.skip("there are no published boards beside this checkout")
    several, none = set[str](), set[str]()
    for data in boards(name):
        game = GAMES[data["game"]]
        proof = prove(game, game.board.from_json(data))
        if proof.solutions != 1:
            (several if proof.solutions else none).add(data["id"])
    assert (several, none) == (FILES[name][1], set())
