"""The commands: composition only, and errors to exit codes.

Rooms are imported where they are used: help must be quick, and solving a file needs no browser.
"""

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player import __version__
from player.commands import evidence_in, fixture, play_games, replay, say
from player.errors import USAGE, CannotWrite, InputMissing, PlayerError
from player.options import FILE, NAME, Duration, GameName, evidence_options, page_options, place, read_as_option

if TYPE_CHECKING:
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


cli.add_command(replay)
cli.add_command(fixture)


@cli.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@page_options
@evidence_options
@click.option(
    "--min-time",
    type=Duration(least=0),
    default=3,
    show_default=True,
    metavar="SECONDS",
    help="With a session: what the page's timer must say before the last move.",
)
@read_as_option
def play(
    games: tuple[str, ...],
    artifacts: Path | None,
    trace: bool,
    json_target: str | None,
    min_time: float,
    deadline: float,
    **where: Any,
) -> int:
    """Play the games named, or all there are, and say how each of them ended."""
    named = list(dict.fromkeys(games))
    site, wish, offline = place(named, **where)
    session = where["storage_state"]
    evidence = evidence_in(artifacts, site, session, trace)
    found = named or _playable(site, offline)
    of = {"site": site, "name": where["site"], "wish": wish, "offline": offline, "session": session}
    of |= {"min_time": min_time, "read_as": where["read_as"]}
    return play_games(found, json_target, deadline, **of, evidence=evidence, traced=trace)


@cli.command()
@click.argument("game", type=GameName())
@page_options
@read_as_option
def read(game: str, deadline: float, **where: Any) -> int:
    """Print the board of GAME as JSON. The board itself is not touched."""
    import json

    from player.errors import Unavailable
    from player.games import GAMES
    from player.play import pointing_to_the_doctor
    from player.signals import watch
    from player.web.visit import visit

    site, wish, offline = place([game], **where)
    with watch(deadline), visit(site, wish, offline, where["storage_state"], read_as=where["read_as"]) as opened:
        with pointing_to_the_doctor(game):
            snapshot = opened.tab(game).open().snapshot
            if snapshot is None:
                raise Unavailable(f"{game} is won already, its page shows no board: try again when the next one is out")
            board = GAMES[game].read(snapshot)
        click.echo(json.dumps(GAMES[game].to_json(board)))
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
        say(records.failed)
        return code or CannotWrite.exit_code
    return code


@cli.command()
@click.argument("game", type=GameName())
@click.option("--size", type=int, help="Rows and columns.  [default: the middle of the game's sizes]")
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
    if (size - smallest) % MAKERS[game].step:
        raise click.BadParameter(f"{game} boards are made in even sizes, not {size}")
    click.echo(json.dumps(make(game, size, seed, walls=walls)))
    return 0


@cli.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@page_options
@click.option("--page", type=FILE, metavar="FILE", help="A saved page of one game, in place of the site's.")
@click.option(
    "--write", type=FILE, metavar="FILE", help="Write a copy of the selectors with the changes that mend them."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def doctor(
    games: tuple[str, ...], *, page: Path | None, write: Path | None, as_json: bool, deadline: float, **where: Any
) -> int:
    """Hold the selectors against the page of each GAME: what is off, and what would mend it.

    Nothing is played. The exit code is 0 when all is well, and 76 when something is off.
    """
    import json

    from player.checkup import Place, check_up, write_changes
    from player.data import SELECTORS
    from player.show.console import PlainConsole
    from player.show.diagnosis import show_checkup
    from player.signals import watch
    from player.web.selectors import as_yaml

    if page and where["offline"]:
        raise click.UsageError("--page takes the place of --offline: leave one of them out")
    if page and where["url"]:
        raise click.UsageError("--page takes the place of --url: leave one of them out")
    session = where.pop("storage_state")  # a bad one is a finding, not an error
    named = list(dict.fromkeys(games))
    site, wish, offline = place(named, **where, storage_state=None)
    with watch(deadline):
        found = check_up(Place(where["site"], site, wish, offline, session, page), named)
    if as_json:
        click.echo(json.dumps(found.to_json()))
    else:
        show_checkup(PlainConsole(sys.stdout), found, as_yaml(found.changes) if found.changes else "")
    if write and found.changes:
        write_changes(where["selectors"] or SELECTORS, found.changes, write)
        click.echo(f"player: {write} is a copy of the selectors with the changes", err=True)
    elif write:
        click.echo(f"player: there is nothing to change in the selectors: {write} was not written", err=True)
    return found.exit


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
        say(f"the output can't be written: {error.strerror}")
        code = CannotWrite.exit_code
    sys.exit(code)


def _run(arguments: Sequence[str]) -> int:
    try:
        return int(cli.main(list(arguments), prog_name="player", standalone_mode=False) or 0)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return USAGE
    except click.ClickException as error:
        say(f"{error.format_message()} (see `player --help`)")
        return USAGE
    except PlayerError as error:
        say(str(error))
        return error.code
    except SystemExit:  # click's own answer to a pipe that nobody reads
        say(f"the output can't be written: {os.strerror(errno.EPIPE)}")
        return CannotWrite.exit_code
    except (KeyboardInterrupt, click.Abort):
        say("stopped by SIGINT")
        return 130
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _OUTPUT_LOST:
            raise
        if os.environ.get("PLAYER_DEBUG"):
            raise
        say(f"a bug in the player: {type(error).__name__}: {error} (set PLAYER_DEBUG=1 for the traceback)")
        return PlayerError.exit_code
