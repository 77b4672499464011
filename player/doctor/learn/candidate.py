"""A candidate: a reading to try, where it comes from, and how far it is trusted."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Reading = dict[str, Any]
"""A reading as in selectors.yaml."""

#: How far a reading is trusted to stay: what is there for programs, what is seen, styles, names of one build.
MARKED, SEEN, NAMED, STYLED, PASSING = 5, 5, 4, 3, 1


@dataclass(frozen=True, slots=True)
class Candidate:
    """A reading to try; `source` is what it reads: candidates with different sources are independent witnesses."""

    reading: Reading
    source: str
    weight: int

    @property
    def key(self) -> str:
        """The reading as text."""
        return json.dumps(self.reading, sort_keys=True)

    @property
    def is_seen(self) -> bool:
        """True if a person perceives what is read: a text, a label, a drawing, a colour; not a name in the markup."""
        labels = {"aria-label", "alt", "title", "src", "href", "xlink:href"}
        kinds = {"text", "name", "drawing", "property", "outline"}
        return bool(kinds & self.reading.keys()) or self.reading.get("attribute") in labels

    @property
    def words(self) -> str:
        """The names and texts in the reading: values of attributes, classes, patterns."""
        return " ".join(_words(self.reading))


def _words(part: Any) -> Iterator[str]:
    """Yield the names and texts in a part of a reading."""
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _words(value)
        elif key == "pattern":
            yield str(value)
        elif isinstance(value, str):
            yield from (
                f"{quoted} {name}" for quoted, name in re.findall(r'="([^"]*)"|([.#]-?[A-Za-z_][\w-]*|^\w+$)', value)
            )


def is_lasting(name: str) -> bool:
    """Return True if `name` is no counter; names that a page's build made are in no answer of the page."""
    return bool(name) and not re.search(r"\d", name)


def with_value(reading: Reading, value: str) -> Reading:
    """Return `reading` so that it gives nothing but `value`, which stands in the place of its pattern's group."""
    told = escaped(value)
    pattern = reading.get("pattern", "^()$")
    start, end = _group(pattern)
    return {**reading, "pattern": f"{pattern[:start]}{told}{pattern[end:]}"}


def escaped(text: str) -> str:
    """Return a regex for just this text, here and in a page."""
    return re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", text)


def _group(pattern: str) -> tuple[int, int]:
    """Return where the text in the first group of a pattern starts and ends."""
    start, depth, at, in_class = -1, 0, 0, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            at += 2
            continue
        in_class = (in_class or sign == "[") and sign != "]"
        if sign == "(" and not in_class:
            if start < 0 and pattern[at + 1 : at + 2] != "?":
                start, depth = at + 1, 0
            elif start >= 0:
                depth += 1
        elif sign == ")" and not in_class and start >= 0:
            if not depth:
                return start, at
            depth -= 1
        at += 1
    raise ValueError(f"{pattern!r} has no group")


#: The evidence for `at_start`.
AT_START = "what is there at the start is given"


def at_start(marks: Iterable[str | Reading]) -> Reading:
    """Return the reading of what is given, if only the marks that are there at the start are: one of `marks`."""
    conditions = list(marks)
    selectors = [one for one in conditions if isinstance(one, str)]
    if len(selectors) == len(conditions):
        return {"has": ", ".join(selectors), "once": True}
    if len(conditions) == 1:
        return {"has": conditions[0], "once": True}
    return {"has": {"all": {f"given {number}": one for number, one in enumerate(conditions)}}, "once": True}
