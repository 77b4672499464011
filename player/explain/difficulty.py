"""The difficulty of a board: one number from 0 to 10, from the rules that its explanation needs, and a word for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log
from typing import Any, NamedTuple

from player.explain.steps import Known, Reasoner, new
from player.games import Game
from player.solve import prove

LEVELS = ("easy", "medium", "hard")
#: The least numbers of the levels after the first.
BOUNDARIES = (3.0, 6.0)
#: The greatest number.
MOST = 10.0


@dataclass(frozen=True, slots=True, order=True)
class Difficulty:
    """The difficulty of a board: a `number` from 0 to 10. Outputs have one decimal, and the level is that of these."""

    number: float

    @property
    def level(self) -> str:
        """The word: one of `LEVELS`."""
        return LEVELS[sum(round(self.number, 1) >= least for least in BOUNDARIES)]

    def __str__(self) -> str:
        """Return the word and the number."""
        return f"{self.level} {self.number:.1f}"

    def to_json(self) -> dict[str, Any]:
        """Return the word and the number."""
        return {"level": self.level, "number": round(self.number, 1)}


class Wave(NamedTuple):
    """All steps that the easiest applicable rule finds at one time; `ways` is their number."""

    rule: str
    level: int
    ways: int


def measure(game: Game, board: Any) -> Difficulty:
    """Return the difficulty of `board`; raise BoardError if it does not have exactly one solution."""
    reasoner = game.reasoner(board)
    wanted = reasoner.wanted(prove(game, board).solution)
    known = {fact.name: fact.holds for fact in reasoner.given()}
    effort = sum(10.0 ** (wave.level - 1) / wave.ways for wave in waves(reasoner, known))
    left = sum(fact.name not in known for fact in wanted) / len(wanted)
    return Difficulty(min(MOST, (9 + left) if left else 9 * (1 - exp(-log(1 + effort) / 4))))


def waves(reasoner: Reasoner, known: dict[Any, bool]) -> Iterator[Wave]:
    """Yield the waves from the facts `known`, to which they are added, until no rule applies."""
    while wave := _wave(reasoner, known):
        yield wave


def _wave(reasoner: Reasoner, known: dict[Any, bool]) -> Wave | None:
    now: Known = dict(known)
    for rule in reasoner.rules:
        if steps := [step for step in rule.find(now) if new(step, now)]:
            known.update((fact.name, fact.holds) for step in steps for fact in step.settles)
            return Wave(rule.name, rule.level, len(steps))
    return None
