"""Progress of a run, on a terminal or in a pipe."""

from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.text import Text

from player.artifacts.verdicts import STAGES, styled
from player.browser.page.observation import Verdict, saved_in_words
from player.playing.result import Result
from player.render.terminal import printable
from player.secrets.scrubber import SCRUBBER


class Progress:
    """A live line for the current stage on a terminal, one plain line per stage in a pipe."""

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
        """Remove the live line."""
        if self._status:
            self._status.stop()

    def stage(self, game: str, stage: str) -> None:
        """Show the current stage of a game."""
        line = Text(f"{game}: {STAGES[stage]}")
        if self._status:
            self._status.update(line)
        else:
            self._print(line)

    def note(self, game: str, message: str) -> None:
        """Print a line about a game that is not about a stage."""
        self._print(Text(f"{game}: {_clean(message)}"))

    def done(self, result: Result) -> None:
        """Print the outcome of a game."""
        line = Text.assemble(f"{result.label}: ", styled(result.outcome))
        if result.confirmed is not Verdict.NONE:
            saved = saved_in_words(result.saved.to_json()) if result.saved else ""
            line.append(f" (by the page's {result.confirmed}{'; ' if saved else ''}{saved})")
        if result.message:
            line.append(f": {_clean(result.message)}")
        self._print(line)

    def left_out(self, games: Sequence[str], why: str) -> None:
        """Print one line for games that are not played for the same reason."""
        self._print(Text(f"{', '.join(games)}: {_clean(why)}"))

    def _print(self, line: Text) -> None:
        with suppress(OSError):  # no reader: not a reason to stop a game
            self._console.print(line, soft_wrap=True)


def _clean(text: str) -> str:
    """Return `text` without secrets and without control characters."""
    return printable(SCRUBBER.text(text))
