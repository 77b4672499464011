"""Random Zip boards that have no solution or several: the median, p99 and greatest time, and how many take too long.

Real boards have one solution. A misread one has none or many, and to prove that is the hard case. Each kind begins with
a random path and numbers along it, with walls beside it on every second board; then something is changed.
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from statistics import median
from time import process_time
from typing import Any

import click

from player.games import zip_path
from player.games.grid import Cell, Wall, between, cells, neighbours
from player.games.zip_path.board import Board
from player.games.zip_path.generate import random_path
from player.proof import prove
from tests.bench.tables import markdown

Numbers = list[Cell]
Walls = frozenset[Wall]


def _drawn(random: Random, size: int, numbers: range, walls: int) -> tuple[Numbers, Walls]:
    """So many inner numbers along a random path, and up to so many walls beside it."""
    path = random_path(random, size, size)
    inner = sorted(random.sample(range(1, len(path) - 1), random.choice(numbers)))
    steps = {between(a, b) for a, b in pairwise(path)}
    free = [side for side in _sides(size) if side not in steps]
    chosen = random.sample(free, random.choice((0, random.randint(1, min(walls, len(free))))))
    return [path[0], *(path[at] for at in inner), path[-1]], frozenset(chosen)


def _sides(size: int) -> list[Wall]:
    return sorted({between(a, b) for a in cells(size, size) for b in neighbours(a, size, size)})


def swapped(random: Random, size: int) -> tuple[Numbers, Walls]:
    """Two of up to 14 inner numbers change places."""
    numbers, walls = _drawn(random, size, range(2, 15), 40)
    one, other = random.sample(range(1, len(numbers) - 1), 2)
    numbers[one], numbers[other] = numbers[other], numbers[one]
    return numbers, walls


def shuffled(random: Random, size: int) -> tuple[Numbers, Walls]:
    """Up to five inner numbers stand in any order."""
    (first, *inner, last), walls = _drawn(random, size, range(2, 6), 40)
    return [first, *random.sample(inner, len(inner)), last], walls


def moved(random: Random, size: int) -> tuple[Numbers, Walls]:
    """One of up to 14 inner numbers moves to another cell."""
    numbers, walls = _drawn(random, size, range(1, 15), 40)
    free = [cell for cell in cells(size, size) if cell not in numbers]
    numbers[random.randrange(1, len(numbers) - 1)] = random.choice(free)
    return numbers, walls


def removed(random: Random, size: int) -> tuple[Numbers, Walls]:
    """One of up to 20 inner numbers is missing."""
    numbers, walls = _drawn(random, size, range(1, 21), 40)
    del numbers[random.randrange(1, len(numbers) - 1)]
    return numbers, walls


def walled(random: Random, size: int) -> tuple[Numbers, Walls]:
    """Up to six walls more, anywhere."""
    numbers, walls = _drawn(random, size, range(15), 40)
    return numbers, walls.union(random.sample(_sides(size), random.randint(1, 6)))


def anywhere(random: Random, size: int) -> tuple[Numbers, Walls]:
    """Up to six numbers and up to 40 walls, anywhere, but with ends that colours allow."""
    numbers = random.sample(list(cells(size, size)), random.randint(2, 6))
    while sum(numbers[0]) % 2 == sum(numbers[-1]) % 2:
        random.shuffle(numbers)
        numbers[0] = random.choice([cell for cell in cells(size, size) if cell not in numbers])
    return numbers, frozenset(random.sample(_sides(size), random.choice((0, random.randint(1, 40)))))


KINDS: Mapping[str, Callable[[Random, int], tuple[Numbers, Walls]]] = {
    kind.__name__: kind for kind in (swapped, shuffled, moved, removed, walled, anywhere)
}
HEAD = ["kind", "solutions", "boards", "median ms", "p99 ms", "max ms", "over 2 s"]


def boards(kind: str, size: int, count: int, seed: int) -> Iterator[Board]:
    """The boards of one kind; the same seed gives the same."""
    for number in range(count):
        numbers, walls = KINDS[kind](Random(f"{kind} {seed} {number}"), size)  # noqa: S311  # boards for a benchmark
        yield Board(size, size, tuple(numbers), walls)


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice(list(KINDS)))
@click.option("--count", default=100, show_default=True, help="The number of boards of each kind.")
@click.option("--seed", default=1, show_default=True)
@click.option("--size", default=12, show_default=True, help="The side of the boards.")
@click.option("--limit", default=20.0, show_default=True, help="CPU seconds after which a board is given up.")
def main(kinds: Sequence[str], count: int, seed: int, size: int, limit: float) -> None:
    """Print the CPU times of the boards of KINDS, or of all, by kind and number of solutions (2 is two or more)."""
    lines, every = [HEAD], list[tuple[str, float]]()
    for kind in kinds or KINDS:
        found = [_timed(board, limit) for board in boards(kind, size, count, seed)]
        every += found
        lines += [_line(kind, found, number) for number in sorted({number for number, _ in found})]
    lines.append(_line("all", every, ""))
    click.echo(markdown(lines, words=2))


def _timed(board: Board, limit: float) -> tuple[str, float]:
    """The number of solutions in words, and the CPU time in ms."""

    def give_up(*_of: Any) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)
    start = process_time()
    try:
        number = str(prove(zip_path.GAME, board).solutions)
    except TimeoutError:
        number = "given up"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    return number, 1000 * (process_time() - start)


def _line(kind: str, found: Sequence[tuple[str, float]], number: str) -> list[str]:
    times = sorted(time for of, time in found if number in {"", of})
    figures = (median(times), times[len(times) * 99 // 100], times[-1])
    return [kind, number, str(len(times)), *(f"{time:,.0f}" for time in figures), str(sum(t > 2000 for t in times))]


if __name__ == "__main__":
    main()
