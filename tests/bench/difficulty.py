"""The measure of difficulty beside others': `python -m tests.bench.difficulty`, with real boards beside the checkout.

Krazydad's Star Battles have a measure of work of their own, and LinkedIn's pages of some days a label. `--fit` fits the
weights to the work of random halves of the boards, and tests them on the other halves.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import correlation, mean, median, quantiles
from time import process_time
from typing import NamedTuple

import click

from player.boards.board_json import board_of
from player.explanations.explanation import LEVELS, WEIGHTS, Difficulty, Wave, Weights, graded, waves
from player.games import GAMES
from player.proof import prove
from tests.bench.tables import markdown
from tests.support.places import CAPTURES, PUZZLES

#: The files of real boards, in the order of the table.
FILES = (*GAMES, "star-battle", "janko-star-battle", "janko-binairo", "janko-shikaku", "janko-sudoku")
#: The values that a fit tries: those of the weights, and the power of the number of ways, which the measure leaves out.
TRIED = {"level": (2, 4, 8), "parts": (1, 1.5, 2, 2.5), "open": (2, 3, 4), "ways": (0, 0.25, 0.5)}
#: The number of random halvings.
HALVINGS = 20
#: The label of a board on a page: "Difficulty HARD", or "#376 Mouse (Hard)".
LABEL = re.compile(r"Difficulty\s*(?:<b>)?\s*HARD|#\d+[^<]*\(Hard\)")


class Graded(NamedTuple):
    """A board of a file with its waves; `seconds` of the processor is the time that they took."""

    id: object
    date: str | None
    waves: tuple[Wave, ...]
    seconds: float

    @property
    def difficulty(self) -> Difficulty:
        return graded(self.waves)


def graded_boards(file: Path, most: int | None = None) -> Iterator[Graded]:
    """Yield the boards of a file that have one solution, `most` of them."""
    for line in file.read_text(encoding="utf-8").splitlines()[:most]:
        data = json.loads(line)
        game, board = board_of(data)
        if (solution := prove(game, board).unique) is None:
            continue
        start = process_time()
        found = tuple(waves(game.reasoner(board), solution))
        yield Graded(data.get("id"), data.get("date"), found, process_time() - start)


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation of two rows of figures; equal ones have the mean of their ranks."""
    return correlation(_ranks(one), _ranks(other))


def _ranks(figures: Sequence[float]) -> list[float]:
    places: dict[float, list[int]] = {}
    for place, figure in enumerate(sorted(figures)):
        places.setdefault(figure, []).append(place)
    return [mean(places[figure]) for figure in figures]


def advantage(labelled: Sequence[float], others: Sequence[float]) -> float:
    """Return how often a labelled figure is above another one: 1 is always, 0.5 is by chance."""
    return float(mean((one > other) + (one == other) / 2 for one in labelled for other in others))


def cost(board: Graded, weights: Weights, ways: float = 0) -> float:
    """Return the sum of the costs, each divided by a power of the number of `ways`."""
    return float(sum(wave.cost(weights) / max(1, wave.ways) ** ways for wave in board.waves))


class Fit(NamedTuple):
    """A fit to one half of the boards: the weights, the power of ways, and Spearman's coefficients on both halves.

    `ours` is the coefficient of the measure's own weights on the other half.
    """

    weights: Weights
    ways: float
    here: float
    there: float
    ours: float


