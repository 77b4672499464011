"""A small selectors file, changes of it, and what the loader says of them."""

from pathlib import Path

import pytest

from player.browser.selectors.loader import load
from player.errors import ConfigInvalid

TINY = """\
version: 1
sites:
  toy:
    origin: https://toy.example
    locale: en-US
    timezone: UTC
    signin: ^/login
    generations:
      old: body.old
    overlays:
      - name: cookies
        close: {selector: .reject}
    won:
      - as: banner
        selector: .won
    games:
      zip:
        url: https://toy.example/zip/
        pages:
          old:
            grid: "#grid"
            cell: .cell
            size:
              rows: {property: --rows}
              cols: {property: --cols}
            index: {attribute: data-index}
            read:
              number: {text: .number}
              walls: {all: {right: .right}}
              filled: {has: .filled}
            draw: [keys]
"""


def changed(old: str, new: str, text: str = TINY) -> str:
    assert text.count(old) == 1, f"{old!r} should be there once"
    return text.replace(old, new)


def line_of(text: str, sign: str) -> int:
    (line,) = (number for number, line in enumerate(text.splitlines(), start=1) if sign in line)
    return line


def refusal(folder: Path, content: str | bytes) -> str:
    """Return the loader's error for `content`, without the file's path at its beginning."""
    file = folder / "selectors.yaml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ConfigInvalid) as caught:
        load(file)
    said = str(caught.value)
    assert caught.value.code == 78
    assert len(said.splitlines()) == 1
    assert said.startswith(f"{file}:")
    return said.removeprefix(f"{file}:")
