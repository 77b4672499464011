"""Pictures of the real site, if they are at hand: frames of videos and screenshots that people took."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.sight.pictures import Picture
from tests.support.places import PUZZLES, SHARED

#: Screenshots of boards that have no or several solutions.
UNSOLVABLE = frozenset({"queens/santipvz-uboard2.png", "queens/santipvz-uboard4.png"})


def frames() -> Iterator[Picture]:
    """Frames of videos; the boards of these days are known."""
    for file in sorted((SHARED / "frames").glob("*/*.png")):
        board = next(board for board in _puzzles(file.stem) if board.get("date") == file.parent.name)
        yield Picture("frames", file.stem, file, (board,))


def screens() -> Iterator[Picture]:
    """Screenshots: the boards of some are known, by hand or by the number in the name; the others have no `boards`."""
    for file in sorted((SHARED / "screens").glob("*/*.png")):
        game, name = file.parent.name, f"{file.parent.name}/{file.name}"
        if name in UNSOLVABLE:
            yield Picture("screens without a unique solution", game, file, (), may_be_refused=True)
        elif regions := _regions().get(name):
            yield Picture("screens", game, file, ({"game": game, "regions": regions},))
        else:
            yield Picture("screens", game, file, tuple(_numbered(game, file)))


def _numbered(game: str, file: Path) -> Iterator[Mapping[str, Any]]:
    number = re.fullmatch(r"oscar-0*(\d+)", file.stem)
    yield from (board for board in _puzzles(game) if number and board.get("number") == int(number[1]))


@cache
def _regions() -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = json.loads(
        (SHARED / "screens" / "queens-regions.json").read_text(encoding="utf-8")
    )
    return found


@cache
def _puzzles(game: str) -> list[dict[str, Any]]:
    file = PUZZLES / f"{game}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
