"""Certificates of real boards, where they are beside the checkout: written and checked."""

import json
from pathlib import Path

import pytest

from player.boards.board_json import board_of
from player.certificates.writing import certificate
from player.proof import prove
from tests.support.certificates import judge
from tests.support.places import PUZZLES

FILES = sorted(PUZZLES.glob("*.jsonl"))
#: One board of so many is taken from each file.
STEP = 10


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_certificate_of_a_real_board_holds(file: Path, tmp_path: Path) -> None:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines()[::STEP]):
        game, board = board_of(json.loads(line))
        proof = prove(game, board)
        if proof.solutions != 1:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, content in certificate(game, board, "a board").files.items():
            (folder / name).write_bytes(content)
        judged = judge(folder)
        assert judged.checked.solution == game.board.solution_to_json(proof.solution)
