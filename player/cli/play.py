"""Commands that play: play, replay, and demo for an audience."""

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player import __version__
from player.cli import console, ended, say, shows_progress
from player.cli import options as opts
from player.cli.command import Command, option
from player.cli.page_options import READ_AS, PageOptions, given, page_options, replay_options
from player.cli.read import on_screen, one_game, require_only, screen_options
from player.deadlines import Watch, watch
from player.errors import CannotWrite, InputMissing, PlayerError
from player.files import Records
from player.playing import PlayRules
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from player.artifacts.evidence import Evidence
    from player.browser.launch import EarlyBrowser
    from player.browser.offline.page_source import Pages
    from player.browser.selectors.schema import SiteSelectors
    from player.demo.film import Film
    from player.run import Observers, RunOptions


#: The help of `--verbose`.
DETAILS = "Show the boards, the times of the stages, and what proofs are relative to."
VERIFY_SAVED = option(
    "--verify-saved", is_flag=True, help="Of a member's win: load the game anew, and look for its results."
)


def capitals(value: str) -> str:
    """Return a word in capitals, as it was written."""
    if not re.fullmatch("[A-Z]{3,}", value):
        raise click.BadParameter(f"{value!r} is not one word of three or more capitals A to Z")
    return value


@click.command(
    cls=Command,
    first="offline site as headed artifacts json verbose quiet",
    examples="""
    player play                            # all games of the day, as a guest
    player play zip patches --as member    # as who signed in by `player login`
    player play zip --offline replica      # our own page; no network
    """,
)
@opts.GAMES
@page_options
@opts.evidence_options
@opts.CERTIFY
@partial(opts.rules_options, more=(opts.SIGHT, opts.AHEAD, VERIFY_SAVED))
@READ_AS
@option("--learn", "learns", is_flag=True, help="Learn the page of the one GAME first, if no section is kept.")
@screen_options
@option(
    "--won",
    type=capitals,
    metavar="WORD",
    help="With --screen: the word in capitals, alone on its line, that the window shows once the board is won.",
)
@shows_progress("games", more=DETAILS)
def play(
    games: list[str],
    where: PageOptions,
    deadline: float,
    artifacts: Path | None,
    trace: bool,
    certify: bool,
    json_target: str | None,
    rules: PlayRules,
    learns: bool,
    screen: bool,
    window: str | None,
    won: str | None,
) -> int:
    """Play the games named, or all games, and report the verdict of each.

    With --screen, play the one board that the screen shows, with the real pointer, after a countdown of three seconds.
    Moving the mouse stops it.
    """
    if screen:
        require_only("json_target", "won")
        return play_screen(one_game(games), window, won, deadline, json_target)
    if window is not None or won:
        raise click.UsageError("--window and --won go with --screen")

    def play_at(where: PageOptions) -> int:
        where.require_sense(games, rules.sight)
        if trace and where.cdp:
            raise click.UsageError("--trace would record the other tabs of that browser: leave it out with --cdp")
        _require_kept(artifacts, trace=trace, certify=certify)
        with watch(deadline) as watched, where.started(games, rules.sight) as started:
            options = replace(where.run_options(games, rules), traced=trace)
            if rules.verify_saved:
                _require_saves(options)
            return play_games(games, json_target, watched, options, artifacts, certify=certify, started=started)

    if not learns:
        return play_at(where)
    from player.cli.doctor import playing_learnt

    return playing_learnt(games, where, deadline, play_at)


def play_screen(game: str | None, window: str | None, won: str | None, deadline: float, json_target: str | None) -> int:
    """Play the board on the screen, report it to `json_target`, and return the exit code.

    Only the word `won`, by which the page says that it is won, confirms a win.
    """
    from player.artifacts.run_log import board_record, record
    from player.games import title_of
    from player.playing.desktop.play import play_on_screen
    from player.playing.result import Result
    from player.render import visible

    with Records(json_target) as records:
        result = Result(game or "")
        unknown = dict.fromkeys(("puzzle_day", "tz", "browser"))
        records.write("run_start", version=__version__, **unknown, mode="screen", source="screen")
        try:
            with watch(deadline), on_screen(window) as (screen, area):
                play_on_screen(screen, area, say, result, name=game, won=won)
            result.grade()
        except PlayerError as error:
            result.failed(error)
            raise
        finally:
            if result.board is not None:
                records.write("board", **board_record(result))
            if result.game:
                records.write("result", **record(result), evidence=[])
            records.write("run_end", exit=result.exit, counts={result.outcome: 1} if result.game else {}, evidence=[])
        click.echo(visible(f"{title_of(result.game)}: {result.message}"), err=json_target == "-")
        return ended(records, result.exit)


