"""The command that presents how a game is played: demo."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import say, shows_progress
from player.cli.options import ARTIFACTS, GAMES, JSON, gathered, rules_options, with_options
from player.cli.page_options import PageOptions, page_options
from player.cli.param_types import FILE, duration
from player.cli.play import evidence_in, play_games, playable
from player.deadlines import watch
from player.errors import CannotWrite
from player.playing import PlayRules

if TYPE_CHECKING:
    from player.demo import Narrator

#: The video of a demo without a display.
VIDEO = Path("demo.webm")

#: The window and the pace of a command that is there to be watched.
WATCHED = (
    click.option(
        "--headed/--headless", default=None, help="Show the browser's window, or not: shown where there is a display."
    ),
    click.option(
        "--slow-mo", type=duration(0), default=700, show_default=True, metavar="MS", help="The time of each move."
    ),
)


@dataclass(frozen=True, slots=True)
class FilmFiles:
    """The files that a demo is recorded to."""

    video: Path | None = None
    gif: Path | None = None

    def __post_init__(self) -> None:
        for path, ending in ((self.video, ".webm"), (self.gif, ".gif")):
            if path and path.suffix.lower() != ending:
                raise click.BadParameter(f"{path} is no name of a {ending[1:]} file: let it end in {ending}")

    @property
    def any(self) -> bool:
        """True if a film is to be recorded."""
        return bool(self.video or self.gif)


def film_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that records films; it gets its `films`."""
    video = click.option("--video", type=FILE, metavar="FILE", help="Record a video (WebM).")
    gif = click.option("--gif", type=FILE, metavar="FILE", help="Record a GIF of the board and the captions.")
    return with_options(gathered("films", FilmFiles)(command), (video, gif))


@click.command()
@GAMES
@partial(page_options, deadline=1800, window=WATCHED)
@partial(with_options, options=(ARTIFACTS, JSON))
@rules_options
@click.option("--no-steps", is_flag=True, help="Leave out the reasons of the cells.")
@film_options
@shows_progress("games")
@click.pass_context
def demo(
    ctx: click.Context,
    /,
    games: list[str],
    where: PageOptions,
    deadline: float,
    no_steps: bool,
    films: FilmFiles,
    artifacts: Path | None,
    json_target: str | None,
    rules: PlayRules,
) -> int:
    """Play games for an audience: explain the board and the reason of each move on the page.

    Without GAMES: all games. Without --site, --url and --offline: the replica. Without a display, a video is recorded.
    """
    from player.deadlines import watch
    from player.demo import Narrator
    from player.demo.film import Film, require_places
    from player.run import Observers, RunOptions

    site_named = ctx.get_parameter_source("site") is not click.core.ParameterSource.DEFAULT
    where = _staged(where, site_named=site_named)
    if not (where.headed or films.any or where.cdp):
        films = FilmFiles(video=VIDEO)
    require_places(films.video, films.gif)
    site, wish, offline = replace(where, slow_mo=0).resolve(games)
    evidence = evidence_in(artifacts, site, where.session)
    options = RunOptions(site, where.site, wish, offline, where.session, rules)
    kept = True
    with Film() as film:
        narrator = Narrator(where.slow_mo, steps=not no_steps, film=film if films.any else None, say=say)
        try:
            found = games or playable(site, offline)
            with watch(deadline) as watched:
                code = play_games(found, json_target, watched, options, evidence, Observers(stage=narrator.at))
        finally:
            kept = keep_film(narrator, films)
    return code if kept or code else CannotWrite.exit_code


def _staged(where: PageOptions, *, site_named: bool) -> PageOptions:
    """Return `where` to play: the replica unless a page is named, and a window where there is a display for one."""
    from player.doctor.environment import display

    if not (where.url or where.offline or site_named or where.names_board):
        where = replace(where, offline="replica")
    if where.headed is None:
        where = replace(where, headed=bool(display()) and not (where.cdp or where.connect))
    return where


def keep_film(narrator: "Narrator", films: FilmFiles) -> bool:
    """Write the film, also of an interrupted demo; return True if that succeeded."""
    from player.demo.film import kept

    if narrator.film is None:
        return True
    try:
        with watch():
            for line in kept(narrator.film, films.video, films.gif, narrator.view, narrator.recorder):
                say(line)
    except CannotWrite as error:
        say(str(error))
        return False
    return True
