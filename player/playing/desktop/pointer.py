"""The real pointer and keyboard, by the XTEST extension. The user's own movement stops them at once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from player.errors import Unavailable
from player.playing.desktop.screen import LOOK_S, Screen, awaited

if TYPE_CHECKING:
    from player.playing.desktop.screen import Area, Host

Point = tuple[int, int]
#: The number of the left button.
LEFT = 1
#: How far the pointer may be from where it was put, in pixels.
TOLERANCE = 2
#: Seconds until a window that was clicked gets the keys; until the display has done what the pointer should: a window
#: manager that gets each click first holds everything back meanwhile.
FOCUS_S, DONE_S = 1.0, 2.0


class BoardMoved(Exception):
    """The board is not where it was read: its window was moved, scrolled, covered, hidden or closed."""


class UserMoved(Unavailable):
    """The user moved the mouse: nothing more is clicked."""

    def __init__(self) -> None:
        super().__init__("stopped, because the mouse was moved: leave it alone while the board is played")


class Pointer:
    """The pointer, which never leaves `board`, the part of the screen that it may touch, nor its window, `host`."""

    def __init__(self, screen: Screen) -> None:
        from Xlib import XK, X  # noqa: PLC0415  # of the extra
        from Xlib.ext import xtest  # noqa: PLC0415  # of the extra

        self._xlib, self._x, self._keys = screen.xlib, X, XK
        self._fake: Callable[..., None] = xtest.fake_input
        self._root = screen.xlib.screen().root
        self._screen = screen
        self._put: Point | None = None
        self.board: Area | None = None
        self.host: Host | None = None

    def watch(self) -> None:
        """Take the place where the pointer is as that where it was put."""
        self._put = self.place()

    def require_untouched(self) -> None:
        """Raise UserMoved if the pointer is not where it was put."""
        now = self.place()
        if self._put and max(abs(now[0] - self._put[0]), abs(now[1] - self._put[1])) > TOLERANCE:
            raise UserMoved

    def drag(self, stops: Sequence[Point], after: Callable[[int], None]) -> None:
        """Pull from the first of `stops` to the last; `after` is called with the index of each that is reached."""
        self.move(stops[0])
        with self._held():
            after(0)
            for index, (x, y) in enumerate(stops[1:], start=1):
                was_x, was_y = stops[index - 1]
                self.move(((was_x + x) // 2, (was_y + y) // 2))
                self.move((x, y))
                after(index)

    def press(self, character: str) -> None:
        """Type one character; raise BoardMoved unless the window of the board gets it."""
        self._await_focus()
        code = self._xlib.keysym_to_keycode(self._keys.string_to_keysym(character))
        self.require_untouched()
        self._send(self._x.KeyPress, code)
        self._send(self._x.KeyRelease, code)

    def move(self, at: Point) -> None:
        """Move the pointer; raise UserMoved if the user did, and BoardMoved unless the board's window is there.

        Raise AssertionError if `at` is not on the board.
        """
        if self.board is None or not self.board.holds(*at):
            raise AssertionError(f"the pointer would leave the board, to {at}")
        self.require_untouched()
        self._require_host(at)
        self._fake(self._xlib, self._x.MotionNotify, x=at[0], y=at[1])
        self._xlib.sync()
        self._put = at
        self._until(lambda: self.place() == at)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Hold the left button, and release it in any case."""
        self.require_untouched()
        self._require_host(self.place())
        self._send(self._x.ButtonPress, LEFT)
        try:
            yield
        finally:
            self._send(self._x.ButtonRelease, LEFT)
            self._until(lambda: not self._root.query_pointer().mask & self._x.Button1Mask)

    def _require_host(self, at: Point) -> None:
        """Raise BoardMoved unless the window that showed the board is uppermost at that point, and where it was."""
        if self._screen.top(*at) != self.host:
            raise BoardMoved

    def _await_focus(self) -> None:
        """Wait until the window of the board gets the keys; raise BoardMoved if it does not."""

        def has_keys() -> bool:
            self.require_untouched()
            return self.host is not None and self._screen.has_keys(self.host.number)

        if not awaited(has_keys, FOCUS_S):
            raise BoardMoved

    def _until(self, is_done: Callable[[], bool]) -> None:
        """Wait until the display has done what it was asked for; not longer than it may take, as the user may move."""
        awaited(is_done, DONE_S, LOOK_S / 10)

    def _send(self, kind: int, detail: int) -> None:
        self._fake(self._xlib, kind, detail)
        self._xlib.sync()

    def place(self) -> Point:
        """Return where the pointer is."""
        seen = self._root.query_pointer()
        return seen.root_x, seen.root_y
