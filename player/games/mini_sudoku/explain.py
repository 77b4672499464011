"""Explanations of Mini Sudoku: rules on units and candidates (singles, sets, and trials), and the reasoner.

A name is a cell and a number: the cell holds the number. The premises are that a row, a column or a box has a place for
a number, and that a cell has a number. That a cell has no two numbers, and no unit has one twice, are general rules
that no step has to name. Numbers that a known number rules out in its row, column or box are not stated as facts: no-
number facts come from patterns only.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain, combinations, product
from typing import NamedTuple

from player.explanations.steps import (
    Derived,
    Fact,
    Known,
    Mark,
    Meaning,
    Premise,
    Reasoner,
    Rule,
    SolvedSoFar,
    Step,
    Theory,
    listed,
    refuted,
    sentence,
    spend,
    trial,
)
from player.explanations.words import places
from player.games.grid import Cell, cells
from player.games.mini_sudoku.board import Board, Solution, box_name
from player.games.mini_sudoku.play import State, names_of
from player.sat.cnf import CNF, Clause

Name = tuple[Cell, int]
"""A statement: the cell holds the number."""


class Unit(NamedTuple):
    """A row, a column or a box."""

    kind: str
    name: str

    def __str__(self) -> str:
        return self.name


class CellPlace(NamedTuple):
    """The premise that the unit has a place for the number."""

    unit: Unit
    number: int


class Filled(NamedTuple):
    """The premise that the cell has a number."""

    cell: Cell


def a(number: int) -> str:
    """Return the number with its indefinite article: "an 8"."""
    return f"{'an' if number in {8, 11, 18} else 'a'} {number}"


#: The work of a view on each cell (see `player.explanations.steps`).
UNITS_PER_CELL = 2


class SudokuGrid:
    """The units and peers of all boards with boxes of one shape."""

    def __init__(self, box: tuple[int, int]) -> None:
        height, width = box
        n = height * width
        self.numbers = range(1, n + 1)
        boxes: dict[Unit, list[Cell]] = {}
        lines: dict[Unit, list[Cell]] = {}
        for at in cells(n, n):
            corner = Cell(at.row - at.row % height, at.col - at.col % width)
            boxes.setdefault(Unit("box", box_name(corner, box)), []).append(at)
            lines.setdefault(Unit("row", f"row {at.row + 1}"), []).append(at)
            lines.setdefault(Unit("column", f"column {at.col + 1}"), []).append(at)
        # Boxes come first: they are the easiest to check. Boxes of one row or column are called so.
        self.units = lines if 1 in box else boxes | lines
        self.peers: dict[Cell, set[Cell]] = {at: set() for at in cells(n, n)}
        self.units_of: dict[Cell, list[Unit]] = {at: [] for at in self.peers}
        for unit, members in self.units.items():
            for at in members:
                self.peers[at] |= set(members) - {at}
                self.units_of[at].append(unit)


class SudokuView:
    """The known facts of a board, and the candidates that they leave open: by cell, and by unit and number."""

    def __init__(self, grid: SudokuGrid, known: Known) -> None:
        spend(UNITS_PER_CELL * len(grid.peers))
        self.grid, self.known = grid, known
        self.numbers: Mapping[Cell, int] = {at: number for (at, number), holds in known.items() if holds}
        held: dict[Unit, set[int]] = {unit: set() for unit in grid.units}
        for at, number in self.numbers.items():
            for unit in grid.units_of[at]:
                held[unit].add(number)
        self.open: dict[Cell, Sequence[int]] = {}
        for at, units in grid.units_of.items():
            if at not in self.numbers:
                seen = set[int]().union(*(held[unit] for unit in units))
                self.open[at] = [one for one in grid.numbers if one not in seen and (at, one) not in known]
        self.left: Mapping[Unit, dict[int, list[Cell]]] = {
            unit: {number: [] for number in grid.numbers if number not in there} for unit, there in held.items()
        }
        for at, numbers in self.open.items():
            for unit in grid.units_of[at]:
                for number in numbers:
                    self.left[unit][number].append(at)

    def why_not(self, at: Cell, numbers: Collection[int]) -> list[Fact]:
        """Return, for each of `numbers`, the known fact that rules it out in the empty cell `at`."""
        seen = {self.numbers[peer]: peer for peer in self.grid.peers[at] if peer in self.numbers}
        return [
            Fact((seen[number], number)) if number in seen else Fact((at, number), holds=False) for number in numbers
        ]

    def why_nowhere(self, number: int, members: Iterable[Cell]) -> list[Fact]:
        """Return few known facts that rule `number` out in all of `members`: a greedy cover without redundant facts."""
        left = set(members)
        reach = {Fact((at, self.numbers[at])): {at} for at in left if at in self.numbers}
        reach |= {Fact(name): self.grid.peers[name[0]] & left for name in self.numbers.items() if name[1] == number}
        reach |= {Fact((at, number), False): {at} for at in left if self.known.get((at, number)) is False}
        facts: list[Fact] = []
        while left:
            facts.append(max(reach, key=lambda fact: len(reach[fact] & left)))
            left -= reach[facts[-1]]
        for fact in [*facts]:
            rest = set().union(*(reach[other] for other in facts if other != fact))
            if rest.issuperset(reach[fact]):
                facts.remove(fact)
        return facts


# Singles


def full_house(view: SudokuView) -> Iterator[Step]:
    """Yield the number of the last empty cell of a unit."""
    for unit, members in view.grid.units.items():
        empty = [at for at in members if at not in view.numbers]
        if len(empty) == 1:
            (at,), (number,) = empty, view.left[unit]
            uses = tuple(Fact((other, view.numbers[other])) for other in members if other != at)
            says = sentence(f"{unit} lacks only the {number}.")
            yield Step("full house", says, (Fact((at, number)),), uses, (CellPlace(unit, number),))


def hidden_single(view: SudokuView) -> Iterator[Step]:
    """Yield a number that has one place in a unit."""
    for unit, of_number in view.left.items():
        for number, at in of_number.items():
            if len(at) == 1:
                yield _hidden_single(view, CellPlace(unit, number), at[0])


def _hidden_single(view: SudokuView, place: CellPlace, at: Cell) -> Step:
    unit, number = place
    uses = view.why_nowhere(number, [other for other in view.grid.units[unit] if other != at])
    seen = f"see {a(number)}" if all(fact.holds for fact in uses) else f"see {a(number)}, or were ruled out"
    says = f"The {number} of {unit} fits only at {at}: the other cells are filled, or {seen}."
    return Step("hidden single", says, (Fact((at, number)),), tuple(uses), (place,))


def naked_single(view: SudokuView) -> Iterator[Step]:
    """Yield the number of a cell that has one candidate."""
    return (_naked_single(view, at, numbers[0]) for at, numbers in view.open.items() if len(numbers) == 1)


def _naked_single(view: SudokuView, at: Cell, number: int) -> Step:
    uses = view.why_not(at, [other for other in view.grid.numbers if other != number])
    seen = "it sees all others" if all(fact.holds for fact in uses) else "it sees the others, or they were ruled out"
    says = f"Only {number} fits at {at}: {seen}."
    return Step("naked single", says, (Fact((at, number)),), tuple(uses), (Filled(at),))


# Candidates that are out


def confined(rule: str, kinds: Collection[str], view: SudokuView) -> Iterator[Step]:
    """Yield steps from units of these kinds whose places for a number all lie in another unit."""
    for unit in (unit for unit in view.grid.units if unit.kind in kinds):
        members = view.grid.units[unit]
        for number, left in view.left[unit].items():
            for other, within in view.grid.units.items():
                outside = [at for at in view.left[other].get(number, ()) if at not in members]
                if outside and other != unit and set(within).issuperset(left):
                    uses = view.why_nowhere(number, [at for at in members if at not in left])
                    says = f"The {number} of {unit} must lie in {other}: no other cell there holds {a(number)}."
                    settles = tuple(Fact((at, number), holds=False) for at in outside)
                    yield Step(rule, says, settles, tuple(uses), (CellPlace(unit, number),))


def naked(rule: str, size: int, view: SudokuView) -> Iterator[Step]:
    """Yield steps from `size` cells of a unit that have `size` candidates between them."""
    for members in view.grid.units.values():
        few = [at for at in members if len(view.open.get(at, ())) in range(2, size + 1)]
        for group in combinations(few, size):
            spend(1)
            numbers = sorted(set(chain.from_iterable(view.open[at] for at in group)))
            if len(numbers) != size:
                continue
            seen_by_all = sorted(set.intersection(*(view.grid.peers[at] for at in group)))
            seeing = [(at, number) for number in numbers for at in seen_by_all if number in view.open.get(at, ())]
            if seeing:
                others = [number for number in view.grid.numbers if number not in numbers]
                uses = dict.fromkeys(fact for at in group for fact in view.why_not(at, others))
                whom, none = ("both", "neither") if size == 2 else (f"all {size}", "none of these")
                says = f"{places(group)} share {listed(numbers)}: a cell that sees {whom} holds {none}."
                settles = tuple(Fact(name, holds=False) for name in seeing)
                yield Step(rule, says, settles, tuple(uses), tuple(Filled(at) for at in group))


def hidden(rule: str, size: int, view: SudokuView) -> Iterator[Step]:
    """Yield steps from `size` numbers that have `size` places in a unit between them."""
    for unit, members in view.grid.units.items():
        where = view.left[unit]
        few = [number for number, of in where.items() if len(of) in range(2, size + 1)]
        for group in combinations(few, size):
            spend(1)
            taken = sorted(set(chain.from_iterable(where[number] for number in group)))
            if len(taken) != size:
                continue
            settles = [Fact((at, number), False) for at in taken for number in view.open[at] if number not in group]
            if settles:
                elsewhere = [at for at in members if at not in taken]
                uses = dict.fromkeys(fact for number in group for fact in view.why_nowhere(number, elsewhere))
                says = f"The {listed(group)} of {unit} share {places(taken)}, which hold nothing else."
                yield Step(rule, says, tuple(settles), tuple(uses), tuple(CellPlace(unit, number) for number in group))


# Trials


def trials(view: SudokuView) -> Iterator[Step]:
    """Yield a trial, if there is one, in the cells with the fewest candidates: a number that fails."""
    groups = [
        [Fact((at, number)) for at, numbers in view.open.items() if len(numbers) == size for number in numbers]
        for size in view.grid.numbers[1:]
    ]
    if found := trial(view.known, groups, partial(_derived, view.grid)):
        at, number = found.supposed.name
        end = found.end.says.removeprefix("There is ")
        yield refuted("trial", sentence(f"{a(number)} at {at} would in {len(found.links)} steps leave {end}"), found)


def _derived(grid: SudokuGrid, known: Known, _: Sequence[Fact]) -> Iterator[Derived]:
    """Yield the singles; or the contradictions, if there are any."""
    view = SudokuView(grid, known)
    left = [(CellPlace(unit, number), at) for unit, of_number in view.left.items() for number, at in of_number.items()]
    ends: list[CellPlace | Filled] = [Filled(at) for at, numbers in view.open.items() if not numbers]
    ends += [place for place, at in left if not at]
    if ends:
        yield from (Derived((), partial(_none_left, view, premise)) for premise in ends)
        return
    for at, numbers in view.open.items():
        if len(numbers) == 1:
            yield Derived((Fact((at, numbers[0])),), partial(_naked_single, view, at, numbers[0]))
    for place, some in left:
        if len(some) == 1:
            yield Derived((Fact((some[0], place.number)),), partial(_hidden_single, view, place, some[0]))


def _none_left(view: SudokuView, premise: CellPlace | Filled) -> Step:
    if isinstance(premise, Filled):
        what, uses = f"number for {premise.cell}", view.why_not(premise.cell, view.grid.numbers)
    else:
        what = f"place for the {premise.number} in {premise.unit}"
        uses = view.why_nowhere(premise.number, view.grid.units[premise.unit])
    return Step("trial", f"There is no {what}.", (), tuple(uses), (premise,))


# The reasoner


class Reasons(Reasoner):
    """The reasoner of Mini Sudoku boards."""

    rules: Sequence[Rule] = (
        Rule("full house", 1, full_house),
        Rule("hidden single", 1, hidden_single),
        Rule("naked single", 2, naked_single),
        Rule("pointing", 2, partial(confined, "pointing", {"box"})),
        Rule("claiming", 2, partial(confined, "claiming", {"row", "column"})),
        Rule("naked pair", 3, partial(naked, "naked pair", 2)),
        Rule("hidden pair", 3, partial(hidden, "hidden pair", 2)),
        Rule("naked triple", 3, partial(naked, "naked triple", 3)),
        Rule("hidden triple", 3, partial(hidden, "hidden triple", 3)),
        Rule("trial", 3, trials),
    )

    def __init__(self, board: Board) -> None:
        self._board = board
        self._grid = SudokuGrid(board.box)
        self._apart = cache(self._apart_from)

    def view(self, known: Known) -> SudokuView:
        """Return the candidates that are left."""
        return SudokuView(self._grid, known)

    # Theory

    def given(self) -> list[Fact]:
        """Return the given numbers."""
        return [Fact((at, number)) for at in cells(*self._board.shape) if (number := self._board.given(at))]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the number of each cell; that a cell does not hold a number is mostly obvious."""
        return [Fact((at, solution[at.row][at.col])) for at in cells(*self._board.shape)]

    def theory(self, premises: Collection[Premise]) -> Theory:
        """Return clauses for `premises`, plus the at-most-one constraints that share a variable with them.

        Other constraints cannot affect entailment.
        """
        stated = [clause for premise in premises for clause in self.premises[premise].clauses]
        touched = {*chain.from_iterable(stated)} or range(1, len(self._names) + 1)
        apart = chain.from_iterable(map(self._apart, touched))
        return Theory(CNF([*stated, *apart], names=()), self.literals)

    @cached_property
    def _names(self) -> Sequence[Name]:
        return [*product(self._grid.peers, self._grid.numbers)]

    @cached_property
    def literals(self) -> Mapping[Name, tuple[int]]:
        """The variable of each cell and number."""
        return {name: (variable,) for variable, name in enumerate(self._names, start=1)}

    @cached_property
    def premises(self) -> Mapping[Premise, Meaning]:
        """The units, each with a place for each number, and the cells, each with a number."""
        found: dict[Premise, Meaning] = {}
        numbers = self._grid.numbers
        for (unit, members), number in product(self._grid.units.items(), numbers):
            one_of = tuple(self.variables((at, number) for at in members))
            found[CellPlace(unit, number)] = Meaning(f"a place for the {number} in {unit}", tuple(members), [one_of])
        for at in self._grid.peers:
            one_of = tuple(self.variables((at, number) for number in numbers))
            found[Filled(at)] = Meaning(f"a number at {at}", (at,), [one_of])
        return found

    def _apart_from(self, variable: int) -> list[Clause]:
        """Return clauses that exclude, besides a name, other numbers in the cell and this number in its peers."""
        at, number = self._names[variable - 1]
        others = [(at, other) for other in self._grid.numbers if other != number]
        others += [(peer, number) for peer in self._grid.peers[at]]
        return [(-variable, -self.literals[other][0]) for other in others]

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the correct numbers on the page, and the cells that are wrong."""
        numbers = names_of(self._board.size)
        shown = [(at, numbers[text]) for at, text in zip(cells(*self._board.shape), state, strict=True) if text]
        wrong = tuple(at for at, number in shown if number != solution[at.row][at.col])
        return SolvedSoFar(tuple(Fact(name) for name in shown if name[0] not in wrong), wrong)

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a number, or a struck-out one."""
        at, number = fact.name
        return Mark("number" if fact.holds else "no-number", (at,), str(number))

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        return self.several([fact])

    def several(self, facts: Sequence[Fact], most: int | None = None) -> str:
        """Return cells with one number, or without it, in words."""
        _, number = facts[0].name
        return f"{a(number) if facts[0].holds else f'no {number}'} at {places([at for (at, _), _ in facts], most)}"
