"""Explanations of Wend: the candidates of a board, the rules on those that are left, and the reasoner.

A name is a candidate, which is in the solution. The premises are that a letter is in a word, and that there are as many
words of a length as shown. That no letter is in two words, and that no length has more words than shown, are general
rules that no step has to name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from player.explanations.steps import Fact, Known, Mark, Meaning, Reasoner, Rule, SolvedSoFar, Step, listed, spend
from player.games.grid import Cell
from player.games.wend.board import Board, Solution
from player.games.wend.encoding import WordCandidate, candidates, decode_relaxed, encode, encode_relaxed
from player.games.wend.play import State
from player.sat import solver
from player.sat.cardinality import Fresh, at_most_one_product, at_most_sequential, exactly_sequential
from player.sat.cnf import CNF, CONTRADICTION, Clause


class Pieces:
    """The candidates of a board: words of the list, and those that the page has taken; `over` has those of each letter.

    If the list covers the board but for one path, the word on it is a candidate too.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.found = [WordCandidate((word,)) for word in board.found]
        listed = candidates(board)
        self.all: Sequence[WordCandidate] = [*self.found, *listed, *_unlisted(board, listed)]
        self.times = Counter(board.lengths)
        self.over = {at: [one for one in self.all if at in one.cells] for at in board.letters}

    def of_length(self, length: int) -> list[WordCandidate]:
        """Return the candidates with this number of letters."""
        return [one for one in self.all if one.length == length]

    def letter(self, at: Cell) -> str:
        """Return a letter in words."""
        return f"the {self.board.letters[at]} at {at}"


def _unlisted(board: Board, listed: Sequence[WordCandidate]) -> list[WordCandidate]:
    """Return the only path that a cover without it leaves, as a candidate; nothing if the list covers the board."""
    if solver.models(encode(board), most=1):
        return []
    cnf = encode_relaxed(board)
    found = solver.models(cnf, most=2)
    if len(found) != 1:
        return []
    known = {one.cells for one in (*(WordCandidate((word,)) for word in board.found), *listed)}
    words = decode_relaxed(board, cnf.facts(found[0]))
    return [WordCandidate((word,)) for word in words if frozenset(word.path) not in known]


class Left:
    """The candidates that `known` leaves."""

    def __init__(self, pieces: Pieces, known: Known) -> None:
        spend(len(pieces.all) * len(pieces.over))
        self.all = pieces
        self.placed = [name for name, holds in known.items() if holds]
        self._denied = {name for name, holds in known.items() if not holds}
        self.lengths = list((pieces.times - Counter(one.length for one in self.placed)).elements())
        self.some = [one for one in pieces.all if not self._against(one)]
        taken = set(chain.from_iterable(one.cells for one in self.placed))
        self.free = [at for at in pieces.over if at not in taken]

    def over(self, at: Cell) -> list[WordCandidate]:
        """Return the candidates that are left for a letter."""
        return [one for one in self.some if at in one.cells]

    def bars(self, one: WordCandidate, other: WordCandidate) -> bool:
        """Return whether two candidates that are left exclude each other."""
        last = one.length == other.length and self.lengths.count(one.length) == 1
        return one != other and (last or not one.cells.isdisjoint(other.cells))

    def _against(self, one: WordCandidate) -> list[tuple[Fact, ...]]:
        """Return sets of known facts, each of which rules out the candidate; a placed one rules out itself."""
        found: list[tuple[Fact, ...]] = [(Fact(one, holds=False),)] if one in self._denied else []
        found += [(Fact(other),) for other in self.placed if not one.cells.isdisjoint(other.cells)]
        if one.length not in self.lengths:
            found.append(tuple(Fact(other) for other in self.placed if other.length == one.length))
        return found

    def against(self, others: Iterable[WordCandidate]) -> tuple[Fact, ...]:
        """Return few known facts that together rule out all `others`, none of which is left."""
        chosen: dict[Fact, None] = {}
        for reasons in sorted(map(self._against, others), key=len):
            if not any(chosen.keys() >= set(reason) for reason in reasons):
                shortest: tuple[Fact, ...] = min(reasons, key=len)
                chosen.update(dict.fromkeys(shortest))
        return tuple(chosen)


def only_over_letter(left: Left) -> Iterator[Step]:
    """Yield the candidate of a letter that has only one left."""
    for at in left.free:
        if len(some := left.over(at)) == 1:
            uses = left.against(one for one in left.all.over[at] if one not in some)
            says = f"Only one word left covers {left.all.letter(at)}."
            yield Step("only word over a letter", says, (Fact(some[0]),), uses, (("letter", at),))


def only_of_length(left: Left) -> Iterator[Step]:
    """Yield the candidates of a length that has only as many left as are missing."""
    for length in dict.fromkeys(left.lengths):
        some = [one for one in left.some if one.length == length]
        if len(some) == left.lengths.count(length):
            others = [one for one in left.all.of_length(length) if one not in some and one not in left.placed]
            known = tuple(Fact(one) for one in left.placed if one.length == length)
            uses = tuple(dict.fromkeys([*known, *left.against(others)]))
            number = "one word" if len(some) == 1 else f"{len(some)} words"
            says = f"Only {number} of {length} letters {'is' if len(some) == 1 else 'are'} left."
            settles = tuple(Fact(one) for one in some)
            yield Step("only word of a length", says, settles, uses, (("length", length),))


