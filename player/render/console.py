"""The console that people read, on a terminal or in a pipe."""

from typing import TextIO

from rich.console import Console

#: A pipe has no width of its own: wide enough for the table of the games.
PIPE_WIDTH = 120


class PlainConsole(Console):
    """rich's console on `stream`, which leaves a closed pipe to the command to report."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(file=stream, width=None if stream.isatty() else PIPE_WIDTH, highlight=False)

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704  # rich calls this in its handler of the error


def printable(text: str) -> str:
    """`text` from a page or a file without what a terminal would obey."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
