"""How far the solving of many boards has come."""

from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress


class Bar:
    """A bar on `console`, if it is `wanted`, from the first board on, and a line of text in the end.

    `total` is the length of all boards in characters, or None where that is not known.
    """

    def __init__(self, console: Console, total: int | None = None, *, wanted: bool = False) -> None:
        self.console = console
        self._total = total
        self._wanted = wanted
        self._boards = 0
        self._progress: Progress | None = None

    @property
    def live(self) -> bool:
        """Whether the bar is there, and other lines for this terminal must go by way of its console."""
        return self._progress is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def advance(self, characters: int) -> None:
        """One board more is done. The bar begins here, after workers were forked, as it has a thread of its own."""
        self._boards += 1
        if self._wanted and self._progress is None:
            self._progress = _progress(self.console)
            self._progress.add_task("", total=self._total, boards=0)
            self._progress.start()
        if self._progress:
            self._progress.update(self._progress.task_ids[0], advance=characters, boards=self._boards)

    def end(self, line: str) -> None:
        self._stop()
        with suppress(OSError):  # nobody listens: the boards are told elsewhere
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
