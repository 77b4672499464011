"""The formula and the rules, on all boards up to a size: the models of the one are the solutions by the other.

    .venv/bin/python -m tests.every_board                # all, in about half an hour
    .venv/bin/python -m tests.every_board zip patches    # of some games
    .venv/bin/python -m tests.every_board --quick        # what the tests in CI do, in a minute

Of each board three programs that share nothing find the solutions: the solver, all models of the formula; a plain
search of the tests; and, where every answer can be tried, the referee. The bounded search that is before the formula
of Queens and Patches has to agree. Zip has two formulas.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from player import WORDS_VARIABLE
from player.games import GAMES
from player.games.zip_path import complete_encoding
from player.sat import solver
from tests.support.games.mini_sudoku import sudoku_solutions
from tests.support.games.patches import patches_solutions
from tests.support.games.queens import queens_solutions
from tests.support.games.tango import tango_solutions
from tests.support.games.wend import wend_covers
from tests.support.games.zip_path import zip_solutions
from tests.support.small_boards import EVERY, TOY_WORDS, Boards

if TYPE_CHECKING:
    from player.games.game import Encoding

#: More models than any of these boards has.
ALL = 100_000

SEARCHES: dict[str, Callable[[Any], Iterator[Any]]] = {
    "queens": queens_solutions,
    "zip": zip_solutions,
    "tango": tango_solutions,
    "mini-sudoku": sudoku_solutions,
    "patches": patches_solutions,
    "wend": wend_covers,
}


@dataclass
class Counts:
    """The boards, how many have one solution, all solutions, and the answers that the referee has judged."""

    boards: int = 0
    unique: int = 0
    solutions: int = 0
    judged: int = 0


def explored(boards: Boards) -> Counts:
    """Compare what the programs find on all of `boards`; raise AssertionError at the first difference."""
    counts = Counts()
    for board in boards.all():
        found = compared(boards.game, board)
        counts.boards += 1
        counts.solutions += len(found)
        counts.unique += len(found) == 1
        answers = boards.answers(board) if boards.answers else None
        if answers is not None:
            right = set()
            for answer in answers:
                counts.judged += 1
                if not GAMES[boards.game].board.check(board, answer):
                    right.add(answer)
            assert right == found, (board, right ^ found)
    return counts


def compared(name: str, board: Any) -> set[Any]:
    """Return the solutions of `board`, which all programs find alike."""
    game = GAMES[name]
    encodings: list[Encoding] = [game.encoding]
    if name == "zip":
        encodings.append(complete_encoding)
    wanted = {*map(key_of(name), SEARCHES[name](board))}
    for encoding in encodings:
        formula = encoding.encode(board)
        models = [encoding.decode(board, formula.facts(model)) for model in solver.models(formula, ALL)]
        assert all(game.board.check(board, solution) == [] for solution in models), board
        found = [*map(key_of(name), models)]
        assert len(found) == len({*found}), (board, "two models are one solution")
        assert {*found} == wanted, (board, {*found} ^ wanted)
    bounded = game.search(board)
    if bounded is not None:
        assert {game.encoding.decode(board, facts) for facts in bounded} <= wanted, board
        assert len(bounded) == min(2, len(wanted)), board
    return wanted


def key_of(name: str) -> Callable[[Any], Any]:
    """Return what tells two solutions of this game apart: of Wend the cells of its words."""
    if name != "wend":
        return lambda solution: solution
    return lambda solution: frozenset(
        word if isinstance(word, frozenset) else frozenset(word.path) for word in solution
    )


def with_toy_words(folder: Path) -> None:
    """Take the toy words in place of the lists of English."""
    words = folder / "words.txt"
    words.write_text("\n".join(TOY_WORDS), encoding="utf-8")
    os.environ[WORDS_VARIABLE] = str(words)


def main() -> None:
    """Explore the boards of the games named, and print a row for each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", choices=[*SEARCHES, []])
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    print("| game | boards | number | with one solution | solutions | answers judged | s |")
    print("|---|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        with_toy_words(Path(folder))
        for boards in EVERY:
            if (boards.game in asked.games or not asked.games) and (boards.quick or not asked.quick):
                start = perf_counter()
                counts = explored(boards)
                numbers = (counts.boards, counts.unique, counts.solutions, counts.judged, perf_counter() - start)
                print(f"| {boards.game} | {boards.what} | {' | '.join(f'{one:,.0f}' for one in numbers)} |")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
