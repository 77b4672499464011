"""The largest boards of sister sites: generated, then solved and proved, with the times that are aimed at."""

from itertools import islice
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import click

from player.boards.generation import stream
from player.games import GAMES
from player.proof import prove
from tests.bench.tables import markdown


class Largest(NamedTuple):
    """Boards of one size: the game, the options of its generator, and the median in ms that is aimed at."""

    name: str
    game: str
    size: int
    aim_ms: int
    options: dict[str, Any]


SETS = (
    Largest("Star Battle 25x25, six stars", "queens", 25, 300, {"stars": 6}),
    Largest("Binairo 30x30", "tango", 30, 100, {"distinct": True}),
    Largest("Shikaku 50x50", "patches", 50, 100, {"shapes": False}),
    Largest("Sudoku 16x16", "mini-sudoku", 16, 100, {}),
)
HEAD = ["boards", "number", "median ms", "max ms", "aim: median ms"]


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([one.name for one in SETS]))
@click.option("--count", type=click.IntRange(min=1), default=10, show_default=True, help="The number of boards.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same boards.")
def main(names: tuple[str, ...], count: int, seed: int) -> None:
    """Print the CPU times of one proof each, for the boards NAMES, or for all."""
    lines = [HEAD]
    for largest in SETS:
        if not names or largest.name in names:
            times = timed(largest, count, seed)
            lines.append([largest.name, str(count), f"{median(times):.0f}", f"{max(times):.0f}", str(largest.aim_ms)])
    click.echo(markdown(lines, words=1))


def timed(largest: Largest, count: int, seed: int) -> list[float]:
    """Return the CPU ms from each of `count` boards to its solution and the proof that there is no other."""
    game, times = GAMES[largest.game], []
    prove(game, game.board.from_json(next(stream(largest.game, None, seed))))  # what is loaded once does not count
    for data in islice(stream(largest.game, largest.size, seed, **largest.options), count):
        board = game.board.from_json(data)
        start = process_time()
        found = prove(game, board)
        times.append(1000 * (process_time() - start))
        assert found.solutions == 1, f"{largest.name} number {len(times)} has not exactly one solution"
    return times


if __name__ == "__main__":
    main()
