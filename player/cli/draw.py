"""Pictures of boards: draw, and the options of commands that make pictures."""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli.options import PATTERNS, gathered, with_options
from player.cli.page_options import ACCOUNT_OR_FORM, PageOptions, only_for_pages
from player.cli.param_types import NAME
from player.cli.read import data_from, source_options
from player.deadlines import unbroken, watch
from player.errors import AnswerError, CannotCreate
from player.files import write_atomic
from player.playing import SightMode

if TYPE_CHECKING:
    from player.boards.drawing import Drawn

PICTURES = tuple(
    click.option(f"--{form}", type=NAME, metavar="FILE|-", help=f"Write the picture to FILE as {form.upper()}.")
    for form in ("svg", "png", "html")
)


@dataclass(frozen=True, slots=True)
class Targets:
    """The files of pictures ("-": standard output), one for each requested form."""

    svg: str | None = None
    png: str | None = None
    html: str | None = None

    def __post_init__(self) -> None:
        named = [target for target in (self.svg, self.png, self.html) if target]
        if len(set(named)) < len(named):
            raise click.UsageError("two pictures can't go to one place: name a file for each, or - for one of them")

    @property
    def any(self) -> bool:
        """True if any form was requested."""
        return any((self.svg, self.png, self.html))

    @property
    def on_standard_output(self) -> bool:
        """True if a picture goes to standard output."""
        return "-" in {self.svg, self.png, self.html}

    def write(self, drawn: "Drawn") -> None:
        """Write the pictures, each completely or not at all."""
        from player.render.png import png
        from player.render.svg import svg

        contents: dict[str, Callable[[], bytes]] = {
            "svg": lambda: svg(drawn.scene).encode(),
            "png": lambda: png(drawn.scene),
            "html": lambda: drawn.page().encode(),
        }
        made = {target: content() for form, content in contents.items() if (target := getattr(self, form))}
        for target, content in made.items():
            put_to(target, content)


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that makes pictures; it gets its `targets`."""
    return with_options(gathered("targets", Targets)(command), PICTURES)


def put_to(target: str, content: bytes) -> None:
    """Write a file atomically, or to standard output if `target` is "-"."""
    if target == "-":
        sys.stdout.buffer.write(content)
        return
    file = Path(target)
    if file.exists() and not file.is_file():
        raise CannotCreate(f"{file} is no file that a picture could take the place of: name another")
    write_atomic(file, content, private=False)


@click.command()
@picture_options
@click.option("--no-solution", is_flag=True, help="Draw the board alone.")
@click.option("--steps", is_flag=True, help="Number the cells in the picture by the steps of `player explain`.")
@click.option("--over", is_flag=True, help="Of a FILE that is a picture: paint the solution over it, with --png FILE.")
@PATTERNS
@partial(source_options, account=ACCOUNT_OR_FORM)
def draw(
    source: str,
    line: int | None,
    where: PageOptions,
    deadline: float,
    sight: SightMode,
    targets: Targets,
    no_solution: bool,
    steps: bool,
    over: bool,
    form: str | None,
) -> int:
    """Draw the board in FILE, or today's of GAME, with its solution: on the terminal, or as pictures.

    FILE may be a picture of a board itself: PNG, JPEG or WebP.

    With --as puzzlink the URL of the board is printed in place of the drawing on the terminal.

    A solution in FILE is drawn as it is and checked: a broken rule is an ERROR in the picture, and the exit code is 65.
    """
    from player.boards.board_json import line_of
    from player.boards.drawing import drawn
    from player.render.terminal import PlainConsole

    if over:
        return _paint_over(source, targets, deadline, alone=not (no_solution or steps or line or form))
    if steps and (no_solution or not targets.any):
        raise click.UsageError("--steps numbers a solution in a picture: add --svg, --png or --html, and the solution")
    with watch(deadline):
        data = data_from(source, line, where, sight)
        if form:
            click.echo(line_of(data, form))
            if not targets.any:
                return 0
        found = drawn(data, solved=not no_solution, steps=steps)
        stopped = found.explanation.stopped if found.explanation else None
        with unbroken() if stopped else nullcontext():
            if targets.any:
                targets.write(found)
            else:
                PlainConsole(sys.stdout).print(found.text())
            if stopped:
                raise stopped
    if found.broken:
        raise AnswerError.of(found.broken)
    return 0


def _paint_over(source: str, targets: Targets, deadline: float, *, alone: bool) -> int:
    """Paint the solution over the picture in `source`."""
    from player.boards.board_files import bytes_of
    from player.boards.drawing import painted
    from player.games import GAMES

    if source in GAMES or not targets.png or targets.svg or targets.html or not alone:
        raise click.UsageError(
            "--over paints the solution over a picture of a board: name its FILE, and --png FILE alone"
        )
    only_for_pages(source)
    with watch(deadline):
        put_to(targets.png, painted(source, bytes_of(source)))
    return 0
