"""A generator of Wend boards: paths of rising lengths on a grid, and common words on them that have one cover.

On boards of a shape letters stand on its marks, and holes on the cells without one.
"""

from functools import lru_cache
from random import Random

from player.errors import BoardError
from player.games import wend
from player.games.grid import Cell, cells, in_rows, neighbours
from player.games.shapes import EITHER, BoardShape, Generator
from player.games.shapes import HOLE as HOLE_OF_SHAPES
from player.games.wend.board import HOLE, LANGUAGE, Board
from player.games.word_lists import ListName, list_for
from player.proof import prove

#: By size: the fewest and the most holes, the numbers of words, and the shortest and the longest word, as on the site.
USUAL = {
    5: ((3, 7), (4, 4, 4, 4, 4, 3), (3, 7)),
    6: ((6, 10), (4, 4, 4, 5, 5), (4, 9)),
    7: ((4, 13), (5, 5, 6, 6, 6, 7), (3, 11)),
}
#: The mean share of the words of one length that are more frequent than the one taken, and the most, as on the site.
MEAN_RANK, MOST_RANK = 0.1, 0.3
#: The most choices of words for one division of the grid, and the most divisions of one grid.
MAX_CHOICES, MAX_DIVISIONS = 20, 2000
#: On boards of a shape: the shortest and the longest word, and the most words.
SHORTEST, LONGEST, MOST_WORDS = 3, 11, 8
#: In one try of a shape: the most divisions of the board into paths, and the most choices of lengths.
MAX_SHAPE_DIVISIONS, MAX_LENGTHS = 60, 200

Paths = list[tuple[Cell, ...]]


def generator() -> Generator:
    """Return the generator of boards."""
    return Generator(_make, (5, 7), (5, 5, 6, 7), make_shaped=_make_shaped, check=_check)


def _make(random: Random, size: int) -> Board:
    """Return a random board with one cover and one set of words, relative to the list of words."""
    for _ in range(MAX_DIVISIONS):
        paths = _paths_on(random, size, _usual_lengths(random, size), set(cells(size, size)))
        if paths and (board := _lettered(random, size, paths)):
            return board
    raise BoardError(f"no board of Wend was found in {MAX_DIVISIONS} tries: the list of words may be too short")


def _usual_lengths(random: Random, size: int) -> list[int]:
    """Return different lengths in rising order, nearly without gaps, that leave a usual number of holes."""
    (fewest, most), numbers, (shortest, longest) = USUAL[size]
    while True:
        number = random.choice(numbers)
        low = random.randint(shortest, longest - number + 1)
        window = range(low, min(low + number + random.choice((0, 0, 1, 2)), longest + 1))
        if len(window) >= number:
            lengths = sorted(random.sample(window, number))
            if fewest <= size * size - sum(lengths) <= most:
                return lengths


def _paths_on(random: Random, size: int, lengths: list[int], free: set[Cell]) -> Paths:
    """Return paths of these lengths on `free` cells that share no cell; nothing if they don't fit.

    The longest is laid first; the set is used up.
    """
    paths: Paths = []
    for length in reversed(lengths):
        path: list[Cell] = []
        while len(path) < length:
            near = [to for to in neighbours(path[-1], size, size) if to in free] if path else sorted(free)
            if not near:
                return []
            path.append(_tightest(random, near, free, size))
            free.discard(path[-1])
        paths.append(tuple(path if random.random() < 0.5 else path[::-1]))
    return paths[::-1]


def _tightest(random: Random, some: list[Cell], free: set[Cell], size: int) -> Cell:
    """Return one of `some` cells, mostly one with few free neighbours: it would else be left over."""
    if random.random() < 0.25:
        return random.choice(some)
    return min(some, key=lambda at: (sum(to in free for to in neighbours(at, size, size)), random.random()))


def _lettered(random: Random, size: int, paths: Paths) -> Board | None:
    """Return a board with random words on `paths`; None if `MAX_CHOICES` of them have other solutions."""
    return next(filter(None, (_with_words(random, size, paths) for _ in range(MAX_CHOICES))), None)


def _with_words(random: Random, size: int, paths: Paths) -> Board | None:
    """Return a board with random words on `paths`; None if it has other solutions."""
    by_length = _words(list_for(LANGUAGE).name)
    letters: dict[Cell, str] = {}
    chosen: set[str] = set()
    for path in paths:
        words = by_length.get(len(path), [])
        rank = min(random.expovariate(1 / MEAN_RANK), random.uniform(0, MOST_RANK))
        if not words or (word := words[int(len(words) * rank)]) in chosen:
            return None
        chosen.add(word)
        letters.update(zip(path, word.upper(), strict=True))
    grid = in_rows([letters.get(at, HOLE) for at in cells(size, size)], size)
    board = Board(tuple(map("".join, grid)), tuple(map(len, paths)))
    proof = prove(wend.GAME, board)
    claim = proof.claim and proof.claim.data
    return board if claim and (claim["covers"], claim["word_sets"]) == (1, 1) else None


@lru_cache(1)
def _words(_name: ListName) -> dict[int, list[str]]:
    """Return the words of the list in use, whose name this is, by length: the most frequent first.

    A word is left out if its upper case has another number of letters.
    """
    by_length: dict[int, list[str]] = {}
    found = list_for(LANGUAGE).of_length(3, 11)
    for word in sorted(found, key=lambda word: (-found[word], word)):
        if len(word.upper()) == len(word):
            by_length.setdefault(len(word), []).append(word)
    return by_length


# Boards of a shape


def _check(shape: BoardShape) -> None:
    """Raise BoardError if there are fewer letters than the shortest word has."""
    if len(_letters(shape)) + len(shape.of(EITHER)) < SHORTEST:
        at, _sign = next(shape.signs())
        raise shape.wrong(at, f"a board needs letters for a word: mark {SHORTEST} cells or more, for example with *")


def _make_shaped(random: Random, shape: BoardShape) -> Board | None:
    """Return a board with a letter on each mark, and on cells that may have one where the words need it."""
    letters, optional = set(_letters(shape)), set(shape.of(EITHER))
    for _ in range(MAX_SHAPE_DIVISIONS):
        lengths = _lengths(random, len(letters), len(letters) + len(optional))
        paths = _paths_on(random, shape.size, lengths, letters | optional)
        covers = paths and letters.issubset(at for path in paths for at in path)
        if covers and (board := _lettered(random, shape.size, paths)):
            return board
    return None


def _letters(shape: BoardShape) -> list[Cell]:
    return [at for at in shape.marks() if at not in shape.of(HOLE_OF_SHAPES)]


def _lengths(random: Random, fewest: int, most: int) -> list[int]:
    """Return lengths of words, in rising order, that add up to `fewest` to `most` letters, or none."""
    for _ in range(MAX_LENGTHS):
        lengths = sorted(random.choices(range(SHORTEST, LONGEST + 1), k=random.randint(1, MOST_WORDS)))
        if fewest <= sum(lengths) <= most:
            return lengths
    return []
