"""The nightly run, its notifications and its schedule: nightly, schedule."""

import os
import re
from collections.abc import Callable
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import console, ended, say, shows_progress
from player.cli import options as opts
from player.cli.command import Command, option, set_variables
from player.cli.page_options import READ_AS, PageOptions, only_for_one_site, page_options
from player.cli.play import DETAILS, evidence_in, playable, print_report
from player.days import puzzle_day
from player.deadlines import Watch, watch
from player.errors import Bug, CannotWrite, Interrupted, Locked, PlayerError, trace, worst
from player.files import Records, history_file, regular, state_folder
from player.playing import PlayRules
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from player.nightly.history import History
    from player.nightly.nightly import Nightly
    from player.nightly.notify import Notified
    from player.nightly.reports import Night


def urls(value: str) -> tuple[str, ...]:
    """Return a URL of apprise, or those in @FILE, one per line. Errors do not quote the URL, which is a secret."""
    from player.nightly.notify import problem

    found = _lines(Path(value[1:])) if value.startswith("@") else [value]
    for index, url in enumerate(found, start=1):
        where = f"URL {index} in {value[1:]}: " if value.startswith("@") else ""
        if not re.match(r"[a-z][a-z0-9+.-]*://", url, re.IGNORECASE):
            raise click.BadParameter(f"{where}it is no URL such as ntfy://TOPIC, and no @FILE with one in each line")
        if why := problem(url):
            raise click.BadParameter(f"{where}{why}")
    return tuple(found)


