"""The README and the pages in docs/, taken apart: links, commands, and the output that is shown after them."""

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
DOCUMENTS = [README, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]

_SEPARATORS = {"|", "||", "&", "&&", ";"}


class Command(NamedTuple):
    """`player ARGUMENT...` in a code block or a comment; its output goes `to` a file if that is not empty.

    `piped` commands read or feed another one.
    """

    document: str
    arguments: tuple[str, ...]
    to: str = ""
    piped: bool = False

    def __str__(self) -> str:
        return f"{self.document}: player {' '.join(self.arguments)}"


def blocks(text: str) -> list[list[str]]:
    """Return the indented code blocks and the HTML comments of a document, as lines without their indent."""
    found: list[list[str]] = []
    comment = inside = False
    for line in text.splitlines():
        comment = (comment or line.startswith("<!--")) and line != "-->"
        if comment or line.startswith("    "):
            if not inside:
                found.append([])
            found[-1].append(line.removeprefix("    "))
        inside = comment or line.startswith("    ")
    return found


def commands(document: Path) -> Iterator[Command]:
    """Yield each `player` command of the code blocks, in order."""
    for block in blocks(document.read_text(encoding="utf-8")):
        yield from _commands(document.name, block)


def shown(document: Path) -> Iterator[tuple[list[Command], list[str]]]:
    """Yield each block of commands that a block of output follows, with that output."""
    every = blocks(document.read_text(encoding="utf-8"))
    for block, after in pairwise(every):
        if (before := list(_commands(document.name, block))) and after[0][:1] in "┏Zz. ":
            yield before, after


def _commands(document: str, block: list[str]) -> Iterator[Command]:
    for line in block:
        if re.match(r"(player|\S*/player|python3?|sed|z3|\S*/python3?) ", line):
            yield from _of_line(document, line)


def _of_line(document: str, line: str) -> Iterator[Command]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words: list[str] = []
    before = ""
    for word in [*lexer, ";"]:
        if word not in _SEPARATORS:
            words.append(word)
            continue
        if words and Path(words[0]).name == "player":
            to = words[words.index(">") + 1] if ">" in words else ""
            arguments = words[1 : words.index(">")] if to else words[1:]
            yield Command(document, tuple(arguments), to, "|" in {before, word})
        words, before = [], word


def same_output(output: list[str], printed: str) -> bool:
    """Return whether `output` has the lines that were printed; `...` is lines left out, times and widths may differ."""
    wanted, have = _plain(output), _plain(printed.splitlines())
    gaps = [i for i, line in enumerate(wanted) if line == "..."]
    if not gaps:
        return wanted == have
    parts = [wanted[first + 1 : last] for first, last in pairwise([-1, *gaps, len(wanted)])]
    at = len(parts[0])
    if have[:at] != parts[0]:
        return False
    for part in parts[1:]:
        ends = [i + len(part) for i in range(at, len(have) - len(part) + 1) if have[i : i + len(part)] == part]
        if not ends:
            return False
        at = ends[-1] if part is parts[-1] else ends[0]
    return at == len(have) or not parts[-1]


def _plain(lines: list[str]) -> list[str]:
    ruled = [re.sub(r"([━─])\1*", r"\1", line) if re.search("[┳╇┴]", line) else line for line in lines]
    plain = [" ".join(re.sub(r"\d+\.\d+|(?<=│)\s*\d+\s*(?=│)", " # ", line).split()) for line in ruled]
    return [line for line in plain if line]


def container_instructions() -> list[tuple[str, str]]:
    """Return the instructions of docs/Containerfile with their arguments, without comments."""
    text = (ROOT / "docs" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]
