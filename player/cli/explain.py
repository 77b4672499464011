"""Commands that explain: explain, coach."""

import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import click

from player.cli import ended, shows_progress
from player.cli.draw import put_to
from player.cli.options import PATTERNS, json_option, parallel_options
from player.cli.page_options import PageOptions, only_for_pages, page_options
from player.cli.param_types import NAME
from player.cli.read import Source, data_from, source_options
from player.deadlines import watch
from player.files import Records
from player.playing import SightMode

if TYPE_CHECKING:
    from player.bulk import Jobs


@click.command()
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Only the first N steps: a hint.")
@json_option("Append an object for each board to FILE as JSON Lines.")
@click.option("--html", type=NAME, metavar="FILE|-", help="Write a page to step through to FILE.")
@click.option("--links", is_flag=True, help="Of steps that suppose something, each link to the contradiction.")
@click.option(
    "--effort",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    metavar="N",
    help="Multiply the work that steps may take before the rest is left to the solver.",
)
@click.option("--unique", is_flag=True, help="Allow steps by uniqueness: else there would be two solutions.")
@PATTERNS
@parallel_options(64, "more are for a FILE with many boards")
@source_options
@shows_progress("boards")
def explain(
    source: str,
    line: int | None,
    where: PageOptions,
    deadline: float,
    sight: SightMode,
    steps: int | None,
    json_target: str | None,
    html: str | None,
    links: bool,
    effort: int,
    unique: bool,
    jobs: "Jobs",
) -> int:
    """Explain the solution of a board step by step: of the board in FILE, or of today's GAME.

    A FILE with many boards gives one line per board, or with --json one object.

    Named rules come first. If none applies, the SAT solver finds and proves a reason; it also confirms every other
    step. If that takes too much work, the rest is by search. Ctrl-C and the deadline end it with the steps so far.
    """
    from player.boards.board_json import board_of
    from player.explanations.report import Explainer, explained
    from player.games import GAMES
    from player.render.terminal import PlainConsole

    if html == json_target == "-":
        raise click.UsageError("standard output (-) takes one thing only: name a file for the other")
    code, console = 0, None if "-" in {html, json_target} else PlainConsole(sys.stdout)
    with Records(json_target, durable=False) as records:
        page = partial(put_to, html) if html else None
        how = partial(explained, most=steps, effort=effort, unique=unique)
        explainer = Explainer(records, console, how, page, links)
        if source in GAMES or line is not None:
            with watch(deadline):
                explainer.board(*board_of(data_from(source, line, where, sight)))
        else:
            only_for_pages(source)
            with watch(deadline):
                code = explainer.file(source, jobs)
    return ended(records, code)


@click.command()
@click.argument("source", type=Source(), metavar="GAME|PICTURE|-")
@partial(page_options, deadline=3600)
def coach(source: str, where: PageOptions, deadline: float) -> int:
    """Watch you play GAME, and point at the next step.

    You play in a window that opens, or with --cdp in a tab of your own browser. The player reads the board after each
    change, and never touches it. Mistakes are reported first.

    Of a PICTURE (PNG, JPEG or WebP; - is standard input) it names the next step after the marks on it, and ends.
    """
    from player.boards.board_files import bytes_of, reading_in
    from player.browser.session import open_session
    from player.demo.coach import Adviser
    from player.demo.coach import coach as beside
    from player.games import GAMES
    from player.render.terminal import PlainConsole

    adviser = Adviser(PlainConsole(sys.stdout))
    if source not in GAMES:
        only_for_pages(source)
        with watch(deadline):
            adviser.tell_of(reading_in(source, bytes_of(source)))
        return 0
    where = replace(where, headed=where.headed or not (where.cdp or where.connect))
    site, wish, offline = where.resolve([source])
    with watch(deadline), open_session(site, wish, offline, where.session) as opened:
        adviser.end(beside(GAMES[source], opened.tab(source), adviser.tell, adviser.missing))
    return 0
