"""The console for human-readable output, on a terminal or in a pipe."""

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from player.render import visible

#: The width in a pipe, in columns: the table of the games fits.
PIPE_WIDTH_COLUMNS = 120


class PlainConsole(Console):
    """rich's console on `stream`; a closed pipe is left to the command to report.

    No text of a page or a file reaches the terminal as a command.
    """

    def __init__(self, stream: TextIO) -> None:
        super().__init__(file=stream, width=None if stream.isatty() else PIPE_WIDTH_COLUMNS, highlight=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the parts of what is printed."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(visible(part.text), part.style)

    def on_broken_pipe(self) -> None:
        """Raise the error again, instead of ending the process as rich does."""
        raise  # noqa: PLE0704  # rich calls this in its handler of the error


def printable(text: str) -> str:
    """Return `text` with control characters, which a terminal would interpret, replaced."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