def isolating(left: Left) -> Iterator[Step]:
    """Yield candidates that leave a letter without any, those of the same letter together."""
    found: list[tuple[Cell, list[WordCandidate]]] = []
    for at in left.free:
        over = left.over(at)
        out = [one for one in left.some if at not in one.cells and all(left.bars(one, other) for other in over)]
        if out:
            found.append((at, out))
    for at, out in sorted(found, key=lambda pair: -len(pair[1])):
        some = f"{out[0]} would" if len(out) == 1 else f"Each of {len(out)} words would"
        says = f"{some} leave no word for {left.all.letter(at)}."
        uses = left.against(one for one in left.all.over[at] if one not in left.some)
        settles = tuple(Fact(one, holds=False) for one in out)
        more = tuple(Fact(one) for one in left.placed if any(one.length == other.length for other in out))
        yield Step("isolated letter", says, settles, tuple(dict.fromkeys([*uses, *more])), (("letter", at),))


# The reasoner


class Reasons(Reasoner):
    """The reasoner of one board."""

    rules: Sequence[Rule] = (
        Rule("only word over a letter", 1, only_over_letter),
        Rule("only word of a length", 1, only_of_length),
        Rule("isolated letter", 2, isolating, redundant=True),
    )

    def __init__(self, board: Board) -> None:
        self._board = board
        self._all = Pieces(board)
        self._fresh = Fresh(len(self._all.all) + 1)

    def view(self, known: Known) -> Left:
        """Return the candidates that are left."""
        return Left(self._all, known)

    # Theory

    def given(self) -> list[Fact]:
        """Return the words that the page has taken."""
        return [Fact(one) for one in self._all.found]

    def facts(self, solution: Solution) -> list[Fact]:
        """Return for each candidate whether it is in the solution."""
        right = {frozenset(word.path) for word in solution}
        return [Fact(one, one.cells in right) for one in self._all.all]

    def wanted(self, solution: Solution) -> list[Fact]:
        """Return the words of the solution."""
        return [fact for fact in self.facts(solution) if fact.holds]

    @cached_property
    def literals(self) -> Mapping[WordCandidate, tuple[int]]:
        """The variable of each candidate."""
        return {one: (number,) for number, one in enumerate(self._all.all, start=1)}

    @cached_property
    def general(self) -> CNF:
        """That no letter has two words, and no length too many."""
        clauses: list[Clause] = []
        for over in self._all.over.values():
            clauses += at_most_one_product(self.variables(over), self._fresh)
        for length, times in self._all.times.items():
            clauses += at_most_sequential(times, self.variables(self._all.of_length(length)), self._fresh)
        return CNF(clauses, names=())

    @cached_property
    def premises(self) -> Mapping[tuple[str, Cell | int], Meaning]:
        """The letters, each in a word, and the lengths, each with as many words as shown."""
        found: dict[tuple[str, Cell | int], Meaning] = {}
        for at, over in self._all.over.items():
            found["letter", at] = Meaning(self._all.letter(at), (at,), [(*self.variables(over),)])
        for length, times in self._all.times.items():
            some = self.variables(self._all.of_length(length))
            counts = exactly_sequential(times, some, self._fresh) if len(some) >= times else CONTRADICTION.clauses
            found["length", length] = Meaning(f"the words of {length} letters", (), [*counts])
        return found

    def standing(self, state: State, solution: Solution) -> SolvedSoFar:
        """Return the words that the page has taken; it takes none that is wrong."""
        right = {fact.name.cells: fact for fact in self.wanted(solution)}
        taken = [frozenset(word.path) for word in state.found]
        wrong = sorted(at for cells in taken if cells not in right for at in cells)
        return SolvedSoFar(tuple(right[cells] for cells in taken if cells in right), tuple(wrong))

    # Presentation

    def mark(self, fact: Fact) -> Mark:
        """Return the mark of a fact: a word, or one that is ruled out."""
        word = fact.name.words[0]
        return Mark("word" if fact.holds else "no-word", word.path, str(self._board.lengths.index(len(word.path))))

    def words(self, fact: Fact) -> str:
        """Return a fact in words."""
        path = fact.name.words[0].path
        where = f"from {path[0]} to {path[-1]}" if len(path) > 1 else f"at {path[0]}"
        return f"{'' if fact.holds else 'no '}{fact.name} {where}"

    def several(self, facts: Sequence[Fact], most: int | None) -> str:
        """Return several words of one length, or that they are ruled out."""
        if facts[0].holds:
            return listed(map(self.words, facts), most=most)
        some = listed([fact.name for fact in facts], most=most)
        return f"{len(facts)} words of {facts[0].name.length} letters ruled out: {some}"