def fits(boards: Sequence[Graded], work: Mapping[object, float], halvings: int = HALVINGS) -> Iterator[Fit]:
    """Yield the best of `TRIED` for random halves of the boards."""
    tried = [(Weights(*values[:3]), values[3]) for values in product(*TRIED.values())]
    costs = {one: [cost(board, *one) for board in boards] for one in [*tried, (WEIGHTS, 0)]}
    for number in range(halvings):
        places = Random(number).sample(range(len(boards)), len(boards))  # noqa: S311  # no secret
        halves = places[: len(places) // 2], places[len(places) // 2 :]

        def agreement(one: tuple[Weights, float], half: Sequence[int]) -> float:
            return spearman([costs[one][at] for at in half], [work[boards[at].id] for at in half])

        best = max(tried, key=lambda one: agreement(one, halves[0]))  # within the turn
        yield Fit(*best, agreement(best, halves[0]), agreement(best, halves[1]), agreement((WEIGHTS, 0), halves[1]))


def labelled_days() -> dict[str, tuple[set[str], set[str]]]:
    """Return for each game the days of captured pages with the label, and of those without."""
    found: dict[str, tuple[set[str], set[str]]] = {game: (set(), set()) for game in GAMES}
    for page in CAPTURES:
        days = found.get(page.stem)
        if days:
            days[not LABEL.search(page.read_text(encoding="utf-8", errors="replace"))].add(page.parent.name)
    return found


def _shares(name: str, boards: Sequence[Graded]) -> list[str]:
    numbers = sorted(board.difficulty.number for board in boards)
    levels = Counter(board.difficulty.level for board in boards)
    low, middle, high = quantiles(numbers, n=4)
    seconds = [board.seconds for board in boards]
    spread = f"{low:.1f} / {middle:.1f} / {high:.1f}"
    counts = [str(levels[level]) for level in LEVELS]
    return [f"{name} ({len(boards)})", spread, f"{numbers[-1]:.1f}", *counts, _ms(median(seconds)), _ms(max(seconds))]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f}"


def _labels(game: str, boards: Sequence[Graded], days: tuple[set[str], set[str]]) -> list[str] | None:
    """Return the line of a game whose pages have labels on some days, and on others none."""
    sides = [[board.difficulty.number for board in boards if board.date in some] for some in days]
    if not all(sides):
        return None
    shown = [", ".join(f"{number:.1f}" for number in sorted(side)) for side in sides]
    return [game, *shown, f"{advantage(*sides):.2f}"]


@click.command()
@click.option("--fit", is_flag=True, help="Fit the weights to Krazydad's work too.")
@click.option("--most", type=click.IntRange(min=4), help="The most boards of each file.")
def main(*, fit: bool, most: int | None) -> None:
    """Print how difficult real boards are, and how far others agree: tables in Markdown."""
    found = {
        name: list(graded_boards(PUZZLES / f"{name}.jsonl", most))
        for name in FILES
        if (PUZZLES / f"{name}.jsonl").exists()
    }
    head = ["boards", "number: quartiles", "greatest", *LEVELS, "median ms", "max ms"]
    click.echo(markdown([head, *(_shares(name, boards) for name, boards in found.items())], words=1))
    days = labelled_days()
    lines = [line for game in GAMES if game in found and (line := _labels(game, found[game], days[game]))]
    if lines:
        click.echo("\n" + markdown([["game", "labelled", "not labelled", "advantage"], *lines], words=1))
    if "star-battle" in found:
        _krazydad(found["star-battle"], fit=fit)


def _krazydad(boards: Sequence[Graded], *, fit: bool) -> None:
    work: dict[object, float] = json.loads((PUZZLES / "star-battle-lwork.json").read_text(encoding="utf-8"))
    boards = [board for board in boards if board.id in work]
    theirs = [work[board.id] for board in boards]
    logs = correlation([log(cost(board, WEIGHTS)) for board in boards], [*map(log, theirs)])
    rank = spearman([board.difficulty.number for board in boards], theirs)
    click.echo(f"\nKrazydad's work, {len(boards)} boards: Spearman {rank:.3f}, Pearson of the logarithms {logs:.3f}")
    if fit:
        each = list(fits(boards, work))
        for what in ("here", "there", "ours"):
            figures = [getattr(one, what) for one in each]
            spread = sqrt(mean((figure - mean(figures)) ** 2 for figure in figures))
            click.echo(f"{what}: Spearman {mean(figures):.3f} +- {spread:.3f}")
        for (weights, ways), times in Counter((one.weights, one.ways) for one in each).most_common():
            click.echo(f"{times} of {len(each)}: {weights}, ways {ways}")


if __name__ == "__main__":
    main()
