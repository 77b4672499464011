"""Selectors and sites are named in selectors.yaml and nowhere else."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import player
from player.browser.selectors.loader import load
from player.files import SELECTORS

PACKAGE = Path(player.__file__).parent
CODE = sorted(file for kind in ("*.py", "*.js") for file in PACKAGE.rglob(kind) if "fixtures" not in file.parts)


def texts(tree: Any) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from texts(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from texts(value)


@cache
def names() -> set[str]:
    """Every class name, id, data attribute and custom property in selectors.yaml."""
    found: set[str] = set()
    for text in texts(load(SELECTORS).model_dump(mode="json")):
        found |= set(re.findall(r"[.#]([A-Za-z][\w-]+)", text)) | set(re.findall(r"\bdata-[\w-]+|--[\w-]+", text))
    return found


def test_the_names_looked_for_are_those_of_selectors_yaml() -> None:
    known = {"trail-cell--filled", "queens-grid", "data-cell-idx", "launch-footer-start-button", "--rows"}
    assert known <= names()
    assert len(CODE) > 20
    assert {"look.js", "game_page.py", "sources.py"} <= {file.name for file in CODE}


def test_no_name_of_a_page_stands_in_the_code() -> None:
    # A name without a dash ("button") may be a word of ours; with one, it is the site's.
    pieces = (
        "trail-",
        "queens-grid",
        "queens-empty",
        "cell-input",
        "cell-color",
        "cell-idx",
        "launch-footer",
        "artdeco",
        "lotka",
    )
    of_pages = [*pieces, *(name for name in sorted(names()) if "-" in name)]
    for file in CODE:
        code = file.read_text(encoding="utf-8")
        assert [name for name in of_pages if name in code] == [], file


def test_the_code_that_drives_pages_names_no_site_and_no_game() -> None:
    for file in (file for file in CODE if file.is_relative_to(PACKAGE / "browser")):
        code = file.read_text(encoding="utf-8").lower()
        assert [name for name in ("linkedin", "queens", "trail") if re.search(rf"\b{name}", code)] == [], file
