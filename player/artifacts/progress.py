"""What a run says while it runs."""

from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from player.artifacts.verdicts import STAGES, styled
from player.play import Result
from player.render.console import printable


class Progress:
    """A live line for the current stage on a terminal, a plain line for each stage in a pipe."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status = console.status("starting the browser") if console.is_terminal else None

    def __enter__(self) -> Self:
        if self._status:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        if self._status:
            self._status.stop()

    def stage(self, game: str, stage: str) -> None:
        line = Text(f"{game}: {STAGES[stage]}")
        if self._status:
            self._status.update(line)
        else:
            self._print(line)

    def note(self, game: str, message: str) -> None:
        """Say something of a game that is no stage of it."""
        self._print(Text(f"{game}: {printable(message)}"))

    def done(self, result: Result) -> None:
        line = Text.assemble(f"{result.game}: ", styled(result.outcome))
        if result.confirmed != "none":
            line.append(f" (by the page's {result.confirmed})")
        if result.message:
            line.append(f": {printable(result.message)}")
        self._print(line)

    def left_out(self, games: Sequence[str], why: str) -> None:
        """One line for games that end alike, without being played."""
        self._print(Text(f"{', '.join(games)}: {printable(why)}"))

    def _print(self, line: Text) -> None:
        with suppress(OSError):  # nobody listens: no reason to stop a game
            self._console.print(line, soft_wrap=True)
