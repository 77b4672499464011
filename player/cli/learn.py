"""The command learn, and what `play --learn` does before it plays."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from player.cli import say
from player.cli.page_options import PageOptions, page_options
from player.cli.param_types import FILE, NAME, GameName
from player.errors import NOT_CONFIRMED, SOLVED

if TYPE_CHECKING:
    from player.doctor.learn.visit import Visit


@click.command()
@click.argument("game", type=GameName(), required=False)
@page_options
@click.option("--name", type=NAME, default="mine", show_default=True, help="The name of the site in the file.")
@click.option("--to", type=FILE, metavar="FILE", help="Write the section to FILE, or add it to one written before.")
@click.option("--read-only", is_flag=True, help="Stop once the board is read and proved; make no move.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def learn(
    game: str | None, where: PageOptions, deadline: float, name: str, to: Path | None, read_only: bool, as_json: bool
) -> int:
    """Learn the page at --url, which no selector describes, and write a section for it.

    Without GAME, the page may be of any game. It is played twice: the second time in a new browser.
    The exit code is 0 if it is won, 1 if no sign of a win was found, and 76 if no board of a game was found.
    """
    import json

    from player.deadlines import watch
    from player.doctor.learn import report, writing
    from player.doctor.learn.visit import visit
    from player.games import GAMES
    from player.render.console import PlainConsole

    place = place_of(where, game)
    if to:
        writing.require_room(to, name, game, place.unknown().origin)
    games = [GAMES[game]] if game else [*GAMES.values()]
    with watch(deadline):
        lesson, site = visit(place, games, say, read_only=read_only)
    if to:
        writing.write(to, lesson, site, name)
    if as_json:
        click.echo(json.dumps(report.to_json(lesson, file=str(to) if to else None)))
    else:
        report.show(PlainConsole(sys.stdout if to else sys.stderr), lesson)
        if read_only:
            click.echo(json.dumps(lesson.game.board.to_json(lesson.board)))
        elif not to:
            click.echo(writing.new_file(lesson, site, name), nl=False)
    if to:
        say(f"{to} has the section: player play {lesson.game.name} --selectors {to} --site {name}")
    return SOLVED if read_only or lesson.won else NOT_CONFIRMED


def place_of(where: PageOptions, game: str | None) -> "Visit":
    """Return the page to learn: at --url, or where the site has GAME."""
    from player.doctor.learn.visit import Visit

    if not where.url and game is None:
        raise click.UsageError("name the page with --url, or a GAME of the site")
    if where.url and where.offline:
        raise click.UsageError("--url takes the place of --offline: leave one of them out")
    site, wish, offline = replace(where, url=None).resolve([game] if game else [])
    url = where.url or site.game(str(game)).url
    return Visit(url, site, wish, offline, where.session)


def learnt_for(games: Sequence[str], where: PageOptions, deadline: float) -> PageOptions:
    """Return options that play the one game of `games` with the section kept for its page, which is learnt if needed."""
    raise NotImplementedError
