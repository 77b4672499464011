"""`python -m tests.sight [GAME]...`: read boards in many looks, and the real pictures, and print what came of it.

A table for each game has a row for each look: how many boards were read right, refused by the reader, caught by the
proof (no or several solutions), and read wrong, with the median and the most milliseconds of a picture. Below it stands
each picture that was not read right, with its file. In looks with a * something covers the board, or there are two:
they may be refused, and do not count in the sum. Pictures of pages stay in the temporary folder until a look changes.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import get_args

import click

from tests.sight.altered import CHANGES, TWO, altered, paired
from tests.sight.boards import boards
from tests.sight.drawings import drawings
from tests.sight.pages import LOOKS, Photographer, browser
from tests.sight.pictures import Picture, folder
from tests.sight.real import frames, screens
from tests.sight.verdicts import Judged, Verdict, judge
from tests.support.games.shared import ON_SITE
from tests.support.places import SHARED

#: The look of a page that other pictures are made from.
BASE = "light"


def pictures(games: Sequence[str], looks: Sequence[str], most: int, where: Path) -> Iterator[Picture]:
    """Yield the pictures of `games` whose look has one of `looks` in its name; `most` boards for each look."""

    def is_asked(look: str) -> bool:
        return not looks or any(part in look for part in looks)

    with browser() as started:
        photographer = Photographer(started, where)
        bases: dict[str, list[Picture]] = {}
        for game in ON_SITE:
            if game in games or is_asked(TWO):
                bases[game] = photographer.pictures(BASE, boards(game, most))
        for game in games:
            shown = boards(game, most)
            for look in filter(is_asked, LOOKS):
                yield from photographer.pictures(look, shown)
            for look in filter(is_asked, CHANGES):
                yield from altered(look, bases[game], where)
            for look, drawn in drawings(game, most, where).items():
                yield from drawn if is_asked(look) else []
            if is_asked(TWO):
                yield from paired(bases[game], bases[_next(game)], where)
    if SHARED.is_dir():
        yield from (one for one in (*frames(), *screens()) if one.game in games and is_asked(one.look))


def _next(game: str) -> str:
    """Return the game after `game`."""
    names: list[str] = [*ON_SITE]
    return names[(names.index(game) + 1) % len(names)]


def print_table(game: str, judged: Sequence[Judged]) -> None:
    """Print what came of the pictures of one game, look by look."""
    columns = get_args(Verdict)
    click.echo(f"\n{game:<36}" + "".join(f"{name:>9}" for name in (*columns, "ms", "most")))
    looks: dict[str, list[Judged]] = {}
    for one in judged:
        looks.setdefault(one.picture.look, []).append(one)
    for look, found in looks.items():
        click.echo(_row(look + (" *" if found[0].picture.may_be_refused else ""), found))
    click.echo(_row("all", [one for one in judged if not one.picture.may_be_refused]))


def _row(name: str, judged: Sequence[Judged]) -> str:
    counts = Counter(one.verdict for one in judged)
    cells = "".join(f"{counts[name] or '.':>9}" for name in get_args(Verdict))
    times = [one.ms for one in judged] or [0]
    return f"{name:<36}{cells}{median(times):>9.0f}{max(times):>9.0f}"


def print_failures(judged: Sequence[Judged]) -> None:
    """Print the pictures that were not read right, wrong ones first."""
    order: Mapping[Verdict, int] = {"wrong": 0, "caught": 1, "refused": 2, "right": 3}
    for one in sorted(judged, key=lambda one: order[one.verdict]):
        if not one.as_wanted:
            click.echo(f"{one.verdict.upper()}: {one.picture}: {one.why[:300]}")


@click.command(help=__doc__)
@click.argument("games", nargs=-1, type=click.Choice([*ON_SITE]))
@click.option("--look", "looks", multiple=True, help="Only looks with this in their name.")
@click.option("--boards", "most", default=9, show_default=True, help="Boards for each look.")
@click.option("--jobs", default=1, show_default=True, help="Processes that read.")
@click.option("--only-make", is_flag=True, help="Make the pictures, and read none.")
def main(games: Sequence[str], looks: Sequence[str], most: int, jobs: int, *, only_make: bool) -> None:
    """Run the command; exit with 1 if a picture was read wrong."""
    where = folder()
    made = list(pictures(games or [*ON_SITE], looks, most, where))
    click.echo(f"{len(made)} pictures in {where}")
    if only_make:
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:  # OpenCV's threads do not survive a fork
        judged = list(pool.map(judge, made, chunksize=4))
    for game in dict.fromkeys(picture.game for picture in made):
        print_table(game, [one for one in judged if one.picture.game == game])
    counted = [one for one in judged if not one.picture.may_be_refused]
    click.echo(f"\n{_row('all games', counted)}\n{_share(counted)}\n")
    print_failures(judged)
    sys.exit(any(one.verdict == "wrong" for one in judged))


def _share(judged: Sequence[Judged]) -> str:
    right = sum(one.verdict == "right" for one in judged)
    return f"{100 * right / max(1, len(judged)):.1f}% of {len(judged)} right"


if __name__ == "__main__":
    main()
