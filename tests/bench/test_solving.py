"""What it costs to encode, solve, prove and check a board: all boards of a file, one after the other.

Times are milliseconds for a whole file. The line printed is of one board, in milliseconds, with the share that a bare
call of pycosat on the same clauses takes.
"""

import json
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import pycosat  # noqa: TID251  # the floor: what no encoding can be faster than
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from player.data import BOARDS
from player.games import GAMES
from player.prove import prove
from tests.conftest import SHARED

PUZZLES = SHARED / "puzzles"
FILES = [path for path in sorted((PUZZLES if PUZZLES.is_dir() else BOARDS).glob("*.jsonl")) if path.stem in GAMES]


def boards(path: Path) -> list[tuple[Any, Any]]:
    found = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [(GAMES[board["game"]], GAMES[board["game"]].from_json(board)) for board in found]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_solve_and_prove_every_board(benchmark: BenchmarkFixture, path: Path) -> None:
    work = boards(path)
    benchmark.group = f"solve and prove: {path.stem}, {len(work)} boards"
    solved = benchmark(lambda: [prove(game, board).solutions for game, board in work])
    assert solved == [1] * len(work)
    times = sorted(_time(game, board) for game, board in work for _ in range(5))
    share = sum(_pycosat(game, board) for game, board in work) / sum(_time(game, board) for game, board in work)
    figures = {"median_ms": median(times), "p99_ms": quantiles(times, n=100)[98], "max_ms": times[-1], "pycosat": share}
    benchmark.extra_info.update(figures)
    print(f"\n{path.stem}: " + ", ".join(f"{name} {value:.3f}" for name, value in figures.items()))


def _time(game: Any, board: Any) -> float:
    start = perf_counter()
    prove(game, board)
    return 1000 * (perf_counter() - start)


def _pycosat(game: Any, board: Any) -> float:
    clauses = game.encode(board).clauses
    start = perf_counter()
    pycosat.solve(clauses)
    return 1000 * (perf_counter() - start)
