"""The option --screen of `read` and `play`: a board in any window of the desktop, without a page."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from player import __version__
from player.cli import reported, say
from player.cli.command import option
from player.cli.options import with_options
from player.cli.page_options import given
from player.deadlines import watch
from player.errors import SOLVED, PlayerError
from player.files import Records

if TYPE_CHECKING:
    from player.playing.desktop.screen import Area, Screen
    from player.playing.result import Result


def _capitals(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch("[A-Z]{3,}", value):
        raise click.BadParameter(f"{value!r} is not one word of three or more capitals A to Z")
    return value


#: Adds --screen and --window.
screen_options = partial(
    with_options,
    options=(
        option(
            "--screen",
            is_flag=True,
            is_eager=True,
            help="The board is on the screen, in a window of any program (X11 only).",
        ),
        option("--window", metavar="TITLE", help="With --screen: only the window with TITLE in its title."),
    ),
)
WON_WORD = option(
    "--won",
    metavar="WORD",
    callback=_capitals,
    help="With --screen: the word in capitals, alone on its line, that the window shows once the board is won.",
)


class NamesUnlessScreen(click.Argument):
    """An argument that is required, unless --screen takes its place."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the names; raise MissingParameter if there are none."""
        if not self.value_is_missing(value):
            return super().process_value(ctx, value)
        if ctx.params.get("screen"):
            return ()
        raise click.MissingParameter(ctx=ctx, param=self)


def require_only(*allowed: str) -> None:
    """Raise UsageError if an option is given that has no meaning with --screen: `allowed` are those that have one."""
    for one in given():
        if isinstance(one, click.Option) and one.name not in {"screen", "window", "deadline", *allowed}:
            raise click.UsageError(f"{one.opts[0]} has no meaning with --screen: leave it out")
    if click.get_current_context().params.get("window") == "":
        raise click.UsageError("--window is empty: write a part of the title of a window")


def one_game(games: Sequence[str]) -> str | None:
    """Return the one game that is named, or None; raise UsageError if several are."""
    if len(games) > 1:
        raise click.UsageError(f"--screen is for one game: leave out {' and '.join(games[1:])}")
    return games[0] if games else None


def play_screen(game: str | None, window: str | None, won: str | None, deadline: float, json_target: str | None) -> int:
    """Play the board on the screen, report it to `json_target`, and return the exit code.

    Only the word `won`, by which the page says that it is won, confirms a win.
    """
    from player.cli import ended
    from player.games import title_of
    from player.playing.desktop.play import play_on_screen
    from player.playing.result import Result
    from player.render import visible

    with Records(json_target) as records:
        result = Result(game or "")
        unknown = dict.fromkeys(("puzzle_day", "tz", "browser"))
        records.write("run_start", version=__version__, **unknown, mode="screen", source="screen")
        try:
            with watch(deadline), _seen(window) as (screen, area):
                play_on_screen(screen, area, say, result, name=game, won=won)
            result.grade()
        except PlayerError as error:
            result.failed(error)
            raise
        finally:
            _write(records, result)
        click.echo(visible(f"{title_of(result.game)}: {result.message}"), err=json_target == "-")
        return ended(records, result.exit)


def _write(records: "Records", result: "Result") -> None:
    """Write the records of the game, if there is one, and of the end."""
    from player.artifacts.run_log import record
    from player.boards.board_json import fingerprint
    from player.games import GAMES

    if result.board is not None:
        mark = fingerprint(GAMES[result.game], result.board)
        records.write("board", game=result.game, n=result.board.shape[0], fingerprint=mark, selectors={})
    if result.game:
        records.write("result", **record(result), evidence=[])
    records.write("run_end", exit=result.exit, counts={result.outcome: 1} if result.game else {}, evidence=[])


def told_board(data: dict[str, Any], json_target: str | None, form: str | None) -> int:
    """Print a board, or append it to the file of records, and print its URL if a form is asked for."""
    from player.boards.board_json import line_of

    to_file = json_target not in {None, "-"}
    if form or not to_file:
        click.echo(line_of(data, form))
    return reported(json_target, data, SOLVED) if to_file else SOLVED


def read_screen(
    game: str | None, window: str | None, deadline: float, json_target: str | None, *, no_proof: bool, form: str | None
) -> int:
    """Tell the board on the screen with the number of its solutions, or its URL, and return the exit code."""
    from player.playing.desktop.board import locate_only
    from player.proof import prove

    with watch(deadline), _seen(window) as (screen, area):
        placed = locate_only(screen, area(), game)
        proof = prove(placed.game, placed.board)
    told = {"solutions": proof.solutions, **proof.claim_json()}
    code = told_board({**placed.game.board.to_json(placed.board), **told}, json_target, form)
    if not no_proof:
        proof.solution  # noqa: B018  # raises unless there is exactly one
    return code


@contextmanager
def _seen(window: str | None) -> "Iterator[tuple[Screen, Callable[[], Area]]]":
    """The screen, and the part of it that is looked at: the place of a window just now, or the whole screen."""
    from player.playing.desktop.screen import opened

    with opened() as screen:
        yield screen, screen.window(window) if window else lambda: screen.whole
