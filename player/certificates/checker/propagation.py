"""Reverse unit propagation: the check that a clause follows from the clauses before it.

A clause follows if unit propagation from the negation of its literals ends in a contradiction. Each clause of two
literals or more is watched in its first two (M. Moskewicz et al., "Chaff: engineering an efficient SAT solver", DAC
2001). They are in flat arrays: a few bytes for each literal and clause, so that a long file can't fill the memory.
"""

from array import array
from collections.abc import Iterable, Sequence

Literals = Sequence[int]

_NONE = -1


class Propagator:
    """Clauses over the variables 1 to `variables`, and the literals that follow from them by unit propagation.

    Clauses have numbers from 1, in the order in which they come; the length is the last one.
    """

    def __init__(self, variables: int, clauses: Iterable[Literals]) -> None:
        size = 2 * variables + 1  # a negative literal counts from the end of these arrays
        self.contradictory = False
        """True once unit propagation alone has found a contradiction."""
        self._value = array("b", bytes(size))  # 1 if the literal is true, -1 if it is false
        self._reason = array("i", [_NONE]) * (variables + 1)  # the clause that a literal's value follows from
        self._trail = array("i")
        self._head = 0
        self._literals = array("i")
        self._starts = array("I", [0])
        self._dead = bytearray()
        # The clauses that watch a literal form a chain of slots: slot 2 * c + k is for the literal k of clause c.
        self._first = array("i", [_NONE]) * size
        self._next = array("i")
        self._conflict = self._contradiction = _NONE
        self.antecedents: list[int] = []
        """The numbers of the clauses that the clause of the last `follows` came from, as units one by one."""
        self._numbers: dict[frozenset[int], list[int]] | None = None
        """The clauses that are not deleted, by their literals; None before the first deletion."""
        for clause in clauses:
            self._attach(self._store([*dict.fromkeys(clause)]))
        for number in range(len(self)):
            if self._starts[number + 1] - self._starts[number] < 2:
                self._settle(number)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def follows(self, clause: Literals) -> bool:
        """Return whether `clause` follows by reverse unit propagation; everything does from a contradiction."""
        if self.contradictory:
            self._conflict = self._contradiction
            self.antecedents = self._came_from(())
            return True
        value, start = self._value, len(self._trail)
        self._conflict = _NONE
        for literal in clause:
            if value[literal] > 0:
                self._conflict = self._reason[abs(literal)]
                break
            if not value[literal]:
                self._assign(-literal, _NONE)
        else:
            self._propagate()
        found = self._conflict != _NONE or any(value[literal] > 0 for literal in clause)
        self.antecedents = self._came_from(clause) if found else []
        for literal in self._trail[start:]:
            value[literal] = value[-literal] = 0
        del self._trail[start:]
        self._head = start
        return found

    def add(self, clause: Literals) -> None:
        """Add a clause, which then counts for all that come after it."""
        value = self._value
        own = sorted(dict.fromkeys(clause), key=lambda literal: value[literal] < 0)  # open and true ones first
        number = self._store(own)
        if self._numbers is not None:
            self._numbers.setdefault(frozenset(own), []).append(number)
        if len(own) < 2 or value[own[1]] < 0:
            self._settle(number)
        else:
            self._attach(number)

    def delete(self, clause: Literals) -> int | None:
        """Delete a clause; return its number, 0 if it stays, None if there is none such.

        A clause that a settled literal follows from stays, as in drat-trim: a deletion never takes back a literal, nor
        a contradiction.
        """
        if self._numbers is None:
            self._numbers = {}
            for number in range(len(self)):
                self._numbers.setdefault(frozenset(self._clause(number)), []).append(number)
        numbers = self._numbers.get(frozenset(clause))
        if not numbers:
            return None
        if self.contradictory or max((self._value[literal] for literal in clause), default=0) > 0:
            return 0
        number = numbers.pop(0)
        self._dead[number] = 1
        return number + 1

    def is_true(self, literal: int) -> bool:
        """Return True if `literal` follows from the clauses by unit propagation."""
        return self._value[literal] > 0

    # Clauses

    def _clause(self, number: int) -> Literals:
        """Return the literals of the clause of a number from 0, in any order."""
        return self._literals[self._starts[number] : self._starts[number + 1]]

    def _store(self, literals: Literals) -> int:
        self._literals.extend(literals)
        self._starts.append(len(self._literals))
        self._dead.append(0)
        self._next.extend((_NONE, _NONE))
        return len(self._starts) - 2

    def _attach(self, number: int) -> None:
        """Watch the first two literals of a clause, if it has as many; neither is false."""
        start = self._starts[number]
        if self._starts[number + 1] - start < 2:
            return
        for k in range(2):
            literal = self._literals[start + k]
            self._next[2 * number + k] = self._first[literal]
            self._first[literal] = 2 * number + k

    # Literals

    def _settle(self, number: int) -> None:
        """Settle for good the only literal of a clause that is not false, if it is open, and all that follows."""
        literal = next((literal for literal in self._clause(number) if self._value[literal] >= 0), None)
        self._conflict = _NONE
        if literal is None:
            self._conflict = number
        elif not self._value[literal]:
            self._assign(literal, number)
            self._propagate()
        if self._conflict != _NONE and not self.contradictory:
            self.contradictory, self._contradiction = True, self._conflict

    def _assign(self, literal: int, reason: int) -> None:
        self._value[literal] = 1
        self._value[-literal] = -1
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _propagate(self) -> None:
        """Assign all that follows from the literals since `_head`, up to a clause that is false, the conflict."""
        trail = self._trail
        while self._head < len(trail) and self._conflict == _NONE:
            false = -trail[self._head]
            self._head += 1
            if self._first[false] != _NONE:
                self._visit(false)

    def _visit(self, false: int) -> None:
        """Let the clauses that watch `false` watch another literal, or assign their last one."""
        value, literals, starts, following, first = self._value, self._literals, self._starts, self._next, self._first
        before, slot = _NONE, first[false]
        while slot != _NONE:
            after, number = following[slot], slot >> 1
            start, end = starts[number], starts[number + 1]
            own = start + (slot & 1)
            other = literals[start + start + 1 - own]
            moved = self._dead[number] != 0
            if not moved and value[other] <= 0:
                for index in range(start + 2, end):
                    literal = literals[index]
                    if value[literal] >= 0:
                        literals[own], literals[index] = literal, false
                        following[slot] = first[literal]
                        first[literal] = slot
                        moved = True
                        break
                else:
                    if value[other] < 0:
                        self._conflict = number
                        return
                    self._assign(other, number)
            if not moved:
                before = slot
            elif before == _NONE:
                first[false] = after
            else:
                following[before] = after
            slot = after

    def _came_from(self, clause: Literals) -> list[int]:
        """Return the numbers, from 1, of the clauses that the conflict follows from, the false one last."""
        if self._conflict == _NONE:
            return []
        needed = {abs(literal) for literal in self._clause(self._conflict)}
        needed -= {
            abs(literal) for literal in clause if self._value[literal] > 0
        }  # the conflict says that they are true
        found = [self._conflict + 1]
        for literal in reversed(self._trail):
            reason = self._reason[abs(literal)]
            if abs(literal) in needed and reason != _NONE:
                found.append(reason + 1)
                needed.update(abs(one) for one in self._clause(reason))
        return found[::-1]
