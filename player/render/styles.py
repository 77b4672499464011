"""How boards look: the one data file for pictures and terminals."""

import tomllib
from pathlib import Path
from typing import Any

STYLES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("styles.toml").read_text(encoding="utf-8"))


def cyclic(colors: list[str], number: int) -> str:
    """The colour of that number; there may be fewer colours than things."""
    return colors[number % len(colors)]
