"""Ours beside others', in one run: tables in Markdown, as the README has them."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from tests.bench.child import Figures, measure
from tests.bench.rows import GROWING, KINDS, OURS, ROWS, Row, growing_boards, real_boards, spread
from tests.bench.tables import COMPARED, Growth, compared, grown, markdown, plotted


@click.command()
@click.option("--limit", default=10.0, show_default=True, help="Seconds for one board; a row gets no larger ones then.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw there how times grow (needs matplotlib).")
@click.argument("games", nargs=-1, type=click.Choice(list(KINDS)))
def main(limit: float, plot: Path | None, games: Sequence[str]) -> None:
    """Compare all ways to solve the boards of GAMES, or of all games, and print the tables."""
    if plot and not find_spec("matplotlib"):
        raise click.UsageError("--plot needs matplotlib: pip install '.[plot]'")
    chosen = games or list(KINDS)
    if lines := [line for game in chosen for line in _compared(game, limit)]:
        click.echo(markdown([COMPARED, *lines], words=2))
    growths = {game: _grown(game, limit) for game in chosen if game in GROWING}
    for game, growth in growths.items():
        click.echo("\n" + markdown(grown(game, growth), words=1))
    if plot:
        plotted(growths, plot)


def _compared(game: str, limit: float) -> list[list[str]]:
    if not (boards := real_boards(game)):
        return []
    figures: dict[Row, Figures | None] = {}
    for row in _rows(game):
        figures[row] = measure(row, spread(boards, row.boards), limit) if row.installed else None
    return compared(game, figures, len(boards))


def _grown(game: str, limit: float) -> Growth:
    """For each row what boards of each size cost, up to the first size that has one beyond `limit`."""
    return {row.name: _sizes(row, growing_boards(game), limit) for row in _rows(game) if row.grows and row.installed}


def _sizes(row: Row, boards: Mapping[int, Sequence[Any]], limit: float) -> dict[int, Figures]:
    figures: dict[int, Figures] = {}
    for size, of_size in boards.items():
        figures[size] = measure(row, of_size, limit)
        if not figures[size].whole:
            break
    return figures


def _rows(game: str) -> list[Row]:
    rows = [row for row in ROWS if row.game == game]
    assert rows[0].name == OURS, "the others are held against ours"
    return rows


if __name__ == "__main__":
    main()
