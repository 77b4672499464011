"""Styles of boards, in pictures and terminals: `styles.toml` for all, and `style.toml` in the folder of each game."""

import tomllib
from importlib.resources import files
from typing import Any


def _loaded(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))


def style_of(package: str) -> dict[str, Any]:
    """Return the colours and lengths in `style.toml`, which is in the folder of `package`, a game."""
    return _loaded(package, "style.toml")


STYLES: dict[str, dict[str, Any]] = _loaded("player.render", "styles.toml")


def cyclic(colors: list[str], number: int) -> str:
    """Return the colour for `number`; colours repeat if there are fewer of them."""
    return colors[number % len(colors)]
