"""The nightly run: nightly."""

import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import say
from player.cli.notify import notify_options
from player.cli.options import MIN_TIME, page_options, place, read_as_option, seconds
from player.cli.param_types import FILE, NAME, GameName
from player.cli.play import kept_in, playable, tell

if TYPE_CHECKING:
    from player.nightly.nightly import Nightly
    from player.nightly.notified import Notified


@click.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@partial(page_options, unattended=True)
@click.option("--json", "json_target", type=NAME, metavar="FILE|-", help="Append result records to FILE as JSON Lines.")
@click.option("--report", type=FILE, metavar="DIR", help="The folder of the reports, in place of the state folder.")
@MIN_TIME
@seconds("--game-deadline", 60, "The time for each game.")
@seconds("--retry-after", 60, "The pause before what may pass by itself (exit 75) is tried once more.", least=0)
@read_as_option
@notify_options
def nightly(
    games: tuple[str, ...],
    json_target: str | None,
    report: Path | None,
    min_time: float,
    game_deadline: float,
    retry_after: float,
    deadline: float,
    notified: "Notified",
    **where: Any,
) -> int:
    """Play each game of the day once, save the results, and write a report.

    A game that is already won is not played again. A game that failed for a lasting reason is played again only if you
    name it. Days are those of the site's time zone. Without a saved session, the games are played as a guest.
    """
    from player.artifacts.progress import Progress
    from player.boards.records import Records, puzzle_day
    from player.deadlines import watch
    from player.nightly.history import CDP, GUEST, History
    from player.nightly.lock import locked
    from player.nightly.nightly import Nightly
    from player.nightly.reports import folder_of
    from player.render.console import PlainConsole
    from player.run import Run
    from player.state import history_file, state_folder

    named = list(dict.fromkeys(games))
    site, wish, offline = place(named, **where)
    session = where["storage_state"]
    name = where["site"] if offline is None else f"{where['site']}, offline"
    with ExitStack() as stack:
        history = stack.enter_context(History(history_file()))
        account = history.account_of(session) if session else CDP if where["cdp"] else GUEST
        stack.enter_context(locked(state_folder(), name, account))
        records = stack.enter_context(Records(json_target))
        progress = stack.enter_context(Progress(PlainConsole(sys.stderr)))
        watched = stack.enter_context(watch(deadline))
        folder = folder_of(report, puzzle_day(site.timezone))
        run = Run(
            *(site, wish, records, progress, watched, offline, session, kept_in(folder, site, session), where["site"]),
            min_time=min_time,
            read_as=where["read_as"],
            game_deadline=game_deadline,
            retry_after=retry_after,
        )
        night = Nightly(run, history, name, account, lambda: puzzle_day(site.timezone))
        try:
            code = night.play(named or playable(site, offline), again=bool(named))
        finally:
            progress.stop()
            notified.add(night.night)
            _end(night, folder, json_target, wanted=report is not None)
    if records.failed:
        say(records.failed)
    return code


def _end(night: "Nightly", folder: Path, json_target: str | None, *, wanted: bool) -> None:
    """Report the end of the night; write the reports if there are results, or if they are `wanted`."""
    from player.nightly.reports import write_reports

    for note in night.notes:
        say(note)
    tell(night.run, json_target)
    if night.night.results or night.night.unplayed or wanted:
        with night.run.watch.held():
            write_reports(folder, night.night)
        say(f"the report is {folder / 'report.html'}")
