"""A night on the sites of a file: `nightly --sites FILE`."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import click

from player.cli import ended, say
from player.cli.misplaced import given
from player.cli.nightly import NightOptions, account_of
from player.cli.page_options import PageOptions
from player.cli.param_types import DEVTOOLS, SERVER
from player.cli.play import playable
from player.errors import ConfigInvalid, SignInNeeded

if TYPE_CHECKING:
    from queue import SimpleQueue

    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors
    from player.nightly.history import History
    from player.nightly.night_plan import Event, NightPlan, SiteRun, Worker
    from player.nightly.notify import Notified
    from player.nightly.sites_file import ServerEntry, SiteEntry
    from player.render.terminal import PlainConsole

#: The options that are about the night as a whole: the processes of its sites do not get them.
_OF_THE_NIGHT = {"games", "sites", "json_target", "report", "retry_after", "browsers", "deadline"}
_OF_THE_NIGHT |= {"notify", "on_failure", "notify_when"}


@dataclass(frozen=True, slots=True)
class SiteJob:
    """An entry of the file, with what its options mean."""

    entry: "SiteEntry"
    where: PageOptions
    site: "SiteSelectors"
    offline: "Pages | None"
    games: Sequence[str]
    refused: SignInNeeded | None = None
    """The error of a session that is not there."""


def jobs_of(file: Path, where: PageOptions) -> list[SiteJob]:
    """Return what is to be played, as the file and the options `where` say it; all of it is checked.

    Raises ConfigInvalid with the place in the file, and the errors of the files that it names.
    """
    from player.nightly.sites_file import entries

    return [_job(entry, where) for entry in entries(file)]


def _job(entry: "SiteEntry", common: PageOptions) -> SiteJob:
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
            site, _, offline = where.resolve(entry.games)
        except SignInNeeded as error:  # the other sites are played nevertheless
            site, _, offline = replace(where, session=None).resolve(entry.games)
            refused = error
        for game in entry.games:
            site.game(game)
        games = entry.games or playable(site, offline)
    except (click.UsageError, ConfigInvalid) as error:
        message = error.format_message() if isinstance(error, click.UsageError) else str(error)
        raise ConfigInvalid(f"{entry.place}: {message}") from None
    return SiteJob(entry, where, site, offline, games, refused)


def on_sites(file: Path, where: PageOptions, deadline: float, how: NightOptions, notified: "Notified") -> int:
    """Play a night on the sites in `file`, with one history and one report; return the exit code."""
    from player.days import puzzle_day
    from player.deadlines import watch
    from player.files import history_file
    from player.files.records import Records
    from player.nightly.history import History
    from player.nightly.night_plan import NightPlan, Worker
    from player.nightly.reports import folder_of
    from player.render.terminal import PlainConsole

    servers = _servers(file, where, how)
    jobs = jobs_of(file, replace(where, connect=servers[0].address) if servers else where)
    at_once = bool(servers) or how.browsers > 1
    with ExitStack() as stack:
        with History(history_file()) as history:
            runs = [_run_of(job, history, at_once=at_once) for job in jobs]
        records = stack.enter_context(Records(how.json_target))
        watched = stack.enter_context(watch(deadline))
        folder = folder_of(how.report, puzzle_day(jobs[0].site.timezone))
        console = PlainConsole(sys.stderr if how.json_target == "-" else sys.stdout)
        typed = [*_typed()]

        def start(run: "SiteRun", server: "ServerEntry | None", events: "SimpleQueue[Event]") -> "Worker":
            output = ("--json", "-", "--report", str(folder / run.night.evidence), "--part")
            command = (sys.executable, "-m", "player", "nightly", *run.next_games, *typed, *run.options, *output)
            order = {
                "until": monotonic() + watched.left(),
                "server": server and [server.address, server.is_cdp],
                "console": _like(console),
            }
            return Worker(command, order, run, server, events, labelled=at_once)

        plan = NightPlan(
            *(runs, watched, how.pause, how.retry_after, start, how.browsers, servers, say),
            show=lambda line: click.echo(line, err=True),
            write=lambda record: records.line({**record, "run": records.run}),
        )
        try:
            code = plan.play()
        finally:
            _end(plan, folder, console, notified, wanted=how.report is not None)
    return ended(records, code)


def _servers(file: Path, where: PageOptions, how: NightOptions) -> "list[ServerEntry]":
    """Return the servers that the file of sites names; raise ConfigInvalid with the place of a wrong address.

    Raises UsageError for other options of a browser beside them.
    """
    from player.nightly.sites_file import servers

    found = []
    for entry in servers(file):
        try:
            address = (DEVTOOLS if entry.is_cdp else SERVER).convert(entry.address, None, None)
        except click.BadParameter as error:
            raise ConfigInvalid(f"{entry.place}: {error.message}") from None
        found.append(replace(entry, place=f"{entry.place} ({urlsplit(address).netloc})", address=address))
    if found and (where.cdp or where.connect or where.browser or where.headed):
        raise click.UsageError("the FILE of --sites names servers: leave out --cdp, --connect, --browser and --headed")
    if found and where.engine != "chromium":
        raise click.UsageError("the servers of the FILE of --sites lend a Chromium: leave out --engine")
    if where.cdp and how.browsers > 1:
        raise click.UsageError("--cdp is one browser: leave out --browsers, or name servers in the FILE of --sites")
    return found


def _run_of(job: SiteJob, history: "History", *, at_once: bool) -> "SiteRun":
    """Return the part of the night for `job`, whose evidence is in a folder of its own.

    If several are played `at_once`, a member's boards wait for those of the same account only.
    """
    from player.days import puzzle_day
    from player.nightly.night_plan import SiteRun
    from player.nightly.reports import Night

    entry, site, session = job.entry, job.site, job.where.session
    name = entry.name if job.offline is None else f"{entry.name}, offline"
    host = urlsplit(site.origin).netloc if job.offline is None else None
    account = account_of(history, job.where)
    given_here = {
        "--site": entry.name,
        "--url": entry.url,
        "--board": entry.board,
        "--as": entry.account,
        "--storage-state": entry.session,
    }
    boards = {game: site.board(game).name for game in site.games}
    folder = quote("-".join(filter(None, (entry.name, entry.board, account))), safe="")
    owned_by = owner(account, name, session)
    return SiteRun(
        *(entry.label, job.games, bool(entry.games)),
        Night(puzzle_day(site.timezone), name, account, (), (), (), "", boards, folder),
        host,
        [str(word) for option, value in given_here.items() if value for word in (option, value)],
        owned_by,
        f"{host} {owned_by}" if session and host and at_once else host or "",
        job.refused,
    )


def owner(account: str, site: str, session: Path | None) -> str:
    """Return whose boards are played, for one run at a time: a session has the same owner on all its sites."""
    return account if session else f"{account}@{site}"


def _typed() -> Iterator[str]:
    """Yield the options that the user typed, for the processes of the sites."""
    values = click.get_current_context().params
    for option in given():
        if option.expose_value and option.name not in _OF_THE_NIGHT:
            yield option.opts[0]
            if not (isinstance(option, click.Option) and option.is_flag):
                yield str(values[option.name or ""])


def _like(console: "PlainConsole") -> dict[str, Any]:
    """Return the options of a console in another process that draws as `console` does."""
    return {"width": console.width, "force_terminal": console.is_terminal, "color_system": console.color_system}


def _end(plan: "NightPlan", folder: Path, console: "PlainConsole", notified: "Notified", *, wanted: bool) -> None:
    """Report the end: the notes, the boards and verdicts of each site, and the reports of all."""
    from player.artifacts.run_report import report_shown
    from player.nightly.reports import write_reports

    for run in plan.runs:
        notified.add(run.night, run.label)
        notified.games |= {f"{run.label} {game}": run.code for game in run.night.unplayed if run.code}
        for note in run.notes:
            say(f"{run.label}: {note}")
    for note in plan.notes:
        say(note)
    try:
        for run in plan.runs:
            for note in run.files:
                say(note)
            if run.shown:
                console.print(f"\n{run.label}", markup=False, highlight=False)
                report_shown(console, run.shown.values())
    finally:  # even if nobody reads what was told
        if any(run.night.records or run.night.unplayed for run in plan.runs) or wanted:
            with plan.watch.held():
                write_reports(folder, *(run.night for run in plan.runs))
            say(f"the report is {folder / 'report.html'}")
