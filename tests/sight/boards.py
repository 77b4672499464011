"""The boards that are drawn: our own, real ones if they are at hand, and generated ones."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from player.boards.generation import generate
from player.files import BOARDS
from player.games import GAMES
from tests.support.places import PUZZLES

#: The sizes of generated boards: smaller and larger ones than the site's.
SIZES: Mapping[str, tuple[int, ...]] = {
    "queens": (5, 7, 9, 11),
    "zip": (5, 6, 8, 9),
    "tango": (6, 6, 8),
    "mini-sudoku": (6, 4),
    "patches": (5, 6, 8, 9),
    "wend": (5, 6),
}


def boards(game: str, most: int) -> list[dict[str, Any]]:
    """Return up to `most` boards of `game` with their solutions; the same ones in each run."""
    ours, real, made = _of(BOARDS / f"{game}.jsonl"), _of(PUZZLES / f"{game}.jsonl"), _generated(game)
    Random(game).shuffle(real)  # noqa: S311  # the same ones in each run
    found = [board for group in zip(ours, real or ours, made, strict=False) for board in group]
    return _different(found + ours + real)[:most]


def lines(name: str, most: int) -> list[dict[str, Any]]:
    """Return up to `most` boards of the file `name` of other people's boards; none if it is not at hand."""
    found = _of(PUZZLES / f"{name}.jsonl")
    Random(name).shuffle(found)  # noqa: S311  # the same ones in each run
    return found[:most]


def _of(file: Path) -> list[dict[str, Any]]:
    if not file.is_file():
        return []
    return [_solved(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _solved(board: dict[str, Any]) -> dict[str, Any]:
    """Return the board with its solution, if it has one, and without what archives have of Wend."""
    if "words" in board:
        board["solution"] = [*zip(board["words"], board["paths"], strict=True)]
    return {key: value for key, value in board.items() if key not in {"words", "paths", "ways"}}


def _generated(game: str) -> list[dict[str, Any]]:
    return list(islice(_making(game), 2 * len(SIZES[game])))


def _making(game: str) -> Iterator[dict[str, Any]]:
    for number in range(1, 100):
        for size in SIZES[game]:
            yield generate(game, size, 17, number)


def _different(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the boards once each, in their order."""
    seen = {
        json.dumps(GAMES[board["game"]].board.to_json(_read(board)), sort_keys=True): board for board in reversed(found)
    }
    kept = {id(board) for board in seen.values()}
    return [board for board in found if id(board) in kept]


def _read(board: dict[str, Any]) -> Any:
    return GAMES[board["game"]].board.from_json(board)
