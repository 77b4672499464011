"""The command that presents how a game is played: demo."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import say, shows_progress
from player.cli.command import Command, option
from player.cli.options import ARTIFACTS, FILE, GAMES, JSON, duration, rules_options, with_options
from player.cli.page_options import PageOptions, page_options
from player.cli.play import DETAILS, evidence_in, play_games, playable
from player.deadlines import watch
from player.errors import CannotWrite
from player.playing import PlayRules

if TYPE_CHECKING:
    from player.demo.film import Film

#: The video of a demo without a display.
VIDEO = Path("demo.webm")

#: The window and the pace of a command that is there to be watched.
WATCHED = (
    option(
        "--headed/--headless", default=None, help="Show the browser's window, or not: shown where there is a display."
    ),
    option(
        "--slow-mo",
        type=duration(0),
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
@GAMES
@partial(page_options, deadline=1800, window=WATCHED)
@partial(with_options, options=(ARTIFACTS, JSON))
@rules_options
@option("--no-steps", is_flag=True, help="Leave out the reasons of the cells.")
@option("--video", type=FILE, metavar="FILE", help="Record a video (WebM).")
@option("--gif", type=FILE, metavar="FILE", help="Record a GIF of the board and the captions.")
@shows_progress("games", more=DETAILS)
@click.pass_context
def demo(
    ctx: click.Context,
    /,
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
    from player.demo import Narrator
    from player.demo.film import Film
    from player.run import Observers, RunOptions

    for path, ending in ((video, ".webm"), (gif, ".gif")):
        if path and path.suffix.lower() != ending:
            raise click.BadParameter(f"{path} is no name of a {ending[1:]} file: let it end in {ending}")
    site_named = ctx.get_parameter_source("site") is click.core.ParameterSource.COMMANDLINE
    paced = ctx.get_parameter_source("slow_mo") is click.core.ParameterSource.DEFAULT
    where = _staged(where, site_named=site_named)
    if not (where.headed or video or gif or where.cdp):
        video = VIDEO
    kept = True
    with Film(video, gif) as film:
        site, wish, offline = replace(where, slow_mo=0).resolve(games)
        evidence = evidence_in(artifacts, site, where.session)
        options = RunOptions(site, where.site, wish, offline, where.session, rules)
        narrator = Narrator(where.slow_mo, steps=not no_steps, paced=paced, film=film if video or gif else None)
        try:
            found = games or playable(site, offline)
            with watch(deadline) as watched:
                code = play_games(found, json_target, watched, options, evidence, Observers(stage=narrator.at))
        finally:
            kept = keep_film(film)
    return code if kept or code else CannotWrite.exit_code


def _staged(where: PageOptions, *, site_named: bool) -> PageOptions:
    """Return `where` to play: the replica unless a page is named, and a window where there is a display for one."""
    from player.doctor.environment import display

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
