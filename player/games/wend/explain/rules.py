"""The candidates of a Wend board, those that are left, and the rules on them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from player.explanations.steps import Fact, Known, Step, spend
from player.games.grid import Cell
from player.games.wend.board import Board
from player.games.wend.encoding import WordCandidate, candidates, encode
from player.games.wend.unlisted import decode as relaxed_decode
from player.games.wend.unlisted import encode as relaxed_encode
from player.sat import solver


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
    cnf = relaxed_encode(board)
    found = solver.models(cnf, most=2)
    if len(found) != 1:
        return []
    known = {one.cells for one in (*(WordCandidate((word,)) for word in board.found), *listed)}
    words = relaxed_decode(board, cnf.facts(found[0]))
    return [WordCandidate((word,)) for word in words if frozenset(word.path) not in known]


class Left:
    """The candidates that `known` leaves."""

    def __init__(self, pieces: Pieces, known: Known) -> None:
        spend(len(pieces.all) * len(pieces.over))
        self.all = pieces
        self.placed = [name for name, holds in known.items() if holds]
        self._denied = {name for name, holds in known.items() if not holds}
        self.lengths = list((pieces.times - Counter(one.length for one in self.placed)).elements())
        self.some = [one for one in pieces.all if one not in self.placed and not self._against(one)]
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
        """Return sets of known facts, each of which rules out the candidate."""
        if one in self.placed:
            return []
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
            says = f"Only one word is left that takes {left.all.letter(at)}."
            yield Step("only word over a letter", says, (Fact(some[0]),), uses, (("letter", at),))


def only_of_length(left: Left) -> Iterator[Step]:
    """Yield the candidates of a length that has only as many left as are missing."""
    for length in dict.fromkeys(left.lengths):
        some = [one for one in left.some if one.length == length]
        if len(some) == left.lengths.count(length):
            others = [one for one in left.all.of_length(length) if one not in some and one not in left.placed]
            known = tuple(Fact(one) for one in left.placed if one.length == length)
            uses = tuple(dict.fromkeys([*known, *left.against(others)]))
            says = f"Only {'one word is' if len(some) == 1 else f'{len(some)} words are'} left with {length} letters."
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
