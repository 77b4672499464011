"""A night on the sites of a file: `nightly --sites FILE`."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import click

from player.cli import ended, say
from player.cli.browsers import AtOnce, servers_of
from player.cli.nightly import NightOptions, account_of
from player.cli.page_options import PageOptions
from player.cli.play import kept_in, playable
from player.errors import ConfigInvalid, SignInNeeded

if TYPE_CHECKING:
    from player.artifacts.progress import Progress
    from player.browser.launch import BrowserOptions
    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors
    from player.deadlines import Watch
    from player.files.records import Records
    from player.nightly.history import History
    from player.nightly.notified import Notified
    from player.nightly.reports import Night
    from player.nightly.sites_file import SiteEntry
    from player.nightly.tour import Leg, Tour


@dataclass(frozen=True, slots=True)
class Stop:
    """An entry of the file, with what its options mean."""

    entry: "SiteEntry"
    where: PageOptions
    site: "SiteSelectors"
    wish: "BrowserOptions"
    offline: "Pages | None"
    games: Sequence[str]
    refused: SignInNeeded | None = None
    """The error of a session that is not there."""

    @property
    def name(self) -> str:
        """The site's name in the history."""
        return self.entry.name if self.offline is None else f"{self.entry.name}, offline"

    @property
    def host(self) -> str | None:
        """The host of the pages; None if they are out of files."""
        return urlsplit(self.site.origin).netloc if self.offline is None else None


def stops(file: Path, where: PageOptions) -> list[Stop]:
    """Return what is to be played, as the file and the options `where` say it; all of it is checked.

    Raises ConfigInvalid with the place in the file, and the errors of the files that it names.
    """
    from player.nightly.sites_file import entries

    return [_stop(entry, where) for entry in entries(file)]


def _stop(entry: "SiteEntry", common: PageOptions) -> Stop:
    from player.errors import did_you_mean
    from player.games import GAMES

    for game in entry.games:
        if game not in GAMES:
            raise ConfigInvalid(f"{entry.place}: unknown game {game!r}: {did_you_mean(game, GAMES)}")
    where = replace(
        common, site=entry.name, url=entry.url, board=entry.board, account=entry.account, session=entry.session
    )
    try:
        where, refused = where.with_session(unattended=True), None
        try:
            site, wish, offline = where.resolve(entry.games)
        except SignInNeeded as error:  # the other sites are played nevertheless
            site, wish, offline = replace(where, session=None).resolve(entry.games)
            refused = error
        for game in entry.games:
            site.game(game)
        games = entry.games or playable(site, offline)
    except (click.UsageError, ConfigInvalid) as error:
        message = error.format_message() if isinstance(error, click.UsageError) else str(error)
        raise ConfigInvalid(f"{entry.place}: {message}") from None
    return Stop(entry, where, site, wish, offline, games, refused)


def on_sites(file: Path, where: PageOptions, deadline: float, how: NightOptions, notified: "Notified") -> int:
    """Play a night on the sites in `file`, with one history and one report; return the exit code."""
    from player.artifacts.progress import Progress
    from player.days import puzzle_day
    from player.deadlines import watch
    from player.files import history_file
    from player.files.records import Records
    from player.nightly.history import History
    from player.nightly.reports import folder_of
    from player.nightly.tour import Tour
    from player.render.terminal import PlainConsole

    servers = servers_of(file, where, how)
    found = stops(file, replace(where, connect=servers[0].address) if servers else where)
    with ExitStack() as stack:
        history = stack.enter_context(History(history_file()))
        records = stack.enter_context(Records(how.json_target))
        progress = stack.enter_context(Progress(PlainConsole(sys.stderr)))
        watched = stack.enter_context(watch(deadline))
        folder = folder_of(how.report, puzzle_day(found[0].site.timezone))
        shared = (records, progress, watched)
        legs = [leg_of(stop, how, history, shared, folder) for stop in found]
        if servers or how.browsers > 1:
            tour: Tour = AtOnce(found, legs, how, folder).tour(servers, shared)
        else:
            tour = Tour(legs, watched, how.pause, how.retry_after, say)
        try:
            code = tour.play()
        finally:
            progress.stop()
            _end(tour, folder, how, notified)
    return ended(records, code)


def leg_of(
    stop: Stop,
    how: NightOptions,
    history: "History",
    shared: "tuple[Records, Progress, Watch]",
    folder: Path,
    pid: int | None = None,
) -> "Leg":
    """Return the leg of a tour for `stop`, whose evidence is in a folder of its own under `folder`.

    Its lock is held in the name of the process `pid`, else of ours.
    """
    from player.artifacts.evidence import make_artifacts
    from player.artifacts.run_log import RunLog
    from player.days import puzzle_day
    from player.files import state_folder
    from player.nightly.lock import locked
    from player.nightly.nightly import Nightly
    from player.nightly.tour import Leg
    from player.run import RunOptions

    records, progress, watched = shared
    account = account_of(history, stop.where)
    kept = quote("-".join(filter(None, (stop.entry.name, stop.entry.board, account))), safe="")
    session = None if stop.refused else stop.where.session
    log = RunLog(records, progress, kept_in(make_artifacts(folder / kept), stop.site, session, how.certify))
    options = RunOptions(
        *(stop.site, stop.entry.name, stop.wish, stop.offline, session, how.rules),
        game_deadline=how.game_deadline,
        pause=how.pause if stop.host else 0,
    )
    today = partial(puzzle_day, stop.site.timezone)
    night = Nightly(options, log, watched, history, stop.name, account, today, kept=kept)
    hold = partial(locked, state_folder(), stop.name, account, pid)
    return Leg(
        *(stop.entry.label, stop.games, night, hold, stop.host, bool(stop.entry.games), stop.refused),
        account=owner(account, stop.name, stop.where.session),
    )


def owner(account: str, site: str, session: Path | None) -> str:
    """Return whose boards a leg plays, for one leg at a time: a session has the same owner on all its sites."""
    return account if session else f"{account}@{site}"


def _end(tour: "Tour", folder: Path, how: NightOptions, notified: "Notified") -> None:
    """Report the end: the notes, the boards and verdicts of each leg, and the reports of all."""
    from player.nightly.reports import write_reports

    nights: list[Night] = []
    for leg in tour.legs:
        night = leg.night.night
        notified.add(night, leg.label)
        notified.games |= {f"{leg.label} {game}": leg.code for game in night.unplayed if leg.code}
        nights.append(night)
        for note in leg.night.notes:
            say(f"{leg.label}: {note}")
    for note in tour.notes:
        say(note)
    try:
        for leg in tour.legs:
            _tell(leg, how.json_target)
    finally:  # even if nobody reads what was told
        if any(night.results or night.unplayed for night in nights) or how.report:
            with tour.watch.held():
                write_reports(folder, *nights)
            say(f"the report is {folder / 'report.html'}")


def _tell(leg: "Leg", json_target: str | None) -> None:
    """Report the saved files of a leg, its boards and verdicts."""
    from player.artifacts.verdicts import report
    from player.render.terminal import PlainConsole

    console = PlainConsole(sys.stderr if json_target == "-" else sys.stdout)
    for note in leg.night.log.evidence.notes if leg.night.log.evidence else ():
        say(note)
    if results := leg.night.night.results:
        console.print(f"\n{leg.label}", markup=False, highlight=False)
        report(console, results)
