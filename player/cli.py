"""The commands: composition only, and errors to exit codes.

Rooms are imported where they are used: help must be quick, and solving a file needs no browser.
"""

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player import __version__
from player.errors import USAGE, CannotWrite, InputMissing, PlayerError
from player.options import FILE, NAME, GameName, evidence_options, page_options, place, replay_options

if TYPE_CHECKING:
    from player.evidence import Evidence
    from player.web.offline import Offline
    from player.web.schema import SiteSelectors

#: What writing to a full disk, a closed pipe or a closed stream fails with.
_OUTPUT_LOST = {errno.ENOSPC, errno.EPIPE, errno.EIO, errno.EBADF}


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="player")
def cli() -> None:
    """Play LinkedIn's daily logic games: read the page, prove the solution, play it, read the verdict.

    LinkedIn's terms forbid automation. --offline replica plays our own pages and needs no network.
    """


@cli.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@page_options
@evidence_options
def play(
    games: tuple[str, ...], artifacts: Path | None, trace: bool, json_target: str | None, deadline: float, **where: Any
) -> int:
    """Play the games named, or all there are, and say how each of them ended."""
    site, wish, offline = place(**where)
    session = where["storage_state"]
    evidence = _evidence(artifacts, session, trace)
    found = list(dict.fromkeys(games)) or _playable(site, offline)
    of = {"site": site, "name": where["site"], "wish": wish, "offline": offline, "session": session}
    return _play(found, json_target, deadline, **of, evidence=evidence, traced=trace)


@cli.command()
@click.argument("file", type=FILE, metavar="run.zip")
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@replay_options
@evidence_options
def replay(
    file: Path,
    games: tuple[str, ...],
    artifacts: Path | None,
    trace: bool,
    json_target: str | None,
    deadline: float,
    selectors: Path | None,
    **how: Any,
) -> int:
    """Play the games in a run.zip again, offline: all that it holds a page of, or those named.

    `player play --artifacts DIR` leaves a DIR/run.zip where a game was not won.
    """
    from player.data import SELECTORS
    from player.recordings import open_archive
    from player.web.browser import Wish
    from player.web.offline import kept
    from player.web.selectors import load

    archive = open_archive(file)
    site = load(selectors or SELECTORS).site(archive.site)
    found = archive.choose(games, "page.html")
    pages = kept(archive.site, site.origin, {game: archive.page(game) for game in found}, ours=archive.replica)
    evidence = _evidence(artifacts, None, trace)
    wish = Wish(how["browser"], how["headed"], how["slow_mo"], offline=True)
    of = {"site": site, "name": archive.site, "wish": wish, "offline": pages}
    return _play(found, json_target, deadline, **of, evidence=evidence, traced=trace)


@cli.group()
def fixture() -> None:
    """Recordings of pages, which the tests play again."""


@fixture.command()
@click.argument("file", type=FILE, metavar="run.zip")
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@click.option("--to", type=FILE, metavar="DIR", help="Where recordings are; in a checkout fixtures/recordings.")
@click.option("--with-page", is_flag=True, help="Keep the page of the real site too: then the recording is private.")
@replay_options
def add(
    file: Path,
    games: tuple[str, ...],
    to: Path | None,
    with_page: bool,
    deadline: float,
    selectors: Path | None,
    **how: Any,
) -> int:
    """Make recordings of the games in a run.zip: what is seen there with the selectors of today.

    A page of our replica is always in its recording. One of the real site holds the site's markup, and is kept only
    --with-page: never publish it.
    """
    from player import recordings
    from player.data import RECORDINGS, SELECTORS
    from player.signals import watch
    from player.web.browser import Wish
    from player.web.selectors import load

    if to is None and RECORDINGS is None:
        raise click.UsageError("--to DIR is needed: there is no fixtures/recordings outside of a checkout")
    archive = recordings.open_archive(file)
    site = load(selectors or SELECTORS).site(archive.site)
    wish = Wish(how["browser"], how["headed"], how["slow_mo"], offline=True)
    for game in archive.choose(games, "result.json"):
        folder = recordings.place_for(archive, game, to or RECORDINGS or Path())
        with watch(deadline):
            seen = recordings.look_again(archive, game, site, wish)
        recordings.write(folder, recordings.recording(archive, game, seen, with_page=with_page))
        click.echo(f"{folder}: {seen.outcome} ({seen.exit})")
    return 0


def _evidence(folder: Path | None, session: Path | None, trace: bool) -> "Evidence | None":
    """Where evidence goes, if it is wanted."""
    from player.evidence import Evidence, make_artifacts
    from player.session import secrets_of

    if folder is None and trace:
        raise click.UsageError("--trace goes with --artifacts DIR: a trace is kept there")
    if folder is None:
        return None
    return Evidence(make_artifacts(folder), secrets_of(session), private=session is not None)


def _play(games: list[str], json_target: str | None, deadline: float, **of: Any) -> int:
    """Play `games` in a run `of` some site, with a line for each stage and a table in the end."""
    from player.records import Records
    from player.run import Run
    from player.show.console import PlainConsole
    from player.show.progress import Progress
    from player.show.verdicts import report
    from player.signals import watch

    with Records(json_target) as records, Progress(PlainConsole(sys.stderr)) as progress, watch(deadline) as watched:
        run = Run(records=records, progress=progress, watch=watched, **of)
        try:
            code = run.play(games)
        finally:
            progress.stop()
            for note in run.evidence.notes if run.evidence else ():
                _say(note)
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

    site, wish, offline = place(**where)
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
