"""The option of commands that print boards in a booklet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from player.cli.options import gathered, with_options
from player.cli.param_types import NAME

OPTIONS = (
    click.option(
        "--pdf",
        type=NAME,
        metavar="FILE|-",
        help="Print the boards in a booklet too: rules, boards, and the solutions at the end (needs the extra pdf).",
    ),
    click.option(
        "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The booklet's paper."
    ),
)


@dataclass(frozen=True, slots=True)
class BookletTarget:
    """The file of a booklet ("-": standard output), if one was asked for, and its paper."""

    pdf: str | None = None
    paper: str = "a4"

    def require(self, game: str) -> None:
        """Raise BoardError, NotInstalled or CannotCreate, before any board is made, if it can't be printed."""
        from importlib import import_module
        from pathlib import Path

        from player.errors import CannotCreate
        from player.games import GAMES

        if self.pdf is None:
            return
        import_module("player.boards.booklet")  # raises NotInstalled
        _ = GAMES[game].book  # raises BoardError

        if self.pdf != "-" and not Path(self.pdf).absolute().parent.is_dir():
            raise CannotCreate(f"{self.pdf} can't be made: there is no folder {Path(self.pdf).parent}")

    def write(self, boards: Sequence[dict[str, Any]]) -> None:
        """Write the booklet of `boards`, if one was asked for."""
        if self.pdf is not None:
            from player.boards.booklet import booklet
            from player.cli.draw import put_to

            put_to(self.pdf, booklet(boards, paper=self.paper))


def booklet_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that prints boards; it gets its `booklet`."""
    return with_options(gathered("booklet", BookletTarget)(command), OPTIONS)
