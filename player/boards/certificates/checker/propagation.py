"""Reverse unit propagation: the check that a clause follows from the clauses before it.

A clause follows if unit propagation from the negation of its literals ends in a contradiction. Each clause of three
literals or more is watched in two of them (M. Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC
2001); clauses of two literals have lists of their own.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

Literals = Sequence[int]


class Propagator:
    """Clauses over the variables 1 to `variables`, and the literals that follow from them by unit propagation."""

    def __init__(self, variables: int, clauses: Iterable[Literals]) -> None:
        size = 2 * variables + 1  # a negative literal counts from the end of these lists
        self.contradictory = False
        """True once unit propagation alone has found a contradiction."""
        self._value = [0] * size  # 1 if the literal is true, -1 if it is false
        self._watching: list[list[list[int]]] = [[] for _ in range(size)]  # by a false literal
        self._implied: list[list[int]] = [[] for _ in range(size)]  # by a true literal
        self._trail: list[int] = []
        self._head = 0
        self._kept: list[list[int]] = []  # the clauses before `_by_literals` was needed
        self._by_literals: defaultdict[frozenset[int], list[list[int]]] | None = None
        units = []
        for clause in clauses:
            if len(clause) < 2:
                units.append(clause)
            self._attach(list(clause))
        for clause in units:
            self._settle(clause)

    def follows(self, clause: Literals) -> bool:
        """Return whether `clause` follows by reverse unit propagation; everything does from a contradiction."""
        if self.contradictory:
            return True
        value, start = self._value, len(self._trail)
        found = False
        for literal in clause:
            if value[literal] > 0:
                found = True
                break
            if not value[literal]:
                self._assign(-literal)
        found = found or not self._propagate()
        for literal in self._trail[start:]:
            value[literal] = value[-literal] = 0
        del self._trail[start:]
        self._head = start
        return found

    def add(self, clause: Literals) -> None:
        """Add a clause, which then counts for all that come after it."""
        value = self._value
        own = sorted(dict.fromkeys(clause), key=lambda literal: value[literal] < 0)  # open and true ones first
        if len(own) < 2 or value[own[1]] < 0:
            self._keep(own)
            self._settle(own)
        else:
            self._attach(own)

    def delete(self, clause: Literals) -> bool:
        """Delete a clause; return False if there is none such.

        A clause that a settled literal follows from stays, as in drat-trim: a deletion never takes back a literal.
        """
        if self._by_literals is None:
            self._by_literals = defaultdict(list)
            for one in self._kept:
                self._by_literals[frozenset(one)].append(one)
        same = self._by_literals.get(frozenset(clause))
        if not same:
            return False
        if max((self._value[literal] for literal in clause), default=0) <= 0:
            self._detach(same.pop())
        return True

    # Clauses

    def _keep(self, clause: list[int]) -> None:
        if self._by_literals is None:
            self._kept.append(clause)
        else:
            self._by_literals[frozenset(clause)].append(clause)

    def _attach(self, clause: list[int]) -> None:
        """Add a clause whose first two literals, if there are as many, are not false."""
        self._keep(clause)
        if len(clause) == 2:
            a, b = clause
            self._implied[-a].append(b)
            self._implied[-b].append(a)
        elif len(clause) > 2:
            self._watching[clause[0]].append(clause)
            self._watching[clause[1]].append(clause)

    def _detach(self, clause: list[int]) -> None:
        if len(clause) == 2:
            a, b = clause
            self._implied[-a].remove(b)
            self._implied[-b].remove(a)
        elif len(clause) > 2:
            for literal in clause[:2]:
                watching = self._watching[literal]
                del watching[next(index for index, one in enumerate(watching) if one is clause)]

    # Literals

    def _settle(self, clause: Literals) -> None:
        """Settle for good the only literal of `clause` that is not false, if it is open, and all that follows."""
        literal = next((literal for literal in clause if self._value[literal] >= 0), None)
        if literal is None:
            self.contradictory = True
        elif not self._value[literal]:
            self._assign(literal)
            self.contradictory |= not self._propagate()

    def _assign(self, literal: int) -> None:
        self._value[literal] = 1
        self._value[-literal] = -1
        self._trail.append(literal)

    def _propagate(self) -> bool:
        """Assign all that follows from the literals since `_head`; return False at a contradiction."""
        value, trail = self._value, self._trail
        while self._head < len(trail):
            literal = trail[self._head]
            self._head += 1
            for other in self._implied[literal]:
                if value[other] < 0:
                    return False
                if not value[other]:
                    value[other] = 1
                    value[-other] = -1
                    trail.append(other)
            if self._watching[-literal] and not self._visit(-literal):
                return False
        return True

    def _visit(self, false: int) -> bool:
        """Let the clauses that watch `false` watch another literal, or assign their last one; False if it is false."""
        value, watching, still = self._value, self._watching[false], list[list[int]]()
        for number, clause in enumerate(watching):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if value[first] <= 0:
                for index in range(2, len(clause)):
                    other = clause[index]
                    if value[other] >= 0:
                        clause[1], clause[index] = other, false
                        self._watching[other].append(clause)
                        break
                else:
                    still.append(clause)
                    if value[first] < 0:
                        still += watching[number + 1 :]
                        self._watching[false] = still
                        return False
                    self._assign(first)
                continue
            still.append(clause)
        self._watching[false] = still
        return True
