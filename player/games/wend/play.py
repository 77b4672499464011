"""Wend on a page: the letters, holes and rows of a snapshot, and the words that are traced one by one."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from player.errors import PageNotUnderstood
from player.games.fields import Field, Kind, require_allowed
from player.games.game import RejectedWord
from player.games.grid import Cell, cells, in_rows, neighbours, on_grid, shorten
from player.games.moves import Move, Trace, touched
from player.games.snapshot import Snapshot
from player.games.wend.board import HOLE, Board, Solution, Word, board_of, check, primary
from player.games.wend.encoding import candidates
from player.games.word_lists import capital

MARK = "mark"
#: The marks of a cell: an accepted word lies over it, or none does.
LOCKED, EMPTY = "locked", "empty"
ALLOWED: Mapping[str, Field] = {
    "letter": Field(
        "the letter in the cell; nothing if it is a hole", Kind.TEXT, others="one letter of any script", common=True
    ),
    "hole": Field("the cell has no letter", Kind.FLAG, none=True, common=True),
    MARK: Field("a word that the page took lies over the cell", Kind.TEXT, (EMPTY, LOCKED)),
}
#: The list beside the grid, with an item for each word, and a part for each of its letters.
WORDS = "words"


# From a page


def read(snapshot: Snapshot) -> Board:
    """Return the board of `snapshot`, with the words found so far; raise PageNotUnderstood or BoardError.

    Each cell has either a letter or a hole, and the rows of the word list have as many places as there are letters. On
    some pages a row that is done shows no letters: then only who has seen the moves knows the words.
    """
    require_allowed(snapshot, ALLOWED)
    signs = [
        _sign(at, letter, hole=hole)
        for (at, letter), hole in zip(_letters(snapshot), snapshot.flags("hole"), strict=True)
    ]
    rows = in_rows(signs, snapshot.cols)
    board = board_of([*map("".join, rows)], sorted(item.parts for item in snapshot.items(WORDS)), snapshot.language)
    _require_lengths(snapshot.rules.get(WORDS), board)
    done = [str(item.text) for item in snapshot.items(WORDS) if item.done]
    is_silent = bool(done) and not any(sign.isalpha() for text in done for sign in text)
    return board if is_silent else replace(board, found=state(snapshot).found)


def _require_lengths(said: object, board: Board) -> None:
    """Raise PageNotUnderstood if the page's own sentence about the words has other lengths than the rows beside it.

    A sentence may name a length once that several words have.
    """
    told = sorted(int(number) for number in re.findall(r"[0-9]+", said)) if isinstance(said, str) else []
    lengths = sorted(board.lengths)
    agree = told == lengths if len(told) == len(lengths) else {*told} == {*lengths}
    if told and not agree:
        raise PageNotUnderstood(
            f"the rows beside the grid are of {', '.join(map(str, lengths))} letters, and the page says "
            f"{shorten(said)}: fix the list {WORDS!r} in selectors.yaml"
        )


def _letters(snapshot: Snapshot) -> Iterator[tuple[Cell, object]]:
    """Yield each cell with its text in capitals, as some pages write them by their styles only."""
    return ((at, _capitals(cell.get("letter"), snapshot)) for at, cell in snapshot.places())


def _capitals(text: object, snapshot: Snapshot) -> object:
    if not isinstance(text, str):
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join(capital(letter, primary(snapshot.language)) for letter in composed)


def _sign(at: Cell, letter: object, *, hole: bool) -> str:
    """Return the letter of a cell, or `HOLE`."""
    if hole:
        if letter is not None:
            raise PageNotUnderstood(f"{at} is a hole, and shows {letter!r}: fix 'hole' in selectors.yaml")
        return HOLE
    if not isinstance(letter, str) or len(letter) != 1 or not letter.isalpha():
        raise PageNotUnderstood(f"{at} shows {letter!r} instead of one letter: fix 'letter' in selectors.yaml")
    return letter


def columns(board: Board) -> dict[str, list[Any]]:
    """Return the letter of each cell, and whether it is a hole."""
    found = [board.letters.get(at) for at in cells(*board.shape)]
    return {"letter": found, "hole": [letter is None for letter in found]}


@dataclass(frozen=True, slots=True)
class State:
    """The words that the page has taken, and the numbers of rows and columns of its grid."""

    found: tuple[Word, ...]
    shape: tuple[int, int]

    @property
    def locked(self) -> frozenset[Cell]:
        """The cells of the words that the page has taken."""
        return frozenset(at for word in self.found for at in word.path)


def state(snapshot: Snapshot, expected: State | None = None) -> State:
    """Return the words that the page has taken: a row of the list is done for each, and its cells are locked.

    Their paths are those of `expected` if the same cells are locked, and as many rows are done; else some paths that
    spell the words of the rows. Raise PageNotUnderstood if there is none.
    """
    require_allowed(snapshot, ALLOWED, [MARK])
    shape = snapshot.rows, snapshot.cols
    locked = frozenset(at for at, mark in on_grid(shape, snapshot.texts(MARK)).items() if mark == LOCKED)
    done = [str(_capitals(item.text, snapshot)) for item in snapshot.items(WORDS) if item.done]
    if expected and expected.locked == locked and len(expected.found) == len(done):
        return expected
    letters = {at: letter for at, letter in _letters(snapshot) if at in locked and isinstance(letter, str)}
    found = _placed(done, letters, shape) if len(letters) == len(locked) else None
    if found is None:
        raise PageNotUnderstood(
            f"{len(locked)} cells are locked, which the {len(done)} rows that are done don't spell: fix {MARK!r} or "
            f"the list {WORDS!r} in selectors.yaml"
        )
    return State(found, shape)


def _placed(done: Sequence[str], letters: Mapping[Cell, str], shape: tuple[int, int]) -> tuple[Word, ...] | None:
    """Return paths over all of `letters` that spell the words `done`; None if there are none."""
    if not done:
        return None if letters else ()
    for path in _spelling(done[0], letters, shape):
        rest = {at: letter for at, letter in letters.items() if at not in path}
        if (others := _placed(done[1:], rest, shape)) is not None:
            return Word(done[0], path), *others
    return None


def _spelling(text: str, letters: Mapping[Cell, str], shape: tuple[int, int]) -> Iterator[tuple[Cell, ...]]:
    """Yield the paths over `letters` that spell `text`."""
    stack: list[tuple[Cell, ...]] = [(at,) for at, letter in letters.items() if text[:1] == letter]
    while stack:
        path = stack.pop()
        if len(path) == len(text):
            yield path
            continue
        near = (at for at in neighbours(path[-1], *shape) if letters.get(at) == text[len(path)])
        stack += [(*path, at) for at in near if at not in path]


def plan(board: Board, solution: Solution, state: State) -> list[Move]:
    """Return a trace for each word that the page has not taken; those that the list leaves in doubt come last."""
    left = [word for word in solution if not state.locked.issuperset(word.path)]
    sure, free = _sure(board, state), set(board.letters) - state.locked
    moves: list[Move] = []
    for word in sorted(left, key=lambda word: frozenset(word.path) not in sure):
        moves.append(Trace(word.path, tuple(sorted(free))))
        free -= set(word.path)
    return moves


def _sure(board: Board, state: State) -> set[frozenset[Cell]]:
    """Return the cells of the words that are the only ones of the list there."""
    return {one.cells for one in candidates(replace(board, found=state.found)) if len(one.words) == 1}


def learn(board: Board, state: State, moves: Sequence[Move], *, failures: int, trusted: bool) -> RejectedWord | None:
    """Return what a page teaches that does not take a word in `state`: it is not one; None if the input may be lost.

    The word failed so many times; the input is `trusted` if it has drawn another one. A word that the list leaves in
    doubt is rejected at once then, any other one by its second failure.
    """
    move = moves[0]
    if not isinstance(move, Trace) or (failures < 2 and (not trusted or frozenset(move.cells) in _sure(board, state))):
        return None
    text = "".join(board.letters[at] for at in move.cells)
    return RejectedWord(text, replace(board, found=state.found, rejected=board.rejected | {text}))


def done(state: State) -> Mapping[str, int]:
    """Return how many rows of the list are done."""
    return {WORDS: len(state.found)}


def simulate(board: Board, state: State, moves: Iterable[Move]) -> State:
    """Return the state after `moves`: the cells of each trace are locked, if none of them was."""
    letters = board.letters
    for move in moves:
        path = touched(move)
        if state.locked.isdisjoint(path) and letters.keys() >= set(path):
            word = Word("".join(letters[at] for at in path), path)
            state = replace(state, found=(*state.found, word))
    return state


def solved(board: Board, state: State) -> bool:
    """Return whether the words that the page has taken are a solution, by the referee."""
    return not check(board, board.in_order(state.found))


def shown(board: Board, state: State) -> tuple[str, ...]:
    """Return the field `MARK` of each cell in `state`."""
    locked = state.locked
    return tuple(LOCKED if at in locked else EMPTY for at in cells(*board.shape))
