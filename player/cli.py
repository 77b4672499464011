"""The commands: composition only, and errors to exit codes.

Rooms are imported where they are used: help must be quick, and solving a file needs no browser.
"""

import errno
import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player import __version__
from player.errors import USAGE, CannotWrite, InputMissing, PlayerError

if TYPE_CHECKING:
    from player.web.browser import Wish
    from player.web.offline import Offline
    from player.web.schema import SiteSelectors


class NotEmpty(click.Path):
    """A path; an empty one is a shell variable that was not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not str(value):
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


class Duration(click.ParamType[float]):
    """A length of time; the longest that a timer takes is a few years."""

    name = "number"

    def __init__(self, *, least: float) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= 10**8:
            self.fail(f"{value!r} is no number from {self.least:g} to 100000000", param, ctx)
        return number


FILE, NAME = NotEmpty(path_type=Path), NotEmpty()

#: What writing to a full disk, a closed pipe or a closed stream fails with.
_OUTPUT_LOST = {errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF}


class GameName(click.ParamType[str]):
    """A game's name; a wrong one is answered with the nearest."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from player.games import GAMES
        from player.suggest import nearest

        if value not in GAMES:
            self.fail(f"unknown game {value!r}: {nearest(value, GAMES)}", param, ctx)
        return value


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of the commands that open a page."""
    options = (
        click.option("--site", default="linkedin", show_default=True, help="The site, by its name in selectors.yaml."),
        click.option(
            "--offline",
            type=NAME,
            metavar="replica|DIR",
            help="Our replica, or the GAME.html pages in DIR.",
        ),
        click.option(
            "--generation",
            type=click.Choice(["ember", "sdui"]),
            default="ember",
            show_default=True,
            help="Which build of the site the replica shows: the guests' or the members'.",
        ),
        click.option("--headed", is_flag=True, help="Show the browser's window."),
        click.option("--slow-mo", type=Duration(least=0), default=0, metavar="MS", help="Pause after each step."),
        click.option("--browser", type=NAME, metavar="PATH", help="The browser to use (or set PLAYER_BROWSER)."),
        click.option("--selectors", type=FILE, metavar="FILE", help="Use FILE in place of the selectors.yaml shipped."),
        click.option(
            "--storage-state", type=FILE, metavar="FILE", help="A session saved by Playwright; else as a guest."
        ),
        click.option(
            "--deadline",
            type=Duration(least=0.01),
            default=300,
            show_default=True,
            metavar="SECONDS",
            help="The time for all of it.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="player")
def cli() -> None:
    """Play LinkedIn's daily logic games: read the page, prove the solution, play it, read the verdict.

    LinkedIn's terms forbid automation. --offline replica plays our own pages and needs no network.
    """


@cli.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@page_options
@click.option("--artifacts", type=FILE, metavar="DIR", help="Keep result, board and screenshot of each game in DIR.")
@click.option("--json", "json_target", type=NAME, metavar="FILE|-", help="Append result records to FILE as JSON Lines.")
def play(games: tuple[str, ...], artifacts: Path | None, json_target: str | None, deadline: float, **where: Any) -> int:
    """Play the games named, or all there are, and say how each of them ended."""
    from player.records import Records
    from player.run import Run, make_artifacts
    from player.show.console import PlainConsole
    from player.show.progress import Progress
    from player.show.verdicts import report
    from player.signals import watch

    site, wish, offline = _place(**where)
    folder = make_artifacts(artifacts) if artifacts else None
    with Records(json_target) as records, Progress(PlainConsole(sys.stderr)) as progress, watch(deadline) as watched:
        run = Run(site, wish, records, progress, watched, offline, where["storage_state"], folder)
        try:
            code = run.play(list(dict.fromkeys(games)) or _playable(site, offline))
        finally:
            progress.stop()
            if run.results:
                report(PlainConsole(sys.stderr if json_target == "-" else sys.stdout), run.results)
    if records.failed:
        _say(records.failed)
    return code


@cli.command()
@click.argument("game", type=GameName())
@page_options
def read(game: str, deadline: float, **where: Any) -> int:
    """Print the board of GAME as JSON. The board itself is not touched."""
    import json

    from player.errors import Unavailable
    from player.games import GAMES
    from player.signals import watch
    from player.web.visit import visit

    site, wish, offline = _place(**where)
    with watch(deadline), visit(site, wish, offline, where["storage_state"]) as opened:
        snapshot = opened.tab(game).open().snapshot
        if snapshot is None:
            raise Unavailable(f"{game} is won already, and its page shows no board: try again when the next one is out")
        click.echo(json.dumps(GAMES[game].to_json(GAMES[game].read(snapshot))))
    return 0


@cli.command()
@click.argument("file", type=NAME, metavar="FILE|-")
@click.option(
    "--json", "json_target", type=NAME, metavar="FILE|-", help="Write an object for each board to FILE as JSON Lines."
)
def solve(file: str, json_target: str | None) -> int:
    """Solve the boards in FILE: one board as JSON, or many as JSON Lines.

    Each is proved to have exactly one solution, or said to have none, or two or more.
    """
    from player.records import Records
    from player.show.console import PlainConsole
    from player.solve import solve_all

    with Records(json_target) as records:
        code = solve_all(file, records, PlainConsole(sys.stderr if json_target == "-" else sys.stdout))
    if records.failed:
        _say(records.failed)
        return code or CannotWrite.exit_code
    return code


@cli.command()
@click.argument("game", type=GameName())
@click.option("--size", type=int, help="Rows and columns: 6 to 11 for queens, 5 to 9 for zip.  [default: 8 or 7]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same board.")
@click.option("--walls/--no-walls", default=True, show_default=True, help="Whether a Zip board may have walls.")
def generate(game: str, size: int | None, seed: int, walls: bool) -> int:
    """Print a new board of GAME with exactly one solution, as JSON."""
    import json

    from player.generate import MAKERS
    from player.generate import generate as make

    smallest, largest = MAKERS[game].sizes
    size = (smallest + largest) // 2 if size is None else size
    if not smallest <= size <= largest:
        raise click.BadParameter(f"{game} boards are made in sizes from {smallest} to {largest}, not {size}")
    click.echo(json.dumps(make(game, size, seed, walls=walls)))
    return 0


@cli.command()
@click.option("--browser", type=NAME, metavar="PATH", help="The browser to check, in place of looking for one.")
def setup(browser: str | None) -> int:
    """Make sure that a browser is there: find one, or install one."""
    from player.web.setup import ensure_browser

    ensure_browser(browser, click.echo)
    return 0


def _place(
    *,
    site: str,
    offline: str | None,
    generation: str,
    headed: bool,
    slow_mo: float,
    browser: str | None,
    selectors: Path | None,
    storage_state: Path | None,
) -> "tuple[SiteSelectors, Wish, Offline | None]":
    """What the options of a page say: the site's selectors, the browser wished for, the pages to serve."""
    from player.data import SELECTORS
    from player.web import offline as pages
    from player.web.browser import Wish, check_session
    from player.web.selectors import load

    known = load(selectors or SELECTORS).site(site)
    if storage_state:
        check_session(storage_state)
    wish = Wish(browser, headed, slow_mo, offline is not None)
    if offline is None:
        return known, wish, None
    if offline == "replica":
        return known, wish, pages.replica(site, known.origin, generation)
    return known, wish, pages.captured(site, known.origin, Path(offline))


