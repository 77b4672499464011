"""Published boards of other sites: solved and proved by us and by CP-SAT in one run, as a table in Markdown.

The boards are not ours, and stay where they are: beside this checkout.
"""

import json
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple

import click

from tests.bench.rows import KINDS, OURS, PUZZLES, Row
from tests.bench.tables import markdown


class Published(NamedTuple):
    """Boards of one kind: their files, the game here, our model for CP-SAT, and the mean that was published for it.

    The means, in ms, are of another machine.
    """

    name: str
    files: tuple[str, ...]
    game: str
    model: str
    mean_ms: int
    more: dict[str, Any] = {}  # noqa: RUF012  # it is only read


SETS = (
    Published("Star Battle", ("janko-star-battle", "star-battle"), "star-battle", "star_battle", 9),
    Published("Binairo", ("janko-binairo",), "tango", "binairo", 7),
    Published("Binairo, lines differ", ("demystify-binairo",), "tango", "binairo", 7, {"distinct": True}),
    Published("Shikaku", ("janko-shikaku",), "patches", "rectangles", 10),
    Published("Sudoku, 9x9 and 16x16", ("janko-sudoku",), "mini-sudoku", "sudoku", 10),
)
HEAD = ["boards", "solver", "number", "unique", "median ms", "mean ms", "max ms", "published mean"]


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([published.name for published in SETS]))
def main(names: tuple[str, ...]) -> None:
    """Print the table for the sets NAMES, or for all, and the boards that have not exactly one solution."""
    lines, odd = [HEAD], list[str]()
    for published in SETS:
        if names and published.name not in names:
            continue
        data = [
            {**json.loads(line), **published.more}
            for name in published.files
            for line in (PUZZLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        ]
        boards = [KINDS[published.game].board.from_json(one) for one in data]
        counts = dict[str, list[int]]()
        for row in _rows(published):
            if not row.installed:
                continue
            counts[row.name], times = _solved(row, boards)
            lines.append(_line(published, row, counts[row.name], times))
        assert len(set(map(tuple, counts.values()))) == 1, "the solvers disagree"
        odd += [f"{one['id']}: {number}" for one, number in zip(data, counts[OURS], strict=True) if number != 1]
    click.echo(markdown(lines, words=2))
    click.echo("\nBoards without exactly one solution (2 is two or more):\n" + "\n".join(odd))


def _rows(published: Published) -> list[Row]:
    return [
        Row(OURS, published.game, "ours:proved", for_any_game=True),
        Row("CP-SAT, the rules", published.game, f"cp_sat_rules:{published.model}", needs="ortools"),
    ]


def _solved(row: Row, boards: list[Any]) -> tuple[list[int], list[float]]:
    """The number of solutions of each board, up to two, and the CPU time in ms; judged by the referee."""
    counts, times = [], []
    _, solve = row.load()
    solve(boards[0])  # what is loaded or kept once does not count
    for board in boards:
        start = process_time()
        found = solve(board) or []
        times.append(1000 * (process_time() - start))
        counts.append(len(found))
        broken = [sentence for solution in found for sentence in KINDS[row.game].board.check(board, solution)]
        assert not broken, f"{row.name} is wrong: {broken[0]}"
    return counts, times


def _line(published: Published, row: Row, counts: list[int], times: list[float]) -> list[str]:
    shown = [f"{number:.1f}" for number in (median(times), mean(times), max(times))]
    reference = "" if row.name == OURS else str(published.mean_ms)
    return [published.name, row.name, str(len(counts)), str(counts.count(1)), *shown, reference]


if __name__ == "__main__":
    main()