def _require_kept(folder: Path | None, *, trace: bool, certify: bool = False) -> None:
    """Raise UsageError for evidence that is kept nowhere."""
    if folder is None and trace:
        raise click.UsageError("--trace goes with --artifacts DIR: a trace is kept there")
    if folder is None and certify:
        raise click.UsageError("--certify goes with --artifacts DIR: certificates are kept there")


def _require_saves(options: "RunOptions") -> None:
    """Raise UsageError unless a fresh load may show that a win is saved."""
    if not options.can_verify:
        raise click.UsageError("--verify-saved needs the site, and its 'results' in the selectors: leave it out here")
    if not (options.session or options.browser.cdp or options.offline):
        raise click.UsageError("--verify-saved is for members, a guest's win is not saved: add --as member")


@click.command(
    cls=Command,
    first="headed slow-mo artifacts json deadline verbose quiet",
    examples="""
    player replay runs/run.zip             # what `play --artifacts runs` kept
    player replay runs/run.zip zip --headed --slow-mo 200
    """,
)
@click.argument("file", type=opts.FILE, metavar="run.zip")
@opts.GAMES
@replay_options
@opts.evidence_options
@opts.ANY_SOLUTION
@opts.gathered("rules", PlayRules)
@shows_progress("games", more=DETAILS)
def replay(
    file: Path,
    games: list[str],
    how: PageOptions,
    deadline: float,
    artifacts: Path | None,
    trace: bool,
    json_target: str | None,
    rules: PlayRules,
) -> int:
    """Play games of a run.zip again, offline: the games named, or all whose page it contains.

    `player play --artifacts DIR` writes DIR/run.zip if a game was not won.
    """
    from player.artifacts.recordings import open_archive
    from player.browser.offline.sources import kept
    from player.run import RunOptions

    _require_kept(artifacts, trace=trace)
    archive = open_archive(file)
    site, wish = how.resolve_for_file(archive.site)
    found = archive.choose(games, "page.html")
    pages = kept(archive.site, site.origin, {game: archive.page(game) for game in found}, ours=archive.replica)
    options = RunOptions(site, archive.site, wish, pages, rules=rules, traced=trace)
    with watch(deadline) as watched:
        return play_games(found, json_target, watched, options, artifacts)


# Before an audience

#: The window and the pace of a command that is there to be watched.
WATCHED = (
    option(
        "--headed/--headless", default=None, help="Show the browser's window, or not: shown where there is a display."
    ),
    option(
        "--slow-mo",
        type=opts.duration(0),
        default=700,
        metavar="MS",
        help="The time of each move; without it a game takes a minute at most.",
    ),
)