def _lines(file: Path) -> list[str]:
    import shlex

    try:
        if os.name == "posix" and file.stat().st_mode & 0o077:
            raise click.BadParameter(f"other users can read {file}: type chmod 600 {shlex.quote(str(file))}")
        lines = map(str.strip, regular(file).read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise click.BadParameter(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.BadParameter(f"{file} is no text") from None
    if found := [line for line in lines if line and not line.startswith("#")]:
        return found
    raise click.BadParameter(f"{file} has no URL in it")


def program(value: str) -> tuple[str, ...]:
    """Return the words of a command, which are quoted as for a shell."""
    import shlex
    import shutil

    try:
        words = shlex.split(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no command: {error}") from None
    if not words:
        raise click.BadParameter("the command is empty")
    if shutil.which(words[0]) is None:
        raise click.BadParameter(f"there is no program {words[0]!r}: give its path, or install it")
    return tuple(words)


OPTIONS = (
    option(
        "--notify",
        type=urls,
        multiple=True,
        metavar="URL|@FILE",
        help="Notify this URL of apprise when a game fails or recovers; a FILE has one URL per line.",
    ),
    option("--on-failure", type=program, metavar="CMD", help="Run CMD when a game fails that did not fail before."),
    opts.choice(
        "--notify-when", ["changed", "always"], "Notify after each change, or after every run.", default="changed"
    ),
)


def notify_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the notification options; the command gets a `notified`, into which it writes the results of its games.

    If a notification fails, print one line per failed target; an exit code of 0 becomes 74.
    """

    @wraps(command)
    def notifying(
        *,
        notify: tuple[tuple[str, ...], ...],
        on_failure: tuple[str, ...] | None,
        notify_when: str,
        where: PageOptions,
        **options: Any,
    ) -> int:
        from player.nightly.notify import Notified

        of_one = where.site, where.offline, where.session
        sites = options.get("sites")
        profile = " ".join(map(str, ("sites", sites.resolve(), where.offline) if sites else of_one))
        notified = Notified(
            [url for urls in notify for url in urls], on_failure or (), profile, always=notify_when == "always"
        )
        try:
            code = command(notified=notified, where=where, **options)
        except (Locked, Interrupted):  # the run that holds the lock notifies; an interrupt comes from the user
            raise
        except BrokenPipeError:  # the games were played, and nobody reads of them
            _send(notified, worst([*notified.games.values()]), began=True)
            raise
        except Exception as error:
            _send(notified, error.code if isinstance(error, PlayerError) else PlayerError.exit_code, began=False)
            raise
        failed = _send(notified, code, began=True)
        return code or (CannotWrite.exit_code if failed else code)

    return opts.with_options(notifying, OPTIONS)


def _send(notified: "Notified", code: int, *, began: bool) -> bool:
    """Notify the end of a night; return whether a notification failed."""
    notes = notified.send(code, began=began)
    for note in notes:
        say(note)
    return bool(notes)


# The night


@dataclass(frozen=True, slots=True)
class NightOptions:
    """The files and the times of a night."""

    json_target: str | None
    report: Path | None
    """The folder of the reports; None for the state folder."""
    certify: bool
    """True if the certificate of each board is kept with its evidence."""
    rules: PlayRules
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


@click.command(
    cls=Command,
    first="sites offline as report json notify deadline quiet",
    examples="""
    player nightly                         # all games; again: what is not won yet
    player nightly zip patches --report night
    player nightly --sites sites.toml --browsers 2
    """,
)
@opts.GAMES
@option("--sites", type=opts.FILE, metavar="FILE", help="Play the sites in FILE (TOML), one after the other.")
@partial(page_options, unattended=True)
@opts.JSON
@option("--report", type=opts.FILE, metavar="DIR", help="The folder of the reports, in place of the state folder.")
@opts.CERTIFY
@partial(opts.rules_options, more=(opts.SIGHT, opts.AHEAD))
@opts.seconds("--game-deadline", 60, "The time for each game.")
@opts.seconds("--retry-after", 60, "The pause before what may pass by itself (exit 75) is tried once more.", least=0)
@opts.seconds("--pause", 10, "With --sites: the pause between two boards of one host.", least=0)
@opts.number("--browsers", 1, "With --sites: play in N browsers at once, one for each account.")
@option("--part", "is_part", is_flag=True, hidden=True)
@option("--over-cdp", is_flag=True, hidden=True)
@opts.gathered("how", NightOptions)
@READ_AS
@notify_options
@shows_progress("games", more=DETAILS)
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
    where.require_sense(games, how.rules.sight)
    with ExitStack() as stack:
        watched = stack.enter_context(watch(deadline))
        started = stack.enter_context(where.started(games, how.rules.sight, "player.nightly.nightly"))
        from player.artifacts.run_log import Progress, RunLog
        from player.nightly.history import History
        from player.nightly.nightly import Nightly, locked
        from player.nightly.reports import folder_of, subfolder

        options = where.run_options(games, how.rules)
        site, offline = options.site, options.offline
        name = where.site if offline is None else f"{where.site}, offline"
        history = stack.enter_context(History(history_file()))
        account = account_of(history, where)
        holder = os.getppid() if how.is_part else None  # the process that a user may end
        stack.enter_context(locked(state_folder(), name, account, holder))
        records = stack.enter_context(Records(how.json_target))
        owner = subfolder(where.site, "offline" if offline else None, where.board, account)
        folder = folder_of(how.report, puzzle_day(site.timezone), owner)
        log = RunLog(records, Progress(console(err=True)), evidence_in(folder, site, where.session, how.certify))
        options = replace(
            options,
            browser=replace(options.browser, over_cdp=how.over_cdp),
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
        if not PROGRESS.quiet:
            say(f"the report is {folder / 'report.html'}")


# The schedule of nights


@click.command(
    cls=Command,
    examples="""
    player schedule cron                   # print the line
    player schedule systemd --install
    player schedule systemd --install -- zip --as member
    """,
)
@click.argument("target", type=click.Choice(["systemd", "cron", "launchd", "github"]))
@click.argument("extra", nargs=-1, metavar="[-- OPTIONS OF NIGHTLY]")
@option(
    "--at",
    type=click.DateTime(["%H:%M"]),
    metavar="HH:MM",
    help="The time of day in the site's time zone. [default: 00:20; for github 00:17]",
)
@option("--install", is_flag=True, help="Install the job.")
@option("--uninstall", is_flag=True, help="Undo --install.")
@option("--to", type=opts.FILE, metavar="PATH", help="For github: the repository to install in.")
def schedule(
    target: str, extra: tuple[str, ...], at: datetime | None, install: bool, uninstall: bool, to: Path | None
) -> int:
    """Print the job that runs `player nightly` every day: systemd units, a crontab line, a plist, or a workflow.

    Arguments after -- are passed to nightly; it runs in the current folder.
    """
    from player.cli.sites import jobs_of
    from player.nightly.schedule import TARGETS, job_of, moment_texts

    step = opts.one_of(install=install, uninstall=uninstall)
    if (target == "github" and step is not None) != (to is not None):
        raise click.UsageError("--to DIR goes with github and --install or --uninstall, and these with it")
    chosen = TARGETS[target]
    if step == "uninstall":
        click.echo("\n".join(chosen.uninstall(to)))
        return 0
    parent = click.get_current_context().parent
    with nightly.make_context("nightly", list(extra), parent=parent) as typed:  # an error in it is reported now
        where = opts.taken(PageOptions, {**typed.params})
        if typed.params["sites"]:
            only_for_one_site(typed.params["games"])
            site = jobs_of(typed.params["sites"], where)[0][0].site
        else:
            site, _, _ = where.with_session(unattended=True).resolve(typed.params["games"])
    job = job_of(extra, at.time() if at else chosen.at, site.timezone, typed.params["deadline"], set_variables())
    when = moment_texts(job, chosen.next_run(job, datetime.now().astimezone()))
    if step is None:
        click.echo(chosen.text(job), nl=False)
    else:
        undo = f"player schedule {target} --uninstall{f' --to {to}' if to else ''}"
        click.echo("\n".join([*chosen.install(job, to), f"undo: {undo}"]))
    click.echo(f"next run: {when}\nit {chosen.note}", err=step is None)
    return 0
