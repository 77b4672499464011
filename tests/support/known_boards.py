"""Boards whose solutions are known."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from player.boards.board_files import grouped
from player.boards.board_json import parse


def entries(text: str) -> list[tuple[int, str]]:
    """Return the boards in the text of a file, with line numbers."""
    return list(grouped(io.StringIO(text)))


def known(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, text in entries(file.read_text(encoding="utf-8")):
        data = parse(text)
        yield f"{file.name} line {number} ({data['id']})", data
