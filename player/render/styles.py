"""Colours and widths of boards, from one data file for pictures and terminals."""

import tomllib
from pathlib import Path
from typing import Any

STYLES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("styles.toml").read_text(encoding="utf-8"))


def cyclic(colors: list[str], number: int) -> str:
    """Return the colour for `number`; colours repeat if there are fewer of them."""
    return colors[number % len(colors)]
