"""Sources of boards: a file, standard input, or the page of a game."""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import say
from player.cli.completion import game_or_file
from player.cli.misplaced import only_for_pages
from player.cli.options import SIGHT_OF_SOURCE, with_options
from player.cli.page_options import READ_AS, PageOptions, page_options
from player.cli.param_types import NAME, GameName
from player.playing.rules import Sight

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from player.browser.page.game_page import GamePage
    from player.browser.page.proving import ProvedReading
    from player.playing.sighting import Sighting

LINE = click.option("--line", type=int, metavar="N", help="The board on line N of FILE, where it holds several.")


class Source(click.ParamType[str]):
    """A GAME, or a FILE with a board: a word that is neither is reported as a misspelt game."""

    name = "source"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the game's name or the file's, `-` for standard input."""
        from player.games import GAMES

        is_file = value not in GAMES and (value == "-" or re.search(r"[./\\]", value) or Path(value).exists())
        return str((NAME if is_file else GameName()).convert(value, param, ctx))

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[str]]":
        """Return files, and the games that begin with `incomplete`."""
        return game_or_file(ctx, param, incomplete)


def source_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument FILE or GAME, and the options of both."""
    argument = click.argument("source", type=Source(), metavar="FILE|-|GAME")
    return with_options(READ_AS(SIGHT_OF_SOURCE(page_options(command))), (argument, LINE))


def data_from(source: str, line: int | None, where: PageOptions, sight: Sight) -> dict[str, Any]:
    """Return the board as a JSON object, with all keys of the file. The caller watches for signals."""
    from player.boards.board_json import one_of
    from player.games import GAMES

    if source in GAMES:
        if line is not None:
            raise click.UsageError("--line is for files: a page has one board")
        return GAMES[source].board.to_json(on_page(source, where, sight).board)
    only_for_pages(source)
    return one_of(source, line)[1]


def say_of(game: str, message: str) -> None:
    """Print `message` to standard error, with the name of the game."""
    say(f"{game}: {message}")


def _read(game: str, tab: "GamePage") -> "ProvedReading":
    """Return the reading of the page of `game` in `tab`; raise Unavailable if it is won, and the problem if any."""
    from player.browser.page.observation import WinSeen
    from player.browser.page.proving import read_proved
    from player.errors import Unavailable
    from player.games import GAMES

    reading = read_proved(GAMES[game], tab)
    if isinstance(reading.look, WinSeen):
        raise Unavailable(f"{game} is won already, its page shows no board: try again when the next one is out")
    if reading.problem:
        raise reading.problem
    return reading


def on_page(game: str, where: PageOptions, sight: Sight | None = None) -> "ProvedReading":
    """Return the reading of the page of `game`, which is not touched, with its proof, or the problem.

    `sight` says whether a picture of the page is a second witness, which is none by default. The caller watches
    for signals.
    """
    from player.browser.session import open_session
    from player.games import GAMES
    from player.playing.sighting import require_agreement, seeing, sighting
    from player.playing.walk import pointing_to_the_doctor

    where.require_read_page(sight or Sight.OFF)
    site, wish, offline = where.resolve([game])
    with (
        open_session(site, wish, offline, where.session, read_as=where.read_as) as opened,
        pointing_to_the_doctor(game),
    ):
        tab = opened.tab(game)
        tab.say = partial(say_of, game)
        reading = seeing(GAMES[game], tab, sight or Sight.OFF, partial(_read, game, tab), lambda: True)
        if sight:
            found = sighting(GAMES[game], tab, reading, sight)
            _print_difference(game, reading, found)
            require_agreement(found, sight)
        return reading


def _print_difference(game: str, reading: "ProvedReading", found: "Sighting | None") -> None:
    """Print the board that was read beside that of the picture to standard error, if they differ."""
    from player.artifacts.both_boards import in_columns
    from player.games import GAMES
    from player.render.terminal import PlainConsole
    from player.sight.witness import Verdict

    if found and found.verdict is Verdict.DIFFERS:
        PlainConsole(sys.stderr).print(in_columns(GAMES[game], reading.board, found))
