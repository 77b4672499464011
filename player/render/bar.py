"""The progress bar for many boards."""

from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """A progress bar on `console`, if it is `wanted`, from the first board on, and a line of text at the end.

    `total` is the length of all boards in characters, or None if it is unknown.
    """

    def __init__(self, console: Console, total: int | None = None, *, wanted: bool = False) -> None:
        self.console = console
        self._total = total
        self._wanted = wanted
        self._boards = 0
        self._progress: Progress | None = None

    @property
    def live(self) -> bool:
        """True while the bar is visible; other lines for this terminal must then be printed on its console."""
        return self._progress is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def advance(self, characters: int) -> None:
        """Count one more board of that many characters.

        The bar starts here and not earlier, because it has a thread: workers must be forked before.
        """
        self._boards += 1
        if self._wanted and self._progress is None:
            self._progress = _progress(self.console)
            self._progress.add_task("", total=self._total, boards=0)
            self._progress.start()
        if self._progress:
            self._progress.update(self._progress.task_ids[0], advance=characters, boards=self._boards)

    def end(self, line: str) -> None:
        """Remove the bar and print `line`."""
        self._stop()
        with suppress(OSError):  # a closed pipe: the boards are reported elsewhere
            self.console.print(Text(line), soft_wrap=True)

    def _stop(self) -> None:
        if self._progress:
            self._progress.stop()
            self._progress = None
            self._wanted = False


def _progress(console: Console) -> "Progress":
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415  # most runs show no bar

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[boards]} boards"), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