@click.command(
    cls=Command,
    first="offline headed slow-mo no-steps video gif deadline quiet",
    examples="""
    player demo patches                    # in a window, or into demo.webm
    player demo zip --gif zip.gif --headless
    """,
)
@opts.GAMES
@partial(page_options, deadline=1800, window=WATCHED)
@partial(opts.with_options, options=(opts.ARTIFACTS, opts.JSON))
@opts.rules_options
@option("--no-steps", is_flag=True, help="Leave out the reasons of the cells.")
@option("--video", type=opts.FILE, metavar="FILE", help="Record a video (WebM).")
@option("--gif", type=opts.FILE, metavar="FILE", help="Record a GIF of the board and the captions.")
@shows_progress("games", more=DETAILS)
def demo(
    games: list[str],
    where: PageOptions,
    deadline: float,
    no_steps: bool,
    video: Path | None,
    gif: Path | None,
    artifacts: Path | None,
    json_target: str | None,
    rules: PlayRules,
) -> int:
    """Play games for an audience: explain the board and the reason of each move on the page.

    Without GAMES: all games. Without --site, --url and --offline: the replica. Without a display, a video is recorded.
    """
    from player.demo.film import Film
    from player.demo.narrator import Narrator
    from player.games import GAMES
    from player.run import Observers

    for path, ending in ((video, ".webm"), (gif, ".gif")):
        if path and path.suffix.lower() != ending:
            raise click.BadParameter(f"{path} is no name of a {ending[1:]} file: let it end in {ending}")
    paced = click.get_current_context().get_parameter_source("slow_mo") is click.core.ParameterSource.DEFAULT
    for name in games:
        _ = GAMES[name].drawing, GAMES[name].reasoner  # raise BoardError before a browser starts
    where = _staged(where)
    if not (where.headed or video or gif or where.cdp):
        video = Path("demo.webm")
    with Film(video, gif) as film:
        options = replace(where, slow_mo=0).run_options(games, rules)
        narrator = Narrator(where.slow_mo, steps=not no_steps, paced=paced, film=film if video or gif else None)
        try:
            with watch(deadline) as watched:
                observers = Observers(stage=narrator.at)
                code = play_games(games, json_target, watched, options, artifacts, observers=observers)
        finally:
            kept = keep_film(film)
    return code if kept or code else CannotWrite.exit_code


def _staged(where: PageOptions) -> PageOptions:
    """Return `where` to play: the replica unless a page is named, and a window where there is a display for one."""
    from player.doctor.environment import display

    site_named = any(one.name == "site" for one in given())
    if not (where.url or where.offline or site_named or where.names_board):
        where = replace(where, offline="replica")
    if where.headed is None:
        where = replace(where, headed=bool(display()) and not (where.cdp or where.connect))
    return where


def keep_film(film: "Film") -> bool:
    """Write the film, also of an interrupted demo; return True if that succeeded."""
    from player.demo.film import kept

    try:
        with watch():
            for line in kept(film):
                say(line)
    except CannotWrite as error:
        say(str(error))
        return False
    return True


# Parts of several commands


def evidence_in(
    folder: Path | None, site: "SiteSelectors", session: Path | None, certify: bool = False
) -> "Evidence | None":
    """Return the evidence for a run on `site`, if requested; raise NotInstalled for certificates without python-sat."""
    if folder is None:
        return None
    from player.artifacts.evidence import Evidence, make_artifacts
    from player.secrets.values import secrets_of

    if certify:
        from player.sat.proof_log import require_installed

        require_installed()
    private = session is not None
    return Evidence(make_artifacts(folder), secrets_of(session), private=private, site=site, certify=certify)


def play_games(
    games: list[str],
    json_target: str | None,
    watched: Watch,
    options: "RunOptions",
    artifacts: Path | None,
    *,
    certify: bool = False,
    observers: "Observers | None" = None,
    started: "EarlyBrowser | None" = None,
) -> int:
    """Play `games`, or all, with a line for each stage and a table at the end; a browser may have `started` already."""
    from player.artifacts.run_log import Progress, RunLog, record
    from player.run import Observers, Run

    evidence = evidence_in(artifacts, options.site, options.session, certify)
    games = games or playable(options.site, options.offline)
    with Records(json_target) as records:
        log = RunLog(records, Progress(console(err=True)), evidence)
        run = Run(options, log, watched, observers or Observers(), started=started)
        try:
            code = run.play(games)
        finally:
            PROGRESS.end()
            for note in run.log.notes:
                say(note)
            print_report([record(result) for result in run.results], json_target)
    return ended(records, code)


def print_report(results: "Sequence[Mapping[str, Any]]", json_target: str | None) -> None:
    """Report the verdicts of games by their records, unless the user wants no report."""
    from player.artifacts.run_log import report

    if results and not PROGRESS.quiet:
        report(console(err=json_target == "-"), results, verbose=PROGRESS.verbose)


def playable(site: "SiteSelectors", offline: "Pages | None") -> list[str]:
    """Return all games of the site; of a folder of pages, those that it contains."""
    games = [game for game in site.games if offline is None or offline.has(game)]
    if not games:
        raise InputMissing(
            f"no page of a game is in {offline and offline.source}: name a folder with GAME.html files, or a HAR of one"
        )
    return games
