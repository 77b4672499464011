"""The command that presents how a game is played: demo."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import say
from player.cli.options import ARTIFACTS, JSON, MIN_TIME, WATCHED, page_options, place, with_options
from player.cli.param_types import FILE, GameName
from player.cli.play import evidence_in, play_games, playable
from player.errors import CannotWrite

if TYPE_CHECKING:
    from player.demo import Narrator

#: The video of a demo without a display.
VIDEO = Path("demo.webm")


@click.command()
@click.argument("games", nargs=-1, type=GameName(), metavar="[GAME]...")
@partial(page_options, deadline=1800, window=WATCHED)
@partial(with_options, options=(ARTIFACTS, JSON))
@MIN_TIME
@click.option("--no-steps", is_flag=True, help="Leave out the reasons of the cells.")
@click.option("--video", type=FILE, metavar="FILE", help="Record a video (WebM).")
@click.option("--gif", type=FILE, metavar="FILE", help="Record a GIF of the board and the captions.")
@click.pass_context
def demo(
    ctx: click.Context,
    /,
    games: tuple[str, ...],
    no_steps: bool,
    video: Path | None,
    gif: Path | None,
    artifacts: Path | None,
    json_target: str | None,
    min_time: float,
    deadline: float,
    **where: Any,
) -> int:
    """Play games for an audience: explain the board and the reason of each move on the page.

    Without GAMES: all games. Without --site, --url and --offline: the replica. Without a display, a video is recorded.
    """
    from player.demo import Narrator
    from player.demo.film import Film, require_places
    from player.doctor.environment import display
    from player.run import Observers, RunOptions

    named = list(dict.fromkeys(games))
    if (
        not (where["url"] or where["offline"])
        and ctx.get_parameter_source("site") is click.core.ParameterSource.DEFAULT
    ):
        where["offline"] = "replica"
    if where["headed"] is None:
        where["headed"] = bool(display()) and not (where["cdp"] or where["connect"])
    if not (where["headed"] or video or gif or where["cdp"]):
        video = VIDEO
    for path, ending in ((video, ".webm"), (gif, ".gif")):
        if path and path.suffix.lower() != ending:
            raise click.BadParameter(f"{path} is no name of a {ending[1:]} file: let it end in {ending}")
    require_places(video, gif)
    site, wish, offline = place(named, **{**where, "slow_mo": 0})
    session = where["storage_state"]
    evidence = evidence_in(artifacts, site, session, trace=False)
    options = RunOptions(site, where["site"], wish, offline, session, min_time=min_time)
    kept = True
    with Film() as film:
        narrator = Narrator(where["slow_mo"], steps=not no_steps, film=film if video or gif else None, say=say)
        try:
            found = named or playable(site, offline)
            code = play_games(found, json_target, deadline, options, evidence, Observers(stage=narrator.at))
        finally:
            kept = keep_film(narrator, video, gif)
    return code if kept or code else CannotWrite.exit_code


def keep_film(narrator: "Narrator", video: Path | None, gif: Path | None) -> bool:
    """Write the film, also of an interrupted demo; return True if that succeeded."""
    from player.deadlines import watch
    from player.demo.film import kept

    if narrator.film is None:
        return True
    try:
        with watch():
            for line in kept(narrator.film, video, gif, narrator.view, narrator.recorder):
                say(line)
    except CannotWrite as error:
        say(str(error))
        return False
    return True
