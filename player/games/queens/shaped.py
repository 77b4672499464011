"""Queens and Star Battle boards of a shape: the cells of a letter lie in one region, and holes in none."""

from functools import partial
from itertools import chain
from random import Random

from player.errors import BoardError
from player.games.grid import Cell, neighbours
from player.games.queens import encoding
from player.games.queens.board import Board
from player.games.queens.generate import (
    Kept,
    Regions,
    Sought,
    board_of_rows,
    grown,
    joined,
    make_uneven,
    patched,
    reached,
    with_one_solution,
)
from player.games.shapes import FREE, HOLE, BoardShape, Shaped
from player.sat import solver
from player.sat.cardinality import Fresh, exactly_sequential
from player.sat.cnf import CNF

#: In one try: the attempts in which the picture's regions are the picture, and those in which they may grow.
ATTEMPTS = (True,) * 12 + (False,) * 4
#: The most cells that a region takes beside its letters before stars are placed; on a larger board its side.
MAX_MORE = 6

Groups = list[set[Cell]]


def shaped(stars: int = 1, *, shapeless: bool = False) -> Shaped:
    """Return the generator of boards of a shape; raise BoardError for boards without regions."""
    if shapeless:
        raise BoardError("boards without regions take no shape: leave out --shapeless or --shape")
    return Shaped(partial(make, stars=stars), check)


def check(shape: BoardShape) -> None:
    """Raise BoardError for a sign that names no region, for too many regions, and for one that can't hang together."""
    for at, sign in shape.signs():
        if sign not in {FREE, HOLE} and not sign.isalnum():
            raise shape.wrong(at, f"{sign!r} is neither {FREE}, {HOLE}, nor a letter or digit, which names a region")
    groups = shape.groups()
    if len(groups) > shape.size:
        _sign, (first, *_) = list(groups.items())[shape.size]
        raise shape.wrong(first, f"there are more than {shape.size} letters, and the board has {shape.size} regions")
    free = set(shape.of(FREE))
    for sign, (first, *others) in groups.items():
        joinable = reached(first, free.union(others), shape.size)
        if apart := next((at for at in others if at not in joinable), None):
            raise shape.wrong(apart, f"this {sign} can't be joined to the others: no way of free cells leads there")


def make(random: Random, shape: BoardShape, *, stars: int) -> Board | None:
    """Return a board whose regions hold their letters: if possible nothing else, or else some free cells too."""
    for exact in ATTEMPTS:
        if board := _attempt(random, shape, stars, exact=exact):
            return board
    return None


def _attempt(random: Random, shape: BoardShape, stars: int, *, exact: bool) -> Board | None:
    size, holes = shape.size, frozenset(shape.of(HOLE))
    groups = _begun(random, shape, exact=exact)
    if groups is not None and len(groups) == size and not exact:
        groups = _filled(random, size, groups, holes)
    if groups is None or (solution := _placement(random, size, stars, groups, holes)) is None:
        return None
    begun = {at: number for number, group in enumerate(groups) for at in sorted(group)}
    closed = frozenset(range(len(groups))) if exact else frozenset()
    left = [star for star in solution if star not in begun]
    if stars == 1:
        begun |= {star: number for number, star in enumerate(left, start=len(groups))}
        regions: Regions | None = grown(random, size, begun, closed, holes)
    else:
        regions = _of_patches(random, size, stars, left, begun=begun, holes=holes)
    if regions is None or len(regions) + len(holes) < size * size:
        return None
    sought, kept = Sought(size, stars, solution), Kept(frozenset(chain(*shape.groups().values())), closed)
    if stars > 1:
        make_uneven(random, sought, regions, kept)
    return with_one_solution(random, sought, regions, kept)


def _of_patches(
    random: Random, size: int, stars: int, left: list[Cell], *, begun: Regions, holes: frozenset[Cell]
) -> Regions | None:
    """Return the regions `begun`, and those of patches around the other stars; None if these can't be joined."""
    first = len({*begun.values()})
    patches = patched(random, size, left, taken=holes.union(begun))
    regions = joined(random, size, stars, patches, first)
    return None if regions is None else begun | regions


def _begun(random: Random, shape: BoardShape, *, exact: bool) -> Groups | None:
    """Return the cells of each letter, joined by free cells if they don't hang together, and grown if not `exact`.

    None if no way is left to join them, or if `exact` regions leave free cells to none.
    """
    size, free = shape.size, set(shape.of(FREE))
    groups = [set(group) for group in shape.groups().values()]
    if exact and free and len(groups) == size:
        return None
    for group in random.sample(groups, len(groups)):
        while len(parts := _parts(group, size)) > 1:
            if not (way := _way(random, parts[0], group - parts[0], free, size)):
                return None
            group.update(way)
            free.difference_update(way)
    for group in groups:
        for _ in range(0 if exact else random.randint(0, max(MAX_MORE, size))):
            if border := sorted({beyond for at in group for beyond in neighbours(at, size, size)} & free):
                at = random.choice(border)
                group.add(at)
                free.remove(at)
    return groups


def _filled(random: Random, size: int, groups: Groups, holes: frozenset[Cell]) -> Groups:
    """Return the groups grown over all free cells: no other region can take these."""
    begun = {at: number for number, group in enumerate(groups) for at in sorted(group)}
    members: Groups = [set() for _ in groups]
    for at, number in grown(random, size, begun, holes=holes).items():
        members[number].add(at)
    return members


def _placement(random: Random, size: int, stars: int, groups: Groups, holes: frozenset[Cell]) -> list[Cell] | None:
    """Return random stars, `stars` in each row, column and group; None if that is impossible.

    None of them touch, and none is on a hole.
    """
    cnf = encoding.encode(board_of_rows(size, stars))
    variable = {at: number for number, at in enumerate(cnf.names, start=1)}
    fresh = Fresh(1 + max(abs(literal) for clause in cnf.clauses for literal in clause))
    clauses = [*cnf.clauses, *((-variable[at],) for at in sorted(holes))]
    for group in groups:
        clauses += exactly_sequential(stars, [variable[at] for at in sorted(group)], fresh)
    if any(len(group) < stars for group in groups):
        return None
    model = solver.random_model(CNF(clauses, cnf.names), random)
    return None if model is None else cnf.facts(model)


# Cells that hang together


def _parts(some: set[Cell], size: int) -> list[set[Cell]]:
    """Return the connected parts of `some` cells, that of the first cell first."""
    parts, left = [], set(some)
    while left:
        parts.append(reached(min(left), left, size))
        left -= parts[-1]
    return parts


def _way(random: Random, start: set[Cell], targets: set[Cell], free: set[Cell], size: int) -> list[Cell]:
    """Return the cells of a shortest way over `free` cells from `start` to one of `targets`, or none."""
    before: dict[Cell, Cell | None] = dict.fromkeys(sorted(start))
    frontier = list(before)
    for at in frontier:  # the list grows during the loop
        near = list(neighbours(at, size, size))
        for beyond in random.sample(near, len(near)):
            if beyond in targets:
                way, back = [], at
                while back not in start:
                    way.append(back)
                    back = before[back] or at
                return way
            if beyond in free and beyond not in before:
                before[beyond] = at
                frontier.append(beyond)
    return []
