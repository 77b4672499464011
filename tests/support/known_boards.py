"""Boards whose solutions are known."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from player.boards.board_json import entries, parse


def known(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, text in entries(file.read_text(encoding="utf-8")):
        data = parse(text)
        yield f"{file.name} line {number} ({data['id']})", data
