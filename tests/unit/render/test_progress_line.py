"""The line of the progress, on a terminal that is a text."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress

import pytest

from player.render.progress import Progress
from tests.support.terminals import screen


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def lines(self) -> list[str]:
        return screen(self.getvalue())


@contextmanager
def shown(err: io.StringIO, out: io.StringIO | None = None, *, quiet: bool = False) -> Iterator[Progress]:
    """The progress of a command, whose standard output is `out`, or the same terminal."""
    progress = Progress()
    with redirect_stdout(out or err), redirect_stderr(err):
        with progress.shown("boards", quiet=quiet):
            yield progress
        assert sys.stdout is (out or err)
        assert sys.stderr is err


@pytest.fixture(autouse=True)
def xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


@pytest.mark.parametrize(
    ("total", "done", "tried", "stage", "line"),
    [
        (8, 2, 0, "", "[##........] 2 of 8 boards, 0:30 left"),
        (8, 2, 7, "", "[##........] 2 of 8 boards, 7 tried, 0:30 left"),
        (8, 0, 0, "the first", f"{'the first':40}  [..........] 0 of 8 boards, 0:10"),
        (8, 8, 8, "", "[##########] 8 of 8 boards, 0:00 left"),
        (None, 0, 41, "searching", f"{'searching':40}  41 tried, 0:10"),
        (None, 3, 0, "", "3 boards, 0:10"),
        (2, 3, 0, "", "3 boards, 0:10"),
        (0, 0, 0, "", "0:10"),
        (1, 0, 0, "the only one", f"{'the only one':40}  0:10"),
    ],
)
def test_the_line_tells_what_is_done_and_tried_and_the_time(
    total: int | None, *, done: int, tried: int, stage: str, line: str
) -> None:
    with shown(terminal := Terminal()) as progress:
        progress.expect(total)
        for _ in range(done):
            progress.advance()
        for _ in range(tried):
            progress.tried()
        progress.stage(stage)
        assert progress.text(10) == line
    assert terminal.lines == [""]


def test_an_hour_is_sixty_minutes() -> None:
    assert Progress().text(3725) == "62:05"


def test_what_is_printed_goes_above_the_line_and_the_line_is_gone_in_the_end() -> None:
    with shown(terminal := Terminal()) as progress:
        progress.stage("at work")
        progress.draw()
        assert terminal.lines == [f"{'at work':40}  0:00"]
        sys.stdout.write("one\n")
        sys.stderr.write("two\n")
        assert terminal.lines == ["one", "two", f"{'at work':40}  0:00"]
    assert terminal.lines == ["one", "two", ""]


def test_the_line_waits_for_the_end_of_another_one() -> None:
    with shown(terminal := Terminal()) as progress:
        progress.stage("at work")
        progress.draw()
        sys.stdout.write("no end")
        sys.stdout.write("")
        progress.draw()
        assert terminal.lines == ["no end"]
        sys.stdout.write(" yet\n")
        assert terminal.lines == ["no end yet", f"{'at work':40}  0:00"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_leaves_no_line(error: type[BaseException]) -> None:
    terminal = Terminal()
    with suppress(error), shown(terminal) as progress:
        progress.advance()
        progress.draw()
        raise error
    progress.draw()
    terminal.write("player: the error\n")
    assert terminal.lines == ["player: the error", ""]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_interrupt_in_the_middle_of_a_drawing_leaves_no_line(moment: str) -> None:
    class Interrupted(Terminal):
        at = 0

        def write(self, text: str) -> int:
            self.at += 1
            if self.at == 2 and moment == "before":
                raise KeyboardInterrupt
            written = super().write(text)
            if self.at == 2:
                raise KeyboardInterrupt
            return written

    terminal = Interrupted()
    with suppress(KeyboardInterrupt), shown(terminal) as progress:
        progress.advance()
        progress.draw()
        sys.stdout.write("a board\n")  # takes the line away
    terminal.write("stopped")
    assert terminal.lines == ["stopped"]


def test_a_long_line_is_cut_off_at_the_edge() -> None:
    with shown(terminal := Terminal()) as progress:
        progress.stage("x" * 100)
        progress.draw()
        assert len(terminal.lines[0]) == 79


def test_an_earlier_end_removes_the_line() -> None:
    with shown(terminal := Terminal()) as progress:
        progress.advance()
        progress.draw()
        progress.end()
        progress.advance()
        progress.draw()
        assert terminal.lines == [""]


@pytest.mark.parametrize("why", ["quiet", "dumb", "pipe"])
def test_nothing_is_shown_without_a_terminal_or_if_nobody_wants_it(monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    if why == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    aside = io.StringIO() if why == "pipe" else Terminal()
    with shown(aside, out := Terminal(), quiet=why == "quiet") as progress:
        assert sys.stdout is out
        assert sys.stderr is aside
        assert not progress.live
        progress.expect(3)
        progress.advance()
        progress.draw()
    assert aside.getvalue() == out.getvalue() == ""


def test_a_pipe_gets_no_line_of_the_terminal_beside_it() -> None:
    with shown(terminal := Terminal(), pipe := io.StringIO()) as progress:
        progress.advance()
        progress.draw()
        sys.stdout.write("a board\n")
        assert terminal.lines == ["1 boards, 0:00"]
    assert pipe.getvalue() == "a board\n"


def test_a_terminal_that_is_gone_stops_no_work() -> None:
    with shown(terminal := Terminal()) as progress:
        progress.advance()
        terminal.close()
        progress.draw()
