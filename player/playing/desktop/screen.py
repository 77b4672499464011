"""The screen: the pixels of a part of it, and its windows. Needs mss and python-xlib, the extra `screen`."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from player.errors import NotInstalled, Unavailable
from player.playing.desktop.windows import Area, Windows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

WAYLAND = (
    "--screen needs an X11 session, and this one is Wayland, where no program sees the windows of others: "
    "log in to a session on Xorg, or give a screenshot to `player read --image`"
)
NO_DISPLAY = (
    "--screen needs an X display, and DISPLAY names none: set it, or give a screenshot to `player read --image`"
)


class Screen:
    """The X display: `xlib` is its connection, which the pointer shares."""

    def __init__(self, xlib: Any, grabber: Any) -> None:
        self.xlib = xlib
        self.windows = Windows(xlib)
        self._grabber = grabber

    @property
    def whole(self) -> Area:
        """The whole screen."""
        return self.windows.screen

    def pixels(self, area: Area) -> "Pixels":
        """Return the pixels of `area`: rows x columns x 3 bytes, blue, green, red.

        Raise Unavailable if it is no longer on the screen.
        """
        import numpy as np  # noqa: PLC0415  # of the extra
        from mss.exception import ScreenShotError  # noqa: PLC0415  # of the extra

        try:
            shot = self._grabber.grab(area._asdict())
        except ScreenShotError:
            raise Unavailable("the screen can't be read: was its size changed, or the display closed?") from None
        return np.ascontiguousarray(np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)[..., :3])

    def window(self, title: str) -> Callable[[], Area]:
        """Return a function that returns the part of the screen where a window is just now, whatever its title is then.

        It is the window with `title` in its title; raise InputMissing unless there is one. The function raises
        Unavailable once the window is closed or hidden.
        """
        number = self.windows.titled(title)

        def area() -> Area:
            found = self.windows.area(number)
            if found is None:
                raise Unavailable(f"the window {title!r} was closed or hidden")
            return found.within(self.whole)

        return area


@contextmanager
def opened() -> Iterator[Screen]:
    """The screen of this session; raise NotInstalled without the extra, and Unavailable without an X display."""
    try:
        import cv2  # noqa: F401, PLC0415  # of the extra
        import mss  # noqa: PLC0415  # of the extra
        import numpy  # noqa: F401, ICN001, PLC0415
        from Xlib.display import Display  # noqa: PLC0415  # of the extra
        from Xlib.error import ConnectionClosedError, DisplayError  # noqa: PLC0415  # of the extra
    except ImportError:
        raise NotInstalled.of_extra("screen", "--screen needs mss, python-xlib and OpenCV") from None
    if not os.environ.get("DISPLAY"):
        raise Unavailable(WAYLAND if is_wayland(os.environ) else NO_DISPLAY)
    try:
        xlib = Display()
    except (DisplayError, OSError, OverflowError) as error:  # the last one for :99999
        raise Unavailable(f"the display can't be opened: {' '.join(str(error).split())}: check DISPLAY") from None
    try:
        extensions = xlib.list_extensions()
        if is_wayland(os.environ, [*extensions, *_outputs(xlib)]):
            raise Unavailable(WAYLAND)
        if "XTEST" not in extensions:
            raise Unavailable("the display has no XTEST extension, by which the pointer is moved: use another one")
        with mss.MSS(with_cursor=False) as grabber:
            yield Screen(xlib, grabber)
    except ConnectionClosedError:
        raise Unavailable("the display was closed") from None
    finally:
        with suppress(ConnectionClosedError):
            xlib.close()


def is_wayland(environment: Mapping[str, str], names: Iterable[str] | None = None) -> bool:
    """Return True if the session is Wayland.

    `names` are those of the extensions and outputs of its X display, None if there is no such display. An X display of
    its own, such as Xvfb, may be used within such a session; XWayland may not.
    """
    if names is None:
        return bool(environment.get("WAYLAND_DISPLAY")) or environment.get("XDG_SESSION_TYPE") == "wayland"
    return any(name.startswith("XWAYLAND") for name in names)


def _outputs(xlib: Any) -> list[str]:
    """Return the names of the monitors: older versions of XWayland are known by nothing else."""
    from Xlib.error import XError  # noqa: PLC0415  # of the extra

    try:
        outputs = xlib.screen().root.xrandr_get_screen_resources().outputs
        return [str(xlib.xrandr_get_output_info(output, 0).name) for output in outputs]
    except (XError, AttributeError):  # a display without RandR
        return []
