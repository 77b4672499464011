"""What an explanation is made of: facts, and steps that settle them one after the other."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from player.games.grid import Cell
from player.sat.cnf import CNF


class Fact(NamedTuple):
    """That `name`, in the words of the game's reasoner, holds of the board or does not."""

    name: Any
    holds: bool = True


Premise = Any
"""One thing that the board says beyond the rules: that a region wants its queen, that a sign stands between cells."""

Known = Mapping[Any, bool]
"""For each name that is settled, whether it holds."""


class Mark(NamedTuple):
    """How a fact is drawn: a `kind` of sign on `cells`, with a `text` where it has one.

    Of one cell: queen, cross, sun, moon, number (text: which), no-number, owner (text: the clue's number from 0), and
    name (text: what the region there is called).
    Of two neighbours: line, no-line. Of all cells of a rectangle: patch (text: the clue's number from 0), no-patch.
    """

    kind: str
    cells: tuple[Cell, ...]
    text: str = ""

    @property
    def positive(self) -> bool:
        """Whether a move puts it on the board."""
        return self.kind != "cross" and not self.kind.startswith("no-")


@dataclass(frozen=True, slots=True)
class Step:
    """`settles` follows from the facts that it `uses`, which were settled before, and the premises in `because`.

    `says` is one sentence. A `proved` step was seen by no rule.
    """

    rule: str
    says: str
    settles: tuple[Fact, ...]
    uses: tuple[Fact, ...] = ()
    because: tuple[Premise, ...] = ()
    proved: bool = False


class Rule(NamedTuple):
    """A way to see steps. `level` is from 1, at a glance, to 3, with patience; `find` yields what it sees now."""

    name: str
    level: int
    find: Callable[[Known], Iterable[Step]]


@dataclass(frozen=True, slots=True)
class Theory:
    """Clauses, and what they say of names: `of[name]` are literals of which one is true where the name holds.

    A name that has none can't hold.
    """

    cnf: CNF
    of: Mapping[Any, Sequence[int]] = field(default_factory=dict)


class Standing(NamedTuple):
    """What stands on a half-played board: what is right of it, and the cells of which something wrong is said."""

    facts: tuple[Fact, ...]
    wrong: tuple[Cell, ...]


class Reasoner(Protocol):
    """How one board is reasoned about."""

    rules: Sequence[Rule]
    """The easiest first."""
    premises: Sequence[Premise]
    plurals: Mapping[str, str] = MappingProxyType({"cross": "cells ruled out"})
    """By the kind of a mark: what many of them are called, of which only the cells differ."""
    ordered: bool = False
    """Whether moves follow the order of what is wanted, as those of a path do."""

    def given(self) -> list[Fact]:
        """What is settled from the start."""

    def facts(self, solution: Any) -> list[Fact]:
        """What a proof may settle, as it is in `solution`; those that `wanted` has are what the explanation is for."""

    def wanted(self, solution: Any) -> list[Fact]:
        """What a solved board shows."""

    def standing(self, state: Any, solution: Any) -> Standing:
        """What `state`, the game's own, says of the board, held against `solution`."""

    def theory(self, premises: Collection[Premise]) -> Theory:
        """The rules of the game, and those of the board's premises."""

    def mark(self, fact: Fact) -> Mark: ...

    def cells(self, premise: Premise) -> tuple[Cell, ...]:
        """The cells that a premise is about."""

    def names(self) -> list[Mark]:
        """What sentences call by a name that no page shows, each on one of its cells."""
        return []

    def words(self, said: Fact | Premise) -> str:
        """A fact or a premise within a sentence."""


def new(step: Step, known: Known) -> tuple[Fact, ...]:
    """What `step` settles that is not known, each once."""
    return tuple(dict.fromkeys(fact for fact in step.settles if fact.name not in known))


def seen(reasoner: Reasoner, known: Known) -> Iterator[Step]:
    """The steps that settle something new, by the easiest rule first."""
    return (step for rule in reasoner.rules for step in rule.find(known) if new(step, known))


def listed(some: Iterable[object], last: str = "and") -> str:
    """One or more things in words, as "a, b and c"."""
    *most, end = map(str, some)
    return f"{', '.join(most)} {last} {end}" if most else end


def sentence(says: str) -> str:
    """`says` with a capital at its beginning."""
    return says[:1].upper() + says[1:]
