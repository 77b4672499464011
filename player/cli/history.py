"""The history of played games: history, its export, and archive, a static site of it."""

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import click

from player.cli import console, put_to, reported, say, shows_progress
from player.cli.command import Command, Group, option
from player.cli.options import FILE, JSON_REPORT, NAME, GameName, number, seconds, with_options
from player.days import puzzle_day
from player.deadlines import watch
from player.errors import counted
from player.files import SELECTORS, history_file, state_folder, write_atomic
from player.render.progress import PROGRESS

SINCE = option(
    "--since",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=lambda _ctx, _param, value: value and value.date(),
    metavar="DATE",
    help="Only the days from DATE on.",
)
#: Adds the options that choose games of the history.
chosen = partial(with_options, options=(option("--game", type=GameName(), help="Only this game."), SINCE))


@click.group(
    cls=Group,
    examples="""
    player history
    player history --game zip --since 2026-11-01 --html history.html
    """,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
)
@chosen
@JSON_REPORT
@option("--html", type=NAME, metavar="FILE|-", help="Write a page with charts to FILE.")
@click.pass_context
def history(ctx: click.Context, game: str | None, since: date | None, json_target: str | None, html: str | None) -> int:
    """Print the history of played games: streak, wins, times, and the number of boards.

    The history is in the state folder, or in the folder that PLAYER_STATE names.
    """
    if ctx.invoked_subcommand:
        if json_target or html:
            raise click.UsageError("--json and --html go without a command such as export")
        ctx.default_map = {ctx.invoked_subcommand: {"game": game, "since": since and since.isoformat()}}
        return 0
    if json_target == html == "-":
        raise click.UsageError("standard output (-) takes one thing only: name a file for the other")
    from player.nightly.history import History
    from player.nightly.statistics import page, show, statistics

    with History(history_file()) as opened:
        found = statistics(opened.rows(game), todays(), since)
    if "-" not in {json_target, html}:
        if found:
            show(console(), found)
        else:
            click.echo("no game is in the history" + (" with these options" if game or since else " yet"))
    if html:
        put_to(html, page(found).encode(), private=True)
        if html != "-":
            say(f"{html} shows it in charts")
    return reported(json_target, {"schema": 1, "games": [one.to_json() for one in found]}, 0)


@history.command(
    short_help="Write the solved boards as JSON Lines",
    examples="player history export --to boards.jsonl\nplayer history export --game zip --since 2026-11-01",
)
@chosen
@option("--to", type=FILE, metavar="PATH", help="Write to a file, not to standard output.")
def export(game: str | None, since: date | None, to: Path | None) -> int:
    """Write the solved boards with their solutions as JSON Lines, for `player solve`."""
    from player.nightly.history import History, export_lines

    with History(history_file()) as opened:
        text = "".join(export_lines(opened.rows(game, since.isoformat() if since else None)))
    if to and str(to) != "-":
        write_atomic(to, text.encode(), what="the export")
        say(f"{to} has {counted(text.count(chr(10)), 'board')}")
    elif text:
        click.echo(text, nl=False)
    else:
        say("no board is in the history" + (" with these options" if game or since else " yet"))
    return 0


def todays() -> Callable[[str], date]:
    """Return a function that gives the current puzzle day of a site; for unknown sites, the date in UTC."""
    zone = zones()
    return lambda site: date.fromisoformat(puzzle_day(zone(site)))


def zones() -> Callable[[str], str]:
    """Return a function that gives the time zone of a site of the history; for unknown sites, UTC."""
    from player.browser.selectors.loader import load

    known = {name: site.timezone for name, site in load(SELECTORS).sites.items()}
    return lambda site: known.get(site.removesuffix(", offline"), "UTC")


# The history as a static site

PORT = 8000


@click.command(
    cls=Command,
    examples="""
    player archive --serve                 # read and play it in a browser
    player archive site --publish
    """,
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="[DIR]", required=False)
@option("--publish", is_flag=True, help="Make an archive for others to read; without it, it is private.")
@option("--serve", is_flag=True, help="Serve the archive to this machine until Ctrl-C; DIR may be left out.")
@option("--port", type=click.IntRange(0, 65535), metavar="N", help=f"The port of --serve ({PORT}); 0 for any.")
@number("--jobs", 1, "Use N processes.", most=64)
@seconds("--deadline", 3600, "End the build then; the next one goes on.")
@shows_progress("pages", silenced=True)
def archive(folder: Path | None, publish: bool, serve: bool, port: int | None, jobs: int, deadline: float) -> int:
    """Build a static site from the history in DIR: a calendar, and a page for each board, to play it as well.

    A second build writes only what changed. The pages open as files too, and use no network.

    Without --publish the archive is private: you alone can read it, and its pages say so. Boards belong to the sites
    that they come from.
    """
    if folder is None and not serve:
        raise click.UsageError("name the folder of the archive, or --serve the one in the state folder")
    if port is not None and not serve:
        raise click.UsageError("--port goes with --serve")

    place = folder or state_folder() / "archive"
    with watch(deadline):
        _build(place, publish=publish, jobs=jobs)
    if serve:
        from player.nightly.archive.folder import ArchiveServer

        PROGRESS.end()
        with watch(), ArchiveServer(place, PORT if port is None else port) as server:
            click.echo(f"the archive is at {server.address} (Ctrl-C ends it)")
            server.serve_forever()
    return 0


def _build(place: Path, *, publish: bool, jobs: int) -> None:
    from player.nightly.archive.folder import ArchiveFolder
    from player.nightly.archive.site import ArchiveSite
    from player.nightly.history import History

    with History(history_file()) as opened:
        rows = opened.rows()
    target = ArchiveFolder(place, publish=publish)

    def begin(boards: int) -> None:
        if boards and not PROGRESS.quiet:
            say(f"{counted(boards, 'board')} to explain")

    ArchiveSite(rows, todays(), zones(), publish).build(target, jobs=jobs, begin=begin)
    for name in target.kept:
        say(f"{place / name} is no longer part of the archive, and stays: somebody has changed it")
    if PROGRESS.quiet:
        return
    say(f"{place / 'index.html'}: {target.written} written, {target.unchanged} unchanged, {target.removed} removed")
    if not rows:
        say("no game is in the history yet: the archive says so")
    elif not publish:
        say("the archive is private, because its boards belong to their sites; --publish makes one for others to read")
