"""The history of played games: history, and its export."""

import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from player.cli import say
from player.cli.param_types import FILE, GameName
from player.days import puzzle_day
from player.files import SELECTORS, history_file, write_atomic


def chosen(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that choose games of the history."""
    since = click.option(
        "--since",
        type=click.DateTime(["%Y-%m-%d"]),
        callback=lambda _ctx, _param, value: value and value.date(),
        metavar="DATE",
        help="Only the days from DATE on.",
    )
    command = since(command)
    return click.option("--game", type=GameName(), help="Only this game.")(command)


@click.group(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
@chosen
@click.option("--json", "as_json", is_flag=True, help="Print the statistics and all days as JSON.")
@click.option("--html", type=FILE, metavar="FILE", help="Write a page with charts to FILE.")
@click.pass_context
def history(ctx: click.Context, game: str | None, since: date | None, as_json: bool, html: Path | None) -> int:
    """Print the history of played games: streak, wins, times, and the number of boards.

    The history is in the state folder, or in the folder that PLAYER_STATE names.
    """
    if ctx.invoked_subcommand:
        if as_json or html:
            raise click.UsageError("--json and --html go without a command such as export")
        ctx.default_map = {ctx.invoked_subcommand: {"game": game, "since": since and since.isoformat()}}
        return 0
    from player.nightly.history import History
    from player.nightly.history_report import page, show
    from player.nightly.statistics import statistics
    from player.render.terminal import PlainConsole

    with History(history_file()) as opened:
        found = statistics(opened.rows(game), todays(), since)
    if as_json:
        import json

        click.echo(json.dumps({"schema": 1, "games": [one.to_json() for one in found]}))
    elif found:
        show(PlainConsole(sys.stdout), found)
    else:
        click.echo("no game is in the history" + (" with these options" if game or since else " yet"))
    if html:
        write_atomic(html, page(found).encode(), what="the page")
        say(f"{html} shows it in charts")
    return 0


@history.command()
@chosen
@click.option("--to", type=FILE, metavar="FILE", help="Write to FILE, not to standard output.")
def export(game: str | None, since: date | None, to: Path | None) -> int:
    """Write the solved boards with their solutions as JSON Lines, for `player solve`."""
    from player.nightly.history import History, export_lines

    with History(history_file()) as opened:
        text = "".join(export_lines(opened.rows(game, since.isoformat() if since else None)))
    if to and str(to) != "-":
        write_atomic(to, text.encode(), what="the export")
        count = text.count("\n")
        say(f"{to} has {count} board{'' if count == 1 else 's'}")
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
