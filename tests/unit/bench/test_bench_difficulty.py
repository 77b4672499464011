"""The comparison of the difficulty with others' measures: its statistics, on figures that a test makes up."""

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from player.boards.generation import generate
from player.explanations.explanation import WEIGHTS, Wave, measure
from player.games import GAMES
from tests.bench import difficulty as bench
from tests.bench.difficulty import Graded, advantage, cost, fits, graded_boards, spearman


def test_ranks_correlate_whatever_the_scale_and_equal_figures_share_a_rank() -> None:
    assert spearman([1, 2, 3, 4], [1, 10, 100, 1000]) == pytest.approx(1)
    assert spearman([1, 2, 3, 4], [9, 7, 5, 1]) == pytest.approx(-1)
    assert spearman([1, 1, 2], [1, 2, 3]) == pytest.approx(0.866, abs=1e-3)


def test_the_advantage_is_the_share_of_pairs_that_are_in_order() -> None:
    assert advantage([5, 6], [1, 2, 3]) == 1
    assert advantage([2], [1, 2, 3, 4]) == pytest.approx(3 / 8)


@pytest.mark.full
def test_a_fit_finds_the_weights_that_made_the_work_and_is_tested_elsewhere() -> None:
    random = Random(1)  # noqa: S311  # no secret
    boards = [
        Graded(number, None, tuple(Wave("", level, 3 - level % 2, 2, random.random()) for level in (1, 2, 3, 2)), 0.0)
        for number in range(60)
    ]
    work = {board.id: cost(board, WEIGHTS) for board in boards}
    for one in fits(boards, work, halvings=3):
        assert one.here == pytest.approx(1)
        assert one.ours == pytest.approx(1)
        assert 0.8 < one.there <= 1.0001


@pytest.mark.full
def test_the_tables_are_those_of_the_boards_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [generate("zip", 5, seed) | {"id": f"{seed}", "date": f"2026-08-0{seed}"} for seed in range(1, 6)]
    file = tmp_path / "zip.jsonl"
    file.write_text("".join(json.dumps(board) + "\n" for board in made), encoding="utf-8")
    monkeypatch.setattr(bench, "PUZZLES", tmp_path)
    monkeypatch.setattr(bench, "CAPTURES", [])
    board = GAMES["zip"].board.from_json(made[0])
    assert next(graded_boards(file)).difficulty == measure(GAMES["zip"], board)
    out = CliRunner().invoke(bench.main).output
    assert out.splitlines()[2].startswith("| zip (5) ")
    assert "Krazydad" not in out
