"""The screen: its windows, and the pixels of a part of it. Needs mss and python-xlib, the extra `player[screen]`."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from player.errors import InputMissing, NotInstalled, Unavailable, did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

#: The smallest window that may show a board, in pixels.
LEAST_SIDE = 100


class Area(NamedTuple):
    """A rectangle of the screen, in its pixels."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point is inside."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


class Screen:
    """The X display: `xlib` is its connection, which the pointer shares."""

    def __init__(self, xlib: Any, grabber: Any) -> None:
        self.xlib = xlib
        self._grabber = grabber
        self._root = xlib.screen().root

    @property
    def whole(self) -> Area:
        """The whole screen."""
        seen = self._root.get_geometry()
        return Area(0, 0, seen.width, seen.height)

    def pixels(self, area: Area) -> "Pixels":
        """Return the pixels of `area`: rows x columns x 3 bytes, blue, green, red."""
        import numpy as np  # noqa: PLC0415  # of the extra

        shot = self._grabber.grab(area._asdict())
        return np.ascontiguousarray(np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)[..., :3])

    def window(self, title: str) -> Callable[[], Area]:
        """Return a function that returns the part of the screen where a window is just now, whatever its title is then.

        It is the window with `title` in its title; raise InputMissing unless there is one. The function raises
        InputMissing once the window is closed.
        """
        titles = dict(self._titled())
        found = [window for window, name in titles.items() if title.casefold() in name.casefold()]
        if not found:
            known = sorted(filter(None, titles.values()))
            raise InputMissing(f"no window has {title!r} in its title: {did_you_mean(title, known)}")
        if len(found) > 1:
            names = ", ".join(repr(titles[one][:40]) for one in found[:3])
            raise InputMissing(f"{len(found)} windows have {title!r} in their titles ({names}): write more of it")
        return partial(self._area, found[0], title)

    def _titled(self) -> Iterator[tuple[Any, str]]:
        """Yield the windows of programs with their titles."""
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        for window in self._clients():
            try:
                seen = window.get_geometry()
                visible = window.get_attributes().map_state == 2  # IsViewable
                name = self._name(window)
            except XError:  # it was closed meanwhile
                continue
            if visible and name and min(seen.width, seen.height) >= LEAST_SIDE:
                yield window, name

    def _clients(self) -> list[Any]:
        """Return the windows that the window manager lists; without one, those of the screen."""
        listed = self._root.get_full_property(self.xlib.intern_atom("_NET_CLIENT_LIST"), 0)
        if listed is None:
            return list(self._root.query_tree().children)
        return [self.xlib.create_resource_object("window", number) for number in listed.value]

    def _name(self, window: Any) -> str:
        long = window.get_full_property(self.xlib.intern_atom("_NET_WM_NAME"), 0)
        text = long.value if long else window.get_wm_name() or ""
        return text.decode("utf-8", "replace") if isinstance(text, bytes) else text

    def _area(self, window: Any, title: str) -> Area:
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        try:
            seen = window.get_geometry()
            corner = self._root.translate_coords(window, 0, 0)
        except XError:
            raise InputMissing(f"the window {title!r} was closed") from None
        whole = self.whole
        left, top = max(corner.x, 0), max(corner.y, 0)
        right, bottom = min(corner.x + seen.width, whole.width), min(corner.y + seen.height, whole.height)
        return Area(left, top, max(right - left, 1), max(bottom - top, 1))


@contextmanager
def opened() -> Iterator[Screen]:
    """The screen of this session; raise NotInstalled without the extra, and Unavailable without an X display."""
    try:
        import mss  # noqa: PLC0415  # of the extra
        from Xlib.display import Display  # noqa: PLC0415  # of the extra
        from Xlib.error import DisplayError  # noqa: PLC0415  # of the extra
    except ImportError:
        raise NotInstalled("--screen needs mss and python-xlib: pip install 'player[screen]'") from None
    if not os.environ.get("DISPLAY"):
        raise Unavailable("--screen needs an X display, and DISPLAY names none: give a screenshot to --image")
    try:
        xlib = Display()
    except (DisplayError, OSError) as error:
        raise Unavailable(f"the display can't be opened: {' '.join(str(error).split())}: check DISPLAY") from None
    try:
        with mss.MSS(with_cursor=False) as grabber:
            yield Screen(xlib, grabber)
    finally:
        xlib.close()
