"""Boards drawn and explained: draw, explain, coach, and the options of commands that make pictures."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from player.cli import console, ended, put_to, shows_progress
from player.cli.command import Command, option
from player.cli.options import NAME, PATTERNS, PUZZLINK, gathered, json_option, number, parallel_options, with_options
from player.cli.page_options import PageOptions, only_for_pages, page_options
from player.cli.read import Source, data_from, source_options
from player.deadlines import unbroken, watch
from player.errors import AnswerError
from player.files import Records
from player.playing import SightMode

if TYPE_CHECKING:
    from player.boards.drawing import Drawn
    from player.bulk import Jobs


@dataclass(frozen=True, slots=True)
class Targets:
    """The files of pictures ("-": standard output), one for each requested form."""

    svg: str | None = None
    png: str | None = None
    html: str | None = None

    def __post_init__(self) -> None:
        named = [target for target in (self.svg, self.png, self.html) if target]
        if len(set(named)) < len(named):
            raise click.UsageError("two pictures can't go to one place: name a file for each, or - for one of them")

    @property
    def any(self) -> bool:
        """True if any form was requested."""
        return any((self.svg, self.png, self.html))

    @property
    def on_standard_output(self) -> bool:
        """True if a picture goes to standard output."""
        return "-" in {self.svg, self.png, self.html}

    def write(self, drawn: "Drawn") -> None:
        """Write the pictures, each completely or not at all."""
        made = {target: drawn.content(form) for form, target in asdict(self).items() if target}
        for target, content in made.items():
            put_to(target, content)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that makes pictures; it gets its `targets`."""
    pictures = [
        option(f"--{form}", type=NAME, metavar="FILE|-", help=f"Write the picture to FILE as {form.upper()}.")
        for form in ("svg", "png", "html")
    ]
    return with_options(gathered("targets", Targets)(command), pictures)


@click.command(
    cls=Command,
    first="svg png html no-solution numbered over offline patterns",
    examples="""
    player draw board.json
    player draw board.json --svg board.svg
    player draw zip --offline replica --no-solution
    """,
)
@picture_options
@option("--no-solution", is_flag=True, help="Draw the board alone.")
@option("--numbered", is_flag=True, help="Number the cells in the picture by the steps of `player explain`.")
@option("--over", is_flag=True, help="Of a FILE that is a picture: paint the solution over it, with --png FILE.")
@PATTERNS
@PUZZLINK
@source_options
def draw(
    source: str,
    line: int | None,
    where: PageOptions,
    deadline: float,
    sight: SightMode,
    targets: Targets,
    no_solution: bool,
    numbered: bool,
    over: bool,
    form: str | None,
) -> int:
    """Draw the board in FILE, or today's of GAME, with its solution: on the terminal, or as pictures.

    FILE may be a picture of a board itself: PNG, JPEG or WebP.

    With --puzzlink the URL of the board is printed in place of the drawing on the terminal.

    A solution in FILE is drawn as it is and checked: a broken rule is an ERROR in the picture, and the exit code is 65.
    """
    from player.boards.board_json import line_of
    from player.boards.drawing import drawn

    if over:
        return _paint_over(source, targets, deadline, alone=not (no_solution or numbered or line or form))
    if numbered and (no_solution or not targets.any):
        raise click.UsageError("--numbered is of a solution in a picture: add --svg, --png or --html, and the solution")
    with watch(deadline), data_from(source, line, where, sight) as data:
        if form:
            click.echo(line_of(data, form))
            if not targets.any:
                return 0
        found = drawn(data, solved=not no_solution, steps=numbered)
        stopped = found.explanation.stopped if found.explanation else None
        with unbroken() if stopped else nullcontext():
            if targets.any:
                targets.write(found)
            else:
                console().print(found.text())
            if stopped:
                raise stopped
    if found.broken:
        raise AnswerError.of(found.broken)
    return 0


def _paint_over(source: str, targets: Targets, deadline: float, *, alone: bool) -> int:
    from player.boards.board_files import bytes_of
    from player.boards.drawing import painted
    from player.games import GAMES

    if source in GAMES or not targets.png or targets.svg or targets.html or not alone:
        raise click.UsageError(
            "--over paints the solution over a picture of a board: name its FILE, and --png FILE alone"
        )
    only_for_pages(source)
    with watch(deadline):
        put_to(targets.png, painted(source, bytes_of(source)))
    return 0


# Explanations, and hints while you play


@click.command(
    cls=Command,
    first="steps json html unique offline jobs verbose quiet",
    examples="""
    player explain board.json
    player explain zip --steps 1           # a hint for the board of the day
    player explain board.json --html steps.html
    """,
)
@number("--steps", None, "Only the first N steps: a hint.")
@json_option("Append an object for each board to FILE as JSON Lines.")
@option("--html", type=NAME, metavar="FILE|-", help="Write a page to step through to FILE.")
@option("--links", is_flag=True, help="Of steps that suppose something, each link to the contradiction.")
@number("--effort", 1, "Multiply the work that steps may take before the rest is left to the solver.", most=1000)
@option("-v", "--verbose", is_flag=True, help="Name all cells of long lists.")
@option("--unique", is_flag=True, help="Allow steps by uniqueness: else there would be two solutions.")
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

    if html == json_target == "-":
        raise click.UsageError("standard output (-) takes one thing only: name a file for the other")
    code, shown = 0, None if "-" in {html, json_target} else console()
    with Records(json_target, durable=False) as records:
        page = partial(put_to, html) if html else None
        how = partial(explained, most=steps, effort=effort, unique=unique)
        explainer = Explainer(records, shown, how, page, links)
        if source in GAMES:
            with watch(deadline), data_from(source, line, where, sight) as data:
                explainer.board(*board_of(data))
        else:
            only_for_pages(source)
            with watch(deadline):
                code = explainer.file(source, line, jobs)
    return ended(records, code)


@click.command(
    cls=Command,
    first="offline as cdp board site deadline",
    examples="""
    player coach zip
    player coach zip --offline replica
    player coach board.png                 # the next step after its marks
    """,
)
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

    adviser = Adviser(console())
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
