"""Suppositions that easy rules refute: suppose something, apply the rules round by round, and meet a contradiction.

All games share this search. It is breadth-first, so that the contradictions found first are short. What they do not
need is left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from player.explanations.steps import Fact, Known, Link, Step

#: The number of links for which a refutation is short enough to end the search for a shorter one.
SHORT_REFUTATION = 4
#: The limits of a search that has none of its own.
MAX_ROUNDS, MAX_FACTS = 100, 1_000


class Derived(NamedTuple):
    """The facts that a rule settles, none if it meets a contradiction; `link` says why, and is made only if needed."""

    settles: tuple[Fact, ...]
    link: Callable[[], Link | Step]


class Refutation(NamedTuple):
    """The links of the chain from what is `supposed` to a contradiction, the last of them; they use it silently."""

    supposed: Fact
    links: tuple[Link, ...]
    end: Link
    """The last link, with all that it uses."""


#: Derives from what is known and supposed, of which the facts of the last round are given too.
Derive = Callable[[Mapping[Any, bool], Sequence[Fact]], Iterable[Derived]]


def refutations(
    known: Known, supposed: Fact, derive: Derive, rounds: int = MAX_ROUNDS, most: int = MAX_FACTS
) -> list[Refutation]:
    """Return a refutation for each contradiction of the first round that meets one.

    There is none after so many `rounds`, or after a round that leaves more than `most` facts supposed and derived.

    `derive` gets the facts `known`, then `supposed`, then those that were derived, in this order.
    """
    now, reasons = {**known, supposed.name: supposed.holds}, dict[Any, Derived]()
    fresh = [supposed]
    for _ in range(rounds):
        found = [*derive(now, fresh)]
        fresh = []
        for one in found:
            for fact in one.settles:
                if fact.name not in now:
                    now[fact.name], reasons[fact.name] = fact.holds, one
                    fresh.append(fact)
        if ends := [_link(one) for one in found if not one.settles]:
            return [Refutation(supposed, _chain(supposed, end, reasons), end) for end in ends]
        if not fresh or len(now) - len(known) > most:
            break
    return []


def shortest_refutation(known: Known, supposed: Iterable[Fact], derive: Derive, most: int) -> Refutation | None:
    """Return the shortest refutation of one of the facts `supposed`, or the first that is short enough."""
    best: Refutation | None = None
    for fact in supposed:
        for found in refutations(known, fact, derive, most=most):
            if best is None or len(found.links) < len(best.links):
                best = found
        if best and len(best.links) <= SHORT_REFUTATION:
            break
    return best


def refuted(rule: str, says: str, found: Refutation, known: Known) -> Step:
    """Return the step that what is supposed is false, which rests on what the links use."""
    used = dict.fromkeys(fact for link in found.links for fact in link.uses if fact.name in known)
    because = dict.fromkeys(premise for link in found.links for premise in link.because)
    settles = (Fact(found.supposed.name, not found.supposed.holds),)
    return Step(rule, says, settles, tuple(used), tuple(because), supposed=(found.supposed,), links=found.links)


def _chain(supposed: Fact, end: Link, reasons: Mapping[Any, Derived]) -> tuple[Link, ...]:
    """Return the links that lead to `end`, with only those facts that later links use, and then `end`."""
    chain = [end]
    used = {*end.uses}
    for one in reversed(dict.fromkeys(reasons.values())):
        if settles := tuple(fact for fact in one.settles if fact in used and reasons.get(fact.name) is one):
            link = _link(one)
            chain.append(link._replace(settles=settles))
            used.update(link.uses)
    return tuple(
        link._replace(uses=tuple(dict.fromkeys(fact for fact in link.uses if fact != supposed)))
        for link in reversed(chain)
    )


def _link(one: Derived) -> Link:
    link = one.link()
    return link if isinstance(link, Link) else Link(link.says, link.settles, link.uses, link.because)