def _playable(site: "SiteSelectors", offline: "Offline | None") -> list[str]:
    """All games of the site; of a folder of pages, those that it holds."""
    games = [game for game in site.games if offline is None or offline.has(game)]
    if not games:
        raise InputMissing(f"no page of a game is in {offline and offline.captured}: it should hold GAME.html files")
    return games


def _say(message: str) -> None:
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """The `player` command: every error becomes one line and an exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  # until we end
        getattr(sys, name).reconfigure(errors="replace")
    try:
        code = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except OSError as error:  # standard output is full, or nobody reads it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _say(f"the output can't be written: {error.strerror}")
        code = CannotWrite.exit_code
    sys.exit(code)


def _run(arguments: Sequence[str]) -> int:
    try:
        return int(cli.main(list(arguments), prog_name="player", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return USAGE
    except click.ClickException as error:
        _say(f"{error.format_message()} (see `player --help`)")
        return USAGE
    except PlayerError as error:
        _say(str(error))
        return error.code
    except SystemExit:  # click's own answer to a pipe that nobody reads
        _say(f"the output can't be written: {os.strerror(errno.EPIPE)}")
        return CannotWrite.exit_code
    except (KeyboardInterrupt, click.Abort):
        _say("stopped by SIGINT")
        return 130
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OUTPUT_LOST:
            raise
        if os.environ.get("PLAYER_DEBUG"):
            raise
        _say(f"a bug in the player: {type(error).__name__}: {error} (set PLAYER_DEBUG=1 for the traceback)")
        return PlayerError.exit_code
