"""Boards whose solutions are known: our own, and real ones, which are other people's data."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from player.boards.board_files import grouped
from player.boards.board_json import parse
from tests.support.places import PUZZLES

#: The files of real boards of the games of the site.
REAL = ["star-battle", "tango", "mini-sudoku"]
REAL += [f"{game}{other}" for game in ("queens", "zip", "patches") for other in ("", "-other")]


def entries(text: str) -> list[tuple[int, str]]:
    """Return the boards in the text of a file, with line numbers."""
    return list(grouped(io.StringIO(text)))


def known(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, text in entries(file.read_text(encoding="utf-8")):
        data = parse(text)
        yield f"{file.name} line {number} ({data['id']})", data


def real(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the boards of a file beside the checkout; without it, skip the test."""
    if not (file := PUZZLES / f"{name}.jsonl").exists():
        pytest.skip(f"{file} is not beside this checkout: real boards are other people's data")
    yield from known(file)
