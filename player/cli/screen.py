"""The option --screen of `read` and `play`: a board in any window of the desktop, without a page."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from player.cli import say
from player.cli.options import with_options
from player.cli.page_options import PageOptions

if TYPE_CHECKING:
    from player.desktop.screen import Area, Screen

_SCREEN = (
    click.option(
        "--screen",
        is_flag=True,
        is_eager=True,
        help="The board is on the screen, in a window of any program (X11 only).",
    ),
    click.option("--window", metavar="TITLE", help="With --screen: only the window with TITLE in its title."),
)


def screen_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --screen and --window."""
    return with_options(command, _SCREEN)


class NamesUnlessScreen(click.Argument):
    """An argument that is required, unless --screen takes its place."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Return the names; raise MissingParameter if there are none."""
        if not self.value_is_missing(value):
            return super().process_value(ctx, value)
        if ctx.params.get("screen"):
            return ()
        raise click.MissingParameter(ctx=ctx, param=self)


def require_no_page(where: PageOptions) -> None:
    """Raise UsageError if options of a page go with --screen."""
    given = {"--url": where.url, "--offline": where.offline, "--cdp": where.cdp, "--connect": where.connect}
    for name, value in given.items():
        if value:
            raise click.UsageError(f"--screen takes the place of a page: leave out {name}")


def one_game(games: Sequence[str]) -> str | None:
    """Return the one game that is named, or None; raise UsageError if several are."""
    if len(games) > 1:
        raise click.UsageError(f"--screen is for one game: leave out {' and '.join(games[1:])}")
    return games[0] if games else None


def play_screen(game: str | None, window: str | None, deadline: float) -> int:
    """Play the board on the screen, report it, and return the exit code: a picture does not confirm a win."""
    from player.deadlines import watch
    from player.desktop.play import Player
    from player.errors import NOT_CONFIRMED, PageNotUnderstood

    with watch(deadline), _seen(window) as (screen, area):
        played = Player(screen, area, say).play(game)
    if not played.complete:
        raise PageNotUnderstood(
            f"the window did not take the moves of {played.game.name} in {played.attempts} attempts"
        )
    how = "the board went away with the last one" if played.left else "the board shows the solution"
    click.echo(f"{played.game.name}: {played.moves} moves made, {how}; nothing else tells of a win: unconfirmed")
    return NOT_CONFIRMED


def read_screen(game: str | None, window: str | None, deadline: float, *, no_proof: bool) -> int:
    """Print the board on the screen with the number of its solutions, and return the exit code."""
    from player.deadlines import watch
    from player.desktop.placed import locate
    from player.errors import SOLVED
    from player.solve import prove

    with watch(deadline), _seen(window) as (screen, area):
        placed = locate(screen, area(), game)
        proof = prove(placed.game, placed.board)
    click.echo(json.dumps({**placed.game.board.to_json(placed.board), "solutions": proof.solutions, **proof.told()}))
    if not no_proof:
        proof.solution  # noqa: B018  # raises unless there is exactly one
    return SOLVED


@contextmanager
def _seen(window: str | None) -> "Iterator[tuple[Screen, Callable[[], Area]]]":
    """The screen, and the part of it that is looked at: the place of a window just now, or the whole screen."""
    from player.desktop.screen import opened

    with opened() as screen:
        yield screen, screen.window(window) if window else lambda: screen.whole
