"""The nightly run: nightly."""

import os
import sys
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import ended, say, shows_progress
from player.cli.notify import notify_options
from player.cli.options import CERTIFY, GAMES, JSON, NO_AHEAD, SIGHT, gathered, rules_options, seconds, with_options
from player.cli.page_options import READ_AS, PageOptions, only_for_one_site, page_options
from player.cli.param_types import FILE
from player.cli.play import evidence_of, playable, print_report
from player.days import puzzle_day
from player.deadlines import Watch, watch
from player.errors import Bug, PlayerError, trace
from player.files import history_file, state_folder
from player.files.records import Records
from player.playing import PlayRules
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from player.nightly.history import History
    from player.nightly.nightly import Nightly
    from player.nightly.notify import Notified
    from player.nightly.reports import Night


@dataclass(frozen=True, slots=True)
class NightOptions:
    """The files and the times of a night."""

    json_target: str | None
    report: Path | None
    """The folder of the reports; None for the state folder."""
    certify: bool
    """True if the certificate of each board is kept with its evidence."""
    rules: PlayRules
    """The rules by which each board is played."""
    game_deadline: float
    """The time for each game, in seconds."""
    retry_after: float
    """The pause before a second try, in seconds."""
    pause: float
    """The pause between two boards of one host, in seconds, on several sites."""
    browsers: int
    """The number of browsers at once, on several sites."""
    is_part: bool
    """True if the night is a part of one on several sites, of which another process reports."""
    over_cdp: bool
    """True if the server of a part is the DevTools of a browser."""


#: The options of a night: files, rules, and times.
_OPTIONS = (
    JSON,
    click.option("--report", type=FILE, metavar="DIR", help="The folder of the reports, in place of the state folder."),
    CERTIFY,
)
_TIMES = (
    seconds("--game-deadline", 60, "The time for each game."),
    seconds("--retry-after", 60, "The pause before what may pass by itself (exit 75) is tried once more.", least=0),
    seconds("--pause", 10, "With --sites: the pause between two boards of one host.", least=0),
    click.option(
        "--browsers",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        metavar="N",
        help="With --sites: play in N browsers at once, one for each account.",
    ),
    click.option("--part", "is_part", is_flag=True, hidden=True),
    click.option("--over-cdp", is_flag=True, hidden=True),
)


@click.command()
@GAMES
@click.option("--sites", type=FILE, metavar="FILE", help="Play the sites in FILE (TOML), one after the other.")
@partial(page_options, unattended=True)
@partial(with_options, options=_OPTIONS)
@partial(rules_options, more=(SIGHT, NO_AHEAD))
@partial(with_options, options=_TIMES)
@gathered("how", NightOptions)
@READ_AS
@notify_options
@shows_progress("games")
def nightly(
    games: list[str],
    sites: Path | None,
    where: PageOptions,
    deadline: float,
    how: NightOptions,
    notified: "Notified",
) -> int:
    """Play each game of the day once, save the results, and write a report.

    A game that is already won is not played again. A game that failed for a lasting reason is played again only if you
    name it. Days are those of the site's time zone. Without a saved session, the games are played as a guest.
    """
    if sites:
        from player.cli.sites import on_sites

        only_for_one_site(games)
        return on_sites(sites, where, deadline, how, notified)
    if how.browsers > 1:
        raise click.UsageError("--browsers is for several sites: name them in the FILE of --sites")
    if how.is_part:
        return _part(games, where, deadline, how)
    return _on_site(games, where, deadline, how, notified)


def _on_site(games: list[str], where: PageOptions, deadline: float, how: NightOptions, notified: "Notified") -> int:
    """Play a night on one site; return the exit code."""
    with _opened(games, where, deadline, how) as (night, names, folder):
        try:
            code = night.play(names, again=bool(games))
        finally:
            PROGRESS.end()
            notified.add(night.night)
            _end(night, folder, how.json_target, wanted=how.report is not None)
    return ended(night.log.records, code)


