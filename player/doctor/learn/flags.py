"""Readings of flags: names that some cells have and others do not."""

import re
from collections import Counter
from collections.abc import Iterator

from player.doctor.learn.candidate import MARKED, STYLED, Candidate
from player.doctor.learn.names import MOST_NAMES, names
from player.doctor.probe import SurveyedLattice


def flags_of(lattice: SurveyedLattice) -> Iterator[Candidate]:
    """Yield names that some cells have; none of an attribute that tells cells apart, as a number does."""
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    kinds: dict[str, set[str]] = {}
    for cell in lattice.cells:
        elements = (cell, *cell.inner)
        for element in elements:
            for name, value in element.attributes.items():
                kinds.setdefault(name, set()).add(value)
        here = {name: weight for element in elements for name, weight in names(element)}
        here |= {element.tag: STYLED for element in cell.inner}
        if "disabled" in cell.attributes:
            here[":disabled"] = MARKED
        counts.update(here.keys())
        found |= here
    telling = {name for name, values in kinds.items() if len(values) <= max(4, lattice.rows)}
    flags = [name for name in found if counts[name] < len(lattice.cells)]
    flags = [name for name in flags if not (told := re.match(r"\[([\w-]+)=", name)) or told[1] in telling]
    for name in sorted(flags, key=lambda name: -found[name])[: 2 * MOST_NAMES]:
        yield Candidate({"has": name}, f"name {name}", found[name])
