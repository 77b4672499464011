"""Short chains in Queens: a queen here would force others, and these would leave a unit without room."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from player.explanations.steps import Fact, Link, Step, sentence
from player.games.grid import Cell
from player.games.queens.explain.capacity import has_room, needed
from player.games.queens.explain.state import Unit, View, at_any, no_queens

#: The most queens that a chain forces: longer chains can't be followed by eye or explained in a sentence.
MAX_LINKS = 3
#: The longest sentence, in characters, that names the units of the links.
MAX_SENTENCE_CHARACTERS = 160


class Forced(NamedTuple):
    """A queen that is forced at `at`, because `unit` would have no room without it."""

    unit: Unit
    at: Cell


class Chain(NamedTuple):
    """The forced `links` in order, and the unit that they leave without room."""

    links: tuple[Forced, ...]
    unit: Unit


def chains(view: View) -> Iterator[Step]:
    """Yield steps by chains, the shortest first; all cells that start the same chain are one step."""
    for longest in range(1, MAX_LINKS + 1):
        for at in view.layout.members(view.open):
            chain = _chain(view, at, longest)
            if chain and len(chain.links) <= longest:
                cells = [one for one in view.layout.members(view.open) if one == at or _breaks(view, one, chain)]
                units = tuple(dict.fromkeys([*(link.unit for link in chain.links), chain.unit]))
                uses = view.standing() + view.left_out(view.layout.union(units))
                settles, says = no_queens(cells), _sentence(view, cells, chain)
                links = tuple(_links(view, chain))
                yield Step("chain", says, settles, uses, units, supposed=tuple(map(Fact, cells)), links=links)


def _chain(view: View, at: Cell, rounds: int) -> Chain | None:
    """Return the chain from a queen at `at` within so many rounds, without unneeded links; None if there is none."""
    then, links = view.put(at), list[Forced]()
    for turn in range(rounds + 1):
        if without := [unit for unit in then.missing if not has_room(then, unit)]:
            return min(
                (_pruned(view, at, Chain(tuple(links), unit)) for unit in without), key=lambda one: len(one.links)
            )
        if turn < rounds:
            for link in [Forced(unit, cell) for unit in then.missing for cell in needed(then, unit)]:
                if then.open & view.layout.bit[link.at]:
                    links.append(link)
                    then = then.put(link.at)
    return None


def _pruned(view: View, at: Cell, chain: Chain) -> Chain:
    """Return the chain without the links that are not needed."""
    for link in reversed(chain.links):
        shorter = chain._replace(links=tuple(one for one in chain.links if one != link))
        chain = shorter if _breaks(view, at, shorter) else chain
    return chain


def _breaks(view: View, at: Cell, chain: Chain) -> bool:
    """Return whether a queen at `at` forces the links in order and they leave the chain's unit without room."""
    then = view.put(at)
    for link in chain.links:
        if link.unit not in then.missing or link.at not in needed(then, link.unit):
            return False
        then = then.put(link.at)
    return not has_room(then, chain.unit)


def _links(view: View, chain: Chain) -> Iterator[Link]:
    """Yield the links of a chain, each with the known facts about its unit and the queens that stand."""
    piece, only = view.layout.piece, "a cell left" if view.layout.stars == 1 else "room"
    forced: tuple[Fact, ...] = ()
    for unit, at in chain.links:
        says = sentence(f"{unit} then has {only} only with a {piece} at {at}.")
        yield Link(says, (Fact(at),), (*_about(view, unit), *forced), (unit,))
        forced = (*forced, Fact(at))
    left = "no cell left" if view.layout.stars == 1 else "too little room"
    yield Link(sentence(f"{chain.unit} then has {left}."), (), (*_about(view, chain.unit), *forced), (chain.unit,))


def _about(view: View, unit: Unit) -> tuple[Fact, ...]:
    """Return the known facts on which the room of a unit depends."""
    return view.standing() + view.left_out(view.layout.units[unit])


def _sentence(view: View, cells: Sequence[Cell], chain: Chain) -> str:
    end = "no cell left" if view.layout.stars == 1 else "too little room"
    says = f"A {view.layout.piece} {at_any(cells)} would force one {{}}: {chain.unit} would have {end}."
    text = says.format(", then ".join(f"at {at} ({unit})" for unit, at in chain.links))
    return (
        text
        if len(text) <= MAX_SENTENCE_CHARACTERS
        else says.format(", then ".join(f"at {at}" for _, at in chain.links))
    )