def _part(games: list[str], where: PageOptions, deadline: float, how: NightOptions) -> int:
    """Play a part of a night on several sites; the last line of the records is what came of it.

    The end of standard input is that of the process that reports.
    """
    from player.nightly.night_plan import PART_END, PART_START, SERVER_VARIABLE, JobResult, Trouble, end_with_the_parent

    end_with_the_parent()
    where = replace(where, connect=os.environ.pop(SERVER_VARIABLE, where.connect))
    result, records, error = JobResult(0), Records("-"), None
    try:
        with _opened(games, where, deadline, how) as (night, names, _):
            records.line({"event": PART_START})
            try:
                result = JobResult(night.play(names, again=bool(games)))
            finally:
                PROGRESS.end()
                why = night.trouble
                trouble = Trouble(why.code, why.of_site, getattr(why, "wait", None)) if why else None
                with night.watch.held():
                    notes = [*night.notes, *night.log.notes]
                    result = JobResult(result.exit, "", "", night.night, night.passing, trouble, notes)
    except PlayerError as problem:
        error = problem
    except Exception as problem:  # noqa: BLE001  # a bug on one site must not stop the others
        trace(problem)
        error = Bug(problem)
    if error:
        result = replace(result, exit=error.code, error=str(error), kind=type(error).__name__)
    records.line({"event": PART_END, "result": asdict(result)})
    return result.exit


@contextmanager
def _opened(
    games: list[str], where: PageOptions, deadline: float, how: NightOptions
) -> "Iterator[tuple[Nightly, list[str], Path]]":
    """Yield a night on one site, the names of its games, and the folder of its evidence."""
    where.require_sense(games)
    where.require_read_page(how.rules.sight)
    with ExitStack() as stack:
        watched = stack.enter_context(watch(deadline))
        started = stack.enter_context(where.started(how.rules.sight, "player.nightly.nightly"))
        from player.artifacts.run_log import RunLog
        from player.artifacts.run_report import Progress
        from player.nightly.history import History
        from player.nightly.lock import locked
        from player.nightly.nightly import Nightly
        from player.nightly.reports import folder_of
        from player.render.terminal import PlainConsole
        from player.run import RunOptions

        site, wish, offline = where.resolve(games)
        name = where.site if offline is None else f"{where.site}, offline"
        history = stack.enter_context(History(history_file()))
        account = account_of(history, where)
        holder = os.getppid() if how.is_part else None  # the process that a user may end
        stack.enter_context(locked(state_folder(), name, account, holder))
        records = stack.enter_context(Records(how.json_target))
        folder = folder_of(how.report, puzzle_day(site.timezone))
        log = RunLog(records, Progress(PlainConsole(sys.stderr)), evidence_of(folder, site, where.session, how.certify))
        options = RunOptions(
            *(site, where.site, replace(wish, over_cdp=how.over_cdp), offline, where.session, how.rules),
            read_as=where.read_as,
            game_deadline=how.game_deadline,
            retry_after=None if how.is_part else how.retry_after,
            pause=how.pause if how.is_part and offline is None else 0,
        )
        night = Nightly(options, log, watched, history, name, account, lambda: puzzle_day(site.timezone))
        night.run.started = started
        yield night, games or playable(site, offline), folder


def account_of(history: "History", where: PageOptions) -> str:
    """Return the name of the account that plays."""
    from player.nightly.history import CDP, GUEST

    return history.account_of(where.session) if where.session else CDP if where.cdp else GUEST


def _end(night: "Nightly", folder: Path, json_target: str | None, *, wanted: bool) -> None:
    """Report the end of the night; write the reports if there are results, or if they are `wanted`."""
    for note in (*night.notes, *night.log.notes):
        say(note)
    found = night.night
    try:
        print_report(found.records, json_target)
    finally:  # even if nobody reads what was told
        write_night(folder, night.watch, found, wanted=wanted)


def write_night(folder: Path, watch: "Watch", *nights: "Night", wanted: bool) -> None:
    """Write the reports of all `nights` if there are results, or if they are `wanted`."""
    from player.nightly.reports import write_reports

    if wanted or any(night.records or night.unplayed for night in nights):
        with watch.held():
            write_reports(folder, *nights)
        say(f"the report is {folder / 'report.html'}")
