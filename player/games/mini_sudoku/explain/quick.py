"""A quick look at a supposed number in Mini Sudoku: the rounds of singles that end in a contradiction.

It finds no reasons; a trial then finds those of the few suppositions that fail soonest. A set of numbers is an int with
one bit per number.
"""

from collections.abc import Iterator, Sequence

from player.explanations.budget import spend
from player.games.grid import Cell
from player.games.mini_sudoku.explain.candidates import Name, View


class Quick:
    """The candidates of a view as sets, by the index of the cell."""

    def __init__(self, view: View) -> None:
        cells = list(view.grid.peers)
        self._index = {at: index for index, at in enumerate(cells)}
        self._peers = [[self._index[peer] for peer in view.grid.peers[at]] for at in cells]
        self._units = [[self._index[at] for at in members] for members in view.grid.units.values()]
        self._sets = [sum(1 << number for number in view.open.get(at, ())) for at in cells]
        self._open = [at in view.open for at in cells]
        self._wanted = [sum(1 << number for number in view.wanted(members)) for members in view.grid.units.values()]
        self._of: list[list[int]] = [[] for _ in cells]
        for unit, members in enumerate(self._units):
            for index in members:
                self._of[index].append(unit)

    def rounds(self, name: Name, most: int) -> int | None:
        """Return after how many rounds of singles the number is contradictory; None if it is not within `most`."""
        now = _State(self._sets[:], self._open[:], self._wanted[:])
        self._put(now, self._index[name[0]], 1 << name[1])
        for turn in range(most):
            spend(len(self._sets))
            if self._is_wrong(now):
                return turn
            found = list(self._singles(now))
            if not found:
                return None
            for index, bit in found:
                if now.open[index]:
                    self._put(now, index, bit)
        return None

    def _put(self, now: "_State", index: int, bit: int) -> None:
        now.sets[index], now.open[index] = 0, False
        for unit in self._of[index]:
            now.wanted[unit] &= ~bit
        for peer in self._peers[index]:
            now.sets[peer] &= ~bit

    def _is_wrong(self, now: "_State") -> bool:
        """Return whether a cell has no candidate, or a unit no place for a number."""
        if any(now.open[index] for index, some in enumerate(now.sets) if not some):
            return True
        for wanted, members in zip(now.wanted, self._units, strict=True):
            places = 0
            for index in members:
                places |= now.sets[index]
            if wanted & ~places:
                return True
        return False

    def _singles(self, now: "_State") -> Iterator[tuple[int, int]]:
        """Yield the cells with one candidate, and those that alone have a number of a unit."""
        for index, some in enumerate(now.sets):
            if some and not some & (some - 1):
                yield index, some
        for members in self._units:
            one = more = 0
            for index in members:
                some = now.sets[index]
                more |= one & some
                one |= some
            if alone := one & ~more:
                for index in members:
                    if bit := now.sets[index] & alone:
                        yield index, bit & -bit


class _State:
    """The candidates of each cell, whether it is open, and the numbers that each unit lacks."""

    def __init__(self, sets: list[int], is_open: list[bool], wanted: list[int]) -> None:
        self.sets, self.open, self.wanted = sets, is_open, wanted


def soonest(view: View, cells: Sequence[Cell], most: int) -> list[Name]:
    """Return the candidates of `cells` that are contradictory within `most` rounds of singles, the soonest first."""
    quick = Quick(view)
    names = [(at, number) for at in cells for number in view.open[at]]
    found = [(rounds, name) for name in names if (rounds := quick.rounds(name, most)) is not None]
    return [name for _, name in sorted(found, key=lambda pair: pair[0])]
