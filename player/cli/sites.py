"""A night on the sites of a file in TOML: `nightly --sites FILE`. It has the sites in their order, and servers.

Only such a night imports this module, and all it needs.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from queue import SimpleQueue
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import click
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from player.browser.offline.page_source import Pages
from player.browser.selectors.schema import SiteSelectors
from player.cli import ended, say
from player.cli.nightly import NightOptions, account_of, write_night
from player.cli.options import DEVTOOLS, SERVER
from player.cli.page_options import PageOptions, given
from player.cli.play import playable, print_report
from player.days import puzzle_day
from player.deadlines import watch
from player.errors import ConfigInvalid, SignInNeeded, did_you_mean
from player.files import Records, history_file, toml_in
from player.games import GAMES
from player.nightly.history import GUEST, History
from player.nightly.night_plan import Event, NightPlan, ServerEntry, SiteRun, Worker
from player.nightly.notify import Notified
from player.nightly.reports import Night, folder_of, subfolder
from player.render.progress import PROGRESS

# The file

_Name = Annotated[str, Field(min_length=1)]
_Names = Annotated[list[_Name], Field(min_length=1)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Site(_Table):
    name: _Name
    games: _Names | None = None
    boards: _Names | None = None
    account: Literal["guest", "member"] | None = Field(None, alias="as")
    session: _Name | None = None
    profiles: _Names | None = None
    url: _Name | None = None

    @model_validator(mode="after")
    def _without_contradictions(self) -> "_Site":
        if self.session and self.account:
            raise ValueError("'session' and 'as' exclude each other: leave one of them out")
        if self.profiles and (self.session or self.account):
            raise ValueError("'profiles' names all sessions: leave 'session' and 'as' out")
        if self.url and self.boards:
            raise ValueError("'url' is the address of a board: leave 'boards' out")
        return self


class _Server(_Table):
    connect: str | None = None
    cdp: str | None = None
    browsers: int = Field(1, ge=1, le=100)

    @model_validator(mode="after")
    def _with_one_address(self) -> "_Server":
        if (self.connect is None) == (self.cdp is None):
            raise ValueError("it needs one address: 'connect' of a Playwright server or a Grid, or 'cdp'")
        return self


class _File(_Table):
    site: list[_Site] = Field(min_length=1)
    server: list[_Server] = []


@dataclass(frozen=True, slots=True)
class SiteEntry:
    """A site to play on one board of each game, and with one session.

    `games` are empty for all. `place` names the entry in messages, `label` the site with its board and profile.
    """

    place: str
    label: str
    games: tuple[str, ...]
    options: Mapping[str, Any]
    """The options of `player nightly` that are about this site, by their names in Python, or None."""


def load(file: Path) -> tuple[list[SiteEntry], list[ServerEntry]]:
    """Return what the file names, an entry for each board and profile; InputMissing or ConfigInvalid if it is wrong."""
    try:
        found = _File.model_validate(toml_in(file, "file of sites"))
    except ValidationError as error:
        raise ConfigInvalid(f"{file}: {_problem(error)}") from None
    sites = [entry for number, site in enumerate(found.site, 1) for entry in _entries(file, number, site)]
    return sites, [_server(f"{file}: server {number}", one) for number, one in enumerate(found.server, 1)]


def _server(place: str, entry: _Server) -> ServerEntry:
    """Return a server with its address as a browser spells it; raise ConfigInvalid if it is wrong."""
    try:
        address = DEVTOOLS(entry.cdp) if entry.cdp is not None else SERVER(entry.connect or "")
    except click.BadParameter as error:
        raise ConfigInvalid(f"{place}: {error.message}") from None
    return ServerEntry(f"{place} ({urlsplit(address).netloc})", address, entry.cdp is not None, entry.browsers)


def _problem(error: ValidationError) -> str:
    """Return the first problem of a file, with its place."""
    first = min(error.errors(), key=lambda one: one["type"] != "extra_forbidden")
    kind, *within = first["loc"]
    table, key = (f"{kind} {int(within[0]) + 1}: ", within[1:2]) if within else ("", [kind])
    if first["type"] == "extra_forbidden":
        tables: dict[object, type[_Table]] = {"site": _Site, "server": _Server}
        known = tables[kind] if table else _File
        names = [field.alias or name for name, field in known.model_fields.items()]
        return f"{table}unknown key {key[0]!r}: {did_you_mean(str(key[0]), names)}"
    if first["type"] == "value_error":
        return f"{table}{first['ctx']['error']}"
    hint = "" if table else f": write a [[{kind}]] for each {kind}"
    return f"{table}{key[0] if key else kind!r}: {first['msg']}{hint}"


def _entries(file: Path, number: int, site: _Site) -> Iterator[SiteEntry]:
    profiles: Iterable[str | None] = dict.fromkeys(site.profiles) if site.profiles else [site.session]
    boards: Iterable[str | None] = site.boards or [None]
    for profile, board in product(profiles, boards):
        is_guest = bool(site.profiles) and profile == GUEST
        named = f"as {Path(profile).stem}" if site.profiles and profile else None
        options = {
            "site": site.name,
            "url": site.url,
            "board": board,
            "account": GUEST if is_guest else site.account,
            "session": None if profile is None or is_guest else file.parent / Path(profile).expanduser(),
        }
        label = " ".join(filter(None, (site.name, board, named)))
        games = tuple(dict.fromkeys(site.games or ()))
        yield SiteEntry(f"{file}: site {number} ({site.name})", label, games, options)


# What it means, checked before anything is played


@dataclass(frozen=True, slots=True)
class SiteJob:
    """An entry of the file, with what its options mean."""

    entry: SiteEntry
    where: PageOptions
    site: SiteSelectors
    offline: Pages | None
    games: Sequence[str]
    refused: SignInNeeded | None = None
    """The error of a session that is not there."""


def jobs_of(file: Path, where: PageOptions) -> tuple[list[SiteJob], list[ServerEntry]]:
    """Return what is to be played, and the servers, as the file and the options `where` say it; all of it is checked.

    Raises ConfigInvalid with the place in the file, UsageError for other options of a browser beside servers, and the
    errors of the files that it names.
    """
    entries, servers = load(file)
    if servers and (where.cdp or where.connect or where.browser or where.headed):
        raise click.UsageError("the FILE of --sites names servers: leave out --cdp, --connect, --browser and --headed")
    if servers and where.engine != "chromium":
        raise click.UsageError("the servers of the FILE of --sites lend a Chromium: leave out --engine")
    common = replace(where, connect=servers[0].address) if servers else where
    return [_job(entry, common) for entry in entries], servers


def _job(entry: SiteEntry, common: PageOptions) -> SiteJob:
    for game in entry.games:
        if game not in GAMES:
            raise ConfigInvalid(f"{entry.place}: unknown game {game!r}: {did_you_mean(game, GAMES)}")
    where = replace(common, **entry.options)
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


# The night

#: The options that are about the night as a whole: the processes of its sites do not get them.
_OF_THE_NIGHT = {"games", "sites", "json_target", "report", "retry_after", "browsers", "deadline"}
_OF_THE_NIGHT |= {"notify", "on_failure", "notify_when"}
#: The least deadline of a part, in seconds: a timer of 0 never rings.
LEAST_DEADLINE_S = 0.01


def on_sites(file: Path, where: PageOptions, deadline: float, how: NightOptions, notified: Notified) -> int:
    """Play a night on the sites in `file`, with one history and one report; return the exit code."""
    jobs, servers = jobs_of(file, where)
    if where.cdp and how.browsers > 1:
        raise click.UsageError("--cdp is one browser: leave out --browsers, or name servers in the FILE of --sites")
    at_once = bool(servers) or how.browsers > 1
    with ExitStack() as stack:
        with History(history_file()) as history:
            runs = [_run_of(job, history, at_once=at_once) for job in jobs]
        records = stack.enter_context(Records(how.json_target))
        watched = stack.enter_context(watch(deadline))
        folder = folder_of(how.report, puzzle_day(jobs[0].site.timezone))
        typed = [*_typed()]

        def start(run: SiteRun, server: ServerEntry | None, events: SimpleQueue[Event]) -> Worker:
            output = ["--json", "-", "--report", str(folder / run.night.evidence), "--part"]
            output += ["--deadline", f"{max(watched.left(), LEAST_DEADLINE_S):.3f}"]
            output += ["--over-cdp"] if server and server.is_cdp else []
            command = (sys.executable, "-m", "player", "nightly", *run.next_games, *typed, *run.options, *output)
            return Worker(command, run, server, events, labelled=at_once)

        plan = NightPlan(
            *(runs, watched, how.pause, how.retry_after, start, how.browsers, servers, say),
            show=lambda line: click.echo(line, err=True),
            write=lambda record: records.line({**record, "run": records.run}),
        )
        try:
            code = plan.play()
        finally:
            _end(plan, folder, how, notified)
    return ended(records, code)


def _run_of(job: SiteJob, history: History, *, at_once: bool) -> SiteRun:
    """Return the part of the night for `job`, whose evidence is in a folder of its own.

    If several are played `at_once`, a member's boards wait for those of the same account only.
    """
    entry, where, site, session = job.entry, job.where, job.site, job.where.session
    name = where.site if job.offline is None else f"{where.site}, offline"
    host = urlsplit(site.origin).netloc if job.offline is None else None
    account = account_of(history, where)
    folder = subfolder(where.site, where.board, account)
    spelt = {option.name: option.opts[0] for option in click.get_current_context().command.params}
    boards = {game: site.board(game).name for game in site.games}
    owned_by = owner(account, name, session)
    return SiteRun(
        *(entry.label, job.games, bool(entry.games)),
        Night(puzzle_day(site.timezone), name, account, (), (), (), "", boards, folder),
        host,
        [str(word) for name, value in entry.options.items() if value for word in (spelt[name], value)],
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
    for one in given():
        if one.expose_value and one.name not in _OF_THE_NIGHT:
            value = values[one.name or ""]
            yield (one.secondary_opts if value is False else one.opts)[0]
            if not (isinstance(one, click.Option) and one.is_flag):
                yield str(value)


def _end(plan: NightPlan, folder: Path, how: NightOptions, notified: Notified) -> None:
    """Report the end: the notes, the boards and verdicts of each site, and the reports of all."""
    for run in plan.runs:
        notified.add(run.night, run.label)
        notified.games |= {f"{run.label} {game}": run.code for game in run.night.unplayed if run.code}
        for note in run.notes:
            say(f"{run.label}: {note}")
    for note in plan.notes:
        say(note)
    try:
        for run in plan.runs:
            if run.night.records and not PROGRESS.quiet:
                click.echo(f"\n{run.label}", err=how.json_target == "-")
            print_report(run.night.records, how.json_target)
    finally:  # even if nobody reads what was told
        write_night(folder, plan.watch, *(run.night for run in plan.runs), wanted=how.report is not None)
