"""The pool of readings of a lattice's cells: all that may tell something, each with its source and its weight.

The page evaluates them all: what a reading gives is then what the player will read by it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError

from player.browser.selectors.readings import as_reading
from player.doctor.learn.candidate import Candidate
from player.doctor.learn.flags import flags_of
from player.doctor.learn.side_readings import sides_of
from player.doctor.learn.value_readings import values_of
from player.doctor.probe import SurveyedLattice

#: The most candidates of each kind.
_MOST = 500


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates by what they give of a cell: a value, some sides, or whether something is there."""

    values: tuple[Candidate, ...]
    sides: tuple[Candidate, ...]
    flags: tuple[Candidate, ...]


def pool_of(lattice: SurveyedLattice) -> Pool:
    """Return the readings that may tell something of the cells of `lattice`."""
    sides = _valid(sides_of(lattice))
    enclosed = [Candidate({"areas": one.reading}, one.source, one.weight) for one in sides]
    return Pool(_valid([*values_of(lattice), *enclosed]), sides, _valid(flags_of(lattice)))


def _valid(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return each candidate once, the first of its reading, without those that are no readings."""
    found: dict[str, Candidate] = {}
    for one in candidates:
        if one.key in found:
            continue
        try:
            as_reading(one.reading)
        except ValidationError:  # a pattern out of a name that is none
            continue
        found[one.key] = one
    plain_first = sorted(found.values(), key=lambda one: "pattern" in one.reading)
    return tuple(plain_first)[:_MOST]
