"""Junk in place of any part of selectors.yaml, and the check that it is taken or refused in one line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from player.browser.selectors.loader import load
from player.errors import ConfigInvalid
from player.files import SELECTORS

Where = tuple[str | int, ...]


def shipped() -> Any:
    """The shipped file as JSON, which YAML takes too."""
    return load(SELECTORS).model_dump(mode="json", by_alias=True, exclude_unset=True)


def nodes(tree: Any, where: Where = ()) -> Iterator[Where]:
    yield where
    for step, value in tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ():
        yield from nodes(value, (*where, step))


DELETED = object()


def put(tree: Any, where: Where, value: Any) -> Any:
    """`tree` with `value` at `where`, or without what stood there."""
    if not where:
        return None if value is DELETED else value
    step, *rest = where
    items = tree.items() if isinstance(tree, dict) else enumerate(tree)
    new = [
        (key, put(old, tuple(rest), value) if key == step else old)
        for key, old in items
        if not (value is DELETED and not rest and key == step)
    ]
    return dict(new) if isinstance(tree, dict) else [old for _, old in new]


SHIPPED = shipped()


WORDS = st.sampled_from(sorted({str(step) for where in nodes(SHIPPED) for step in where})) | st.text()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)


def is_taken_or_refused(folder: Path, text: str) -> None:
    """Loading `text` ends in selectors or in one line of ConfigInvalid, in nothing else."""
    file = folder / "selectors.yaml"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    said = ""
    try:
        load(file)
    except ConfigInvalid as error:
        said = str(error)
    assert not said or said.startswith(f"{file}:")
    assert len(said.splitlines()) <= 1
    said.encode()  # it reaches the terminal
