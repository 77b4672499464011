"""Bounds of single cells in a linear programme, with the weights of its rows that prove them.

The simplex method on a dense tableau, from one bound to the next without starting anew; the work is bounded. The
weights are floating-point numbers: a user must check them in integers. Source: V. Chvátal, "Linear
Programming", 1983.
"""

from collections.abc import Iterator, Sequence

#: Smaller numbers are zero.
EPSILON = 1e-9


class Bounds:
    """Variables from 0 up, of which `exact` sets have a given sum, and `most_one` sets one of 1 at most."""

    def __init__(
        self, size: int, exact: Sequence[tuple[Sequence[int], int]], most_one: Sequence[Sequence[int]], pivots: int
    ) -> None:
        """Take the number of variables, the sets, and the most steps of the simplex method."""
        self._size, self._pivots = size, pivots
        self._first_slack, self._first_extra = size, size + len(most_one)
        self._width = size + len(most_one) + len(exact) + 1
        self._rows: list[list[float]] = []
        self._basis: list[int] = []
        for index, some in enumerate(most_one):
            self._add(some, 1, self._first_slack + index)
        for index, (some, total) in enumerate(exact):
            self._add(some, total, self._first_extra + index)
        self.possible = set[int]()
        """The variables that some values of all allow to be 1."""

    def _add(self, some: Sequence[int], total: int, own: int) -> None:
        row = [0.0] * self._width
        for index in some:
            row[index] = 1.0
        row[own], row[-1] = 1.0, float(total)
        self._rows.append(row)
        self._basis.append(own)

    def below_one(self) -> Iterator[tuple[list[float], list[float]]]:
        """Yield for each variable that is less than 1 the weights of the `exact` and of the `most_one` sets.

        End early if there are no values at all, or no steps left.
        """
        # First the sum of what `exact` sets lack becomes 0. Their own variables never enter the basis again.
        lacking = [row for row, own in zip(self._rows, self._basis, strict=True) if own >= self._first_extra]
        objective = [sum(column) for column in zip(*lacking, strict=True)] or [0.0] * self._width
        if not self._raised(objective, None) or objective[-1] > EPSILON:
            return
        for variable in range(self._size):
            if variable in self.possible:
                continue
            objective = self._objective(variable)
            if not self._raised(objective, variable):
                return
            if variable not in self.possible:
                weights = [-value for value in objective[self._first_slack : -1]]
                slack = self._first_extra - self._first_slack
                yield weights[slack:], weights[:slack]

    def _objective(self, variable: int) -> list[float]:
        """Return the variable in terms of those outside the basis; the last number is its value, negated."""
        objective = [0.0] * self._width
        objective[variable] = 1.0
        if variable in self._basis:
            row = self._rows[self._basis.index(variable)]
            objective = [one - value for one, value in zip(objective, row, strict=True)]
        return objective

    def _raised(self, objective: list[float], variable: int | None) -> bool:
        """Raise the objective to its maximum, or until `variable` is 1; return False if no steps are left."""
        while True:
            self._note_possible()
            if variable in self.possible:
                return True
            entering = max(range(self._first_extra), key=objective.__getitem__)
            if objective[entering] <= EPSILON:
                return True
            leaving = self._leaving(entering)
            if leaving is None or not self._pivots:
                return False
            self._pivots -= 1
            self._pivot(leaving, entering, objective)

    def _leaving(self, entering: int) -> int | None:
        """Return the row that bounds `entering` most, with the least own variable of several."""
        best: tuple[float, int, int] | None = None
        for number, row in enumerate(self._rows):
            own = self._basis[number]
            if own >= self._first_extra and row[-1] <= EPSILON and abs(row[entering]) > EPSILON:
                return number
            if row[entering] > EPSILON:
                best = min(best or (float("inf"), 0, 0), (row[-1] / row[entering], own, number))
        return best and best[2]

    def _pivot(self, leaving: int, entering: int, objective: list[float]) -> None:
        row = self._rows[leaving]
        factor = row[entering]
        row[:] = [value / factor if abs(value) > EPSILON else 0.0 for value in row]
        columns = [(col, value) for col, value in enumerate(row) if value]
        for other in (*self._rows, objective):
            factor = other[entering]
            if other is not row and factor:
                for col, value in columns:
                    other[col] -= factor * value
                other[entering] = 0.0
        self._basis[leaving] = entering

    def _note_possible(self) -> None:
        for own, row in zip(self._basis, self._rows, strict=True):
            if own < self._size and row[-1] > 1 - EPSILON:
                self.possible.add(own)
