"""A step of an explanation as a line of text."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.text import Text

from player.explain import Fact, Reasoner, Step

#: So many facts of a kind are named one by one.
NAMED = 3

_MANY = {
    "queen": "queens",
    "cross": "cells without a queen",
    "sun": "suns",
    "moon": "moons",
    "number": "numbers",
    "no-number": "numbers ruled out",
    "owner": "cells of patches",
    "patch": "patches",
    "no-patch": "patches ruled out",
    "line": "edges of the path",
    "no-line": "edges that the path does not take",
}


def line(reasoner: Reasoner, number: int, step: Step) -> Text:
    """The step with its number, its rule, its sentence, and what it settles."""
    found = ", ".join(settled(reasoner, step.settles))
    return Text.assemble((f"{number:3d} ", "dim"), (step.rule, "bold"), f": {step.says} ", (f"-> {found}", "green"))


def settled(reasoner: Reasoner, facts: Sequence[Fact]) -> Iterator[str]:
    """What the facts are, those of a kind of which there are many by their number."""
    kinds = Counter(reasoner.mark(fact).kind for fact in facts)
    for kind, number in kinds.items():
        if number > NAMED:
            yield f"{number} {_MANY[kind]}"
        else:
            yield from (reasoner.words(fact) for fact in facts if reasoner.mark(fact).kind == kind)
