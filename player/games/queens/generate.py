"""A generator of Queens and Star Battle boards: regions around a random solution, changed until it is the only one.

Of one star regions grow around the queens. Of several stars patches grow around the stars and are joined to regions. On
boards of a shape the cells of a letter lie in one region, and holes in none.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from random import Random
from typing import NamedTuple

from player.games import queens
from player.games.grid import Cell, cells, connected, in_rows, neighbours
from player.games.queens import encoding
from player.games.queens.board import Board, board_of
from player.games.shapes import FREE, HOLE, BoardShape, Generator, other_solutions
from player.sat import solver
from player.sat.cardinality import Fresh, exactly_sequential
from player.sat.cnf import CNF

Regions = dict[Cell, int]
Groups = list[set[Cell]]

#: The size, in cells, that each region grows to first, as on the site; the rest goes to a few eager regions.
FIRST_SIZES = (2, 3, 3, 4, 5)
#: Regions of up to this many cells lose a cell only if no other region can.
SMALL_REGION_CELLS = 2
#: Solutions per search: several cost little more than one, and show the cell that most of them share.
MAX_SOLUTIONS = 12
#: The turns of a search for other solutions of a Star Battle; regions that take more are given up.
MAX_TURNS = 1
#: Passes over the cells in which the large regions grow at the cost of the small ones.
PASSES = 30


class Sought(NamedTuple):
    """A board that is made: its side, the stars of each row, and its solution.

    `fixed` cells stay in their regions while these change, and `closed` regions take no other cell.
    """

    size: int
    stars: int
    solution: list[Cell]
    fixed: frozenset[Cell] = frozenset()
    closed: frozenset[int] = frozenset()


def laid_out(random: Random, sought: Sought, groups: Groups, holes: frozenset[Cell] = frozenset()) -> Regions | None:
    """Return regions around the solution, of which the first hold the `groups`; None if cells are left over."""
    size, begun, first = sought.size, numbered(groups), len(groups)
    left = [star for star in sought.solution if star not in begun]
    if sought.stars == 1:
        begun |= {star: number for number, star in enumerate(left, start=first)}
        regions = grown(random, size, begun, sought.closed, holes)
    else:
        others = joined(random, size, sought.stars, left, first, taken=holes.union(begun))
        regions = begun | (others or {})
    if len(regions) + len(holes) < size * size:
        return None
    if sought.stars > 1:
        make_uneven(random, sought, regions)
    return regions


def numbered(groups: Groups) -> Regions:
    """Return the number of the group of each cell."""
    return {at: number for number, group in enumerate(groups) for at in sorted(group)}


def grown(
    random: Random,
    size: int,
    begun: Regions,
    closed: Collection[int] = (),
    holes: Collection[Cell] = (),
    *,
    branching: bool = True,
) -> Regions:
    """Return regions grown from those `begun` into free neighbours, by random weights; `closed` ones do not grow.

    If `branching`, each region first grows to a random size, and takes of a few random cells the one with the fewest
    cells of its own around. Cells in no region stay free if none can reach them.
    """
    tries, power, least = (3, 20, 0.001) if branching else (1, 2, 0.05)
    regions = dict(begun)
    near = {at: [beyond for beyond in neighbours(at, size, size) if beyond not in holes] for at in cells(size, size)}
    border: dict[int, list[Cell]] = {}
    for cell, number in begun.items():
        border.setdefault(number, []).extend(near[cell])
    growing = sorted(set(border).difference(closed))

    def grow(number: int) -> bool:
        border[number] = [cell for cell in border[number] if cell not in regions]
        if not border[number]:
            return False
        cell = min(
            (random.choice(border[number]) for _ in range(tries)),
            key=lambda cell: sum(regions.get(other) == number for other in near[cell]),
        )
        regions[cell] = number
        border[number] += near[cell]
        return True

    for number in random.sample(growing, len(growing)) if branching else ():
        for _ in range(random.choice(FIRST_SIZES) * 11 // max(size, 11)):  # large boards need small regions
            grow(number)
    eager = {number: random.random() ** power + least for number in growing}
    while growing:
        (number,) = random.choices(growing, weights=[eager[number] for number in growing])
        if not grow(number):
            growing.remove(number)
    return regions


def joined(
    random: Random, size: int, stars: int, solution: list[Cell], first: int = 0, *, taken: Collection[Cell] = ()
) -> Regions | None:
    """Return regions of `stars` neighbouring patches each, which grow around the cells of `solution`.

    The regions have the numbers from `first` to `size` - 1, and none of the cells `taken`. Patches with few free
    neighbours are joined first: later they would have none. None if one is left without a neighbour all the same.
    """
    patches = grown(random, size, {star: number for number, star in enumerate(solution)}, holes=taken, branching=False)
    near: dict[int, set[int]] = {number: set() for number in patches.values()}
    for cell, number in patches.items():
        near[number].update(patches[beyond] for beyond in neighbours(cell, size, size) if beyond in patches)
    regions: dict[int, int] = {}

    def freedom(number: int) -> tuple[int, float]:
        return len(near[number].difference(regions)), random.random()

    for region in range(first, size):
        free = set(near).difference(regions)
        for _ in range(stars):
            if not free:
                return None
            number = min(sorted(free), key=freedom)
            regions[number] = region
            members = [other for other, its in regions.items() if its == region]
            free = {beyond for member in members for beyond in near[member]}.difference(regions)
    return {cell: regions[number] for cell, number in patches.items()}


def make_uneven(random: Random, sought: Sought, regions: Regions) -> None:
    """Give cells to the larger of two neighbouring regions, by a random order of all, while both stay connected.

    Boards of small regions and a few large ones have fewer solutions than those of equal ones.
    """
    size = sought.size
    rank = random.sample(range(size), size)
    for _ in range(PASSES):
        for cell in random.sample(list(regions), len(regions)):
            near = [regions[beyond] for beyond in neighbours(cell, size, size) if beyond in regions]
            largest = max((number for number in near if number not in sought.closed), key=rank.__getitem__, default=-1)
            if largest < 0 or cell in sought.fixed or cell in sought.solution:
                continue
            if rank[largest] > rank[regions[cell]] and _is_connected_without(regions, cell, size):
                regions[cell] = largest


def with_one_solution(random: Random, sought: Sought, regions: Regions, tries: int) -> Board | None:
    """Give cells of other solutions to other regions until there is none; None after `tries`, or if one takes long."""
    for _ in range(tries):
        board = board_with(sought.size, regions, sought.stars)
        cnf = encoding.encode(board)
        models, done = solver.models_within(cnf, MAX_SOLUTIONS, MAX_TURNS)
        others = [other for other in map(cnf.facts, models) if other != sought.solution]
        if not others:
            return board if done else None
        if not _shut_out(random, sought, regions, others):
            return None
    return None


def _shut_out(random: Random, sought: Sought, regions: Regions, others: list[list[Cell]]) -> bool:
    """Give cells to neighbouring regions until `others` are no solutions; return False if no cell can be given.

    The cell that most of them share goes first. Cells of small regions are the last choice.
    """
    fixed = sought.fixed.union(sought.solution)
    while others:
        shared = Counter(cell for other in others for cell in other if cell not in fixed)
        cells_of = Counter(regions.values())
        ranked = sorted(
            shared, key=lambda cell: (cells_of[regions[cell]] <= SMALL_REGION_CELLS, -shared[cell], random.random())
        )
        for cell in ranked:
            near = {regions[at] for at in neighbours(cell, sought.size, sought.size) if at in regions}
            numbers = near - {regions[cell]} - sought.closed
            if numbers and _is_connected_without(regions, cell, sought.size):
                regions[cell] = random.choice(sorted(numbers))
                break
        else:
            return False
        counts = (Counter(regions[cell] for cell in other) for other in others)
        others = [other for other, count in zip(others, counts, strict=True) if {*count.values()} == {sought.stars}]
    return True


def _is_connected_without(regions: Regions, removed: Cell, size: int) -> bool:
    """Return whether the region of `removed`, which is connected, stays so without that cell, and keeps others."""

    def near(at: Cell) -> list[Cell]:
        return [to for to in neighbours(at, size, size) if regions.get(to) == regions[removed] and to != removed]

    first, *others = near(removed) or [removed]
    return first != removed and (not others or connected([first], near)[0].issuperset(others))


def parts(some: Collection[Cell], size: int) -> list[set[Cell]]:
    """Return the connected parts of `some` cells, that of the first cell first."""
    return connected(sorted(some), lambda at: (beyond for beyond in neighbours(at, size, size) if beyond in some))


def board_with(size: int, regions: Regions, stars: int = 1) -> Board:
    """Return the board of these regions; other cells are in none."""
    return board_of(in_rows([regions.get(cell) for cell in cells(size, size)], size), (), stars)


# Boards


#: By number of stars: the smallest and the largest side. Smaller boards have no solution; larger ones take too long.
SIZES: Mapping[int, tuple[int, int]] = {1: (5, 20), 2: (8, 13), 3: (12, 15), 4: (16, 18), 5: (21, 21), 6: (25, 25)}
SHAPELESS_SIZES: Mapping[int, tuple[int, int]] = {**SIZES, 1: (5, 12), 2: (8, 14)}
#: The sides of boards of one star, as often as on the site.
USUAL = (7, 7, 8, 8, 8, 8, 9, 9, 9, 10, 11)

#: In one try of a shape: the attempts in which the picture's regions are the picture, and those in which they may grow.
ATTEMPTS = (True,) * 12 + (False,) * 4
#: The most layouts of regions that are tried around the same stars, of which one in nine succeeds on a large board:
#: other stars take the solver longer than a layout.
MAX_LAYOUTS = 12
#: The most cells that a region takes beside its letters before stars are placed; on a larger board its side.
MAX_MORE = 6


def generator(stars: int = 1, *, shapeless: bool = False) -> Generator:
    """Return the generator of boards with so many stars in each row."""
    smallest, largest = (SHAPELESS_SIZES if shapeless else SIZES)[stars]
    usual = USUAL if stars == 1 and not shapeless else ((smallest + largest) // 2,)
    if shapeless:
        return Generator(partial(_make_shapeless, stars=stars), (smallest, largest), usual)
    make, make_shaped = partial(_make, stars=stars), partial(_make_shaped, stars=stars)
    return Generator(make, (smallest, largest), usual, make_shaped=make_shaped, check=_check)


def _make(random: Random, size: int, stars: int) -> Board:
    """Return a random board of `size` rows with one solution, for `stars` stars."""
    while True:
        sought = Sought(size, stars, _stars(random, size, stars))
        layouts = (laid_out(random, sought, []) for _ in range(1 if stars == 1 else MAX_LAYOUTS))
        regions = next(filter(None, layouts), None)
        if regions and (board := with_one_solution(random, sought, regions, size if stars == 1 else 3 * size)):
            return board


def _make_shapeless(random: Random, size: int, stars: int) -> Board:
    """Return a random shapeless board of `size` rows with one solution, for `stars` stars.

    Cells of other solutions are taken from the only region until there is none.
    """
    solution = _stars(random, size, stars)
    inside = set(cells(size, size))
    inside.remove(random.choice(sorted(inside.difference(solution))))  # without such a cell it is no shapeless board
    while others := other_solutions(queens.GAME, board_with(size, dict.fromkeys(inside, 0), stars), tuple(solution)):
        wrong = sorted(set(others[0]).difference(solution))
        inside.difference_update(random.sample(wrong, 1 + len(wrong) // 9))
    return board_with(size, dict.fromkeys(inside, 0), stars)


def _stars(random: Random, size: int, stars: int) -> list[Cell]:
    """Return random stars, `stars` in each row and column, none touching."""
    found = _placement(random, size, stars)
    assert found, "all sizes that are made have a placement"
    return found


# Boards of a shape


def _check(shape: BoardShape) -> None:
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
        joinable = next(part for part in parts({first, *free, *others}, shape.size) if first in part)
        if apart := next((at for at in others if at not in joinable), None):
            raise shape.wrong(apart, f"this {sign} can't be joined to the others: no way of free cells leads there")


def _make_shaped(random: Random, shape: BoardShape, *, stars: int) -> Board | None:
    """Return a board whose regions hold their letters: if possible nothing else, or else some free cells too."""
    attempts = (_attempt(random, shape, stars, exact=exact) for exact in ATTEMPTS)
    return next(filter(None, attempts), None)


def _attempt(random: Random, shape: BoardShape, stars: int, *, exact: bool) -> Board | None:
    size, holes = shape.size, frozenset(shape.of(HOLE))
    groups = _begun(random, shape, exact=exact)
    if groups is not None and len(groups) == size and not exact:  # no other region can take the free cells
        filled = grown(random, size, numbered(groups), holes=holes)
        groups = [{at for at, number in filled.items() if number == index} for index in range(size)]
    if groups is None or (solution := _placement(random, size, stars, groups, holes)) is None:
        return None
    closed = frozenset(range(len(groups))) if exact else frozenset()
    sought = Sought(size, stars, solution, frozenset(chain(*shape.groups().values())), closed)
    regions = laid_out(random, sought, groups, holes)
    return with_one_solution(random, sought, regions, 3 * size) if regions else None


def _begun(random: Random, shape: BoardShape, *, exact: bool) -> Groups | None:
    """Return the cells of each letter, joined by free cells if they don't hang together, and grown if not `exact`.

    None if no way is left to join them, or if `exact` regions leave free cells to none.
    """
    size, free = shape.size, set(shape.of(FREE))
    groups = [set(group) for group in shape.groups().values()]
    if exact and free and len(groups) == size:
        return None
    for group in random.sample(groups, len(groups)):
        while len(apart := parts(group, size)) > 1:
            if not (way := _way(random, apart[0], group - apart[0], free, size)):
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


def _placement(
    random: Random, size: int, stars: int, groups: Sequence[set[Cell]] = (), holes: Iterable[Cell] = ()
) -> list[Cell] | None:
    """Return random stars, `stars` in each row, column and group, none on a hole; None if that is impossible."""
    if any(len(group) < stars for group in groups):
        return None
    cnf = encoding.encode(board_with(size, {at: at.row for at in cells(size, size)}, stars))  # rows say nothing
    variable = {at: number for number, at in enumerate(cnf.names, start=1)}
    fresh = Fresh(1 + max(abs(literal) for clause in cnf.clauses for literal in clause))
    clauses = [*cnf.clauses, *((-variable[at],) for at in sorted(holes))]
    for group in groups:
        clauses += exactly_sequential(stars, [variable[at] for at in sorted(group)], fresh)
    model = solver.random_model(CNF(clauses, cnf.names), random)
    return None if model is None else cnf.facts(model)


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
