"""The screen: its pixels and the windows of programs. Needs mss and python-xlib, the extra `screen`."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from player.errors import InputMissing, NotInstalled, Unavailable, did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

#: The smallest window that may show a board, in pixels.
LEAST_SIDE = 100
#: The most letters of a title in a message.
SHORT = 40
#: The value of `map_state` of a window that is shown.
VIEWABLE = 2
#: What gets the keys if it is no window.
NO_FOCUS, FOCUS_BY_POINTER = 0, 1
#: Seconds between two looks.
LOOK_S = 0.02
T = TypeVar("T")


def awaited(look: Callable[[], T], seconds: float, pause: float = LOOK_S) -> T:
    """Return what `look` returns as soon as it is true, or what it returns after some seconds."""
    until = monotonic() + seconds
    while not (seen := look()) and monotonic() < until:
        Event().wait(pause)
    return seen


def _closed() -> suppress:
    """Suppress the error about a window that was closed meanwhile."""
    from Xlib.error import XError  # noqa: PLC0415  # of the extra

    return suppress(XError)


class Area(NamedTuple):
    """A rectangle of the screen, in its pixels."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, x: float, y: float) -> bool:
        """Return True if the point is inside."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height

    def within(self, other: "Area") -> "Area":
        """Return the part that is in `other` too; of a rectangle without one, a single pixel of `other`."""
        right, bottom = other.left + other.width, other.top + other.height
        left, top = min(max(self.left, other.left), right - 1), min(max(self.top, other.top), bottom - 1)
        width, height = min(self.left + self.width, right) - left, min(self.top + self.height, bottom) - top
        return Area(left, top, max(width, 1), max(height, 1))


@dataclass(frozen=True, slots=True)
class Host:
    """The window that is uppermost at a point of the screen, and where it was then; `number` is 0 for no window."""

    number: int
    area: Area | None


def pick(title: str, titles: Mapping[T, str]) -> T:
    """Return the window that is called `title`, or else has it in its title, whatever the case of the letters.

    Raise InputMissing unless there is exactly one.
    """
    wanted = title.casefold()
    same = [window for window, name in titles.items() if name.casefold() == wanted]
    found = same or [window for window, name in titles.items() if wanted in name.casefold()]
    if not found:
        known = {_short(name) for name in titles.values() if name}
        raise InputMissing(f"no window has {title!r} in its title: {did_you_mean(title, known)}")
    if len(found) > 1:
        raise InputMissing(_several(title, [titles[one] for one in found]))
    return found[0]


def _several(title: str, names: Iterable[str]) -> str:
    every = list(names)
    told = ", ".join(repr(_short(name)) for name in every[:3])
    told += f" and {len(every) - 3} more" if len(every) > 3 else ""
    advice = "write more of it" + (
        "" if len({name.casefold() for name in every}) == len(every) else ", or close one of those called alike"
    )
    return f"{len(every)} windows have {title!r} in their titles ({told}): {advice}"


def _short(name: str) -> str:
    return name if len(name) <= SHORT else name[: SHORT - 1] + "…"


WAYLAND = (
    "--screen needs an X11 session, and this one is Wayland, where no program sees the windows of others: "
    "log in to a session on Xorg, or give a screenshot to `player read --image`"
)
NO_DISPLAY = (
    "--screen needs an X display, and DISPLAY names none: set it, or give a screenshot to `player read --image`"
)


class Screen:
    """The X display, and the windows on it: `xlib` is its connection, which the pointer shares."""

    def __init__(self, xlib: Any, grabber: Any) -> None:
        self.xlib, self._grabber = xlib, grabber
        self._root = xlib.screen().root

    @property
    def whole(self) -> Area:
        """The whole screen."""
        seen = self._root.get_geometry()
        return Area(0, 0, seen.width, seen.height)

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
        number = pick(title, {int(window.id): name for window, name in self.shown()})

        def area() -> Area:
            found = self.area(number)
            if found is None:
                raise Unavailable(f"the window {title!r} was closed or hidden")
            return found.within(self.whole)

        return area

    def top(self, x: int, y: int) -> Host:
        """Return the window that is uppermost at a point of the screen."""
        child = self._root.translate_coords(self._root, x, y).child
        return Host(child.id, self.area(child.id)) if child else Host(0, None)

    def area(self, number: int) -> Area | None:
        """Return where a window is; None if it is closed or not shown."""
        window = self.xlib.create_resource_object("window", number)
        with _closed():
            seen, corner = window.get_geometry(), self._root.translate_coords(window, 0, 0)
            if window.get_attributes().map_state == VIEWABLE:
                return Area(corner.x, corner.y, seen.width, seen.height)
        return None

    def is_open(self, number: int) -> bool:
        """Return True if there is a window of that number, shown or not."""
        with _closed():
            self.xlib.create_resource_object("window", number).get_attributes()
            return True
        return False

    def has_keys(self, number: int) -> bool:
        """Return True if the keys go to a window, of the given number, that is a child of the screen."""
        window = self.xlib.get_input_focus().focus
        if window in {FOCUS_BY_POINTER, self._root}:  # then the window below the pointer gets them
            seen = self._root.query_pointer().child
            return bool(seen) and seen.id == number
        return self._is_in(window, number)

    def _is_in(self, window: Any, number: int) -> bool:
        """Return whether a window is that of the given number, or a part of it."""
        with _closed():
            while window not in {NO_FOCUS, self._root}:
                if window.id == number:
                    return True
                window = window.query_tree().parent
        return False

    def dialogs(self, number: int) -> set[int]:
        """Return the numbers of the windows that belong to another one, by its program's word, and are no menus."""
        found = set()
        for window in self._clients():
            with _closed():
                seen, owner = window.get_attributes(), window.get_wm_transient_for()
                is_dialog = owner and seen.map_state == VIEWABLE and not seen.override_redirect
                if is_dialog and self._is_in(owner, number):
                    found.add(int(window.id))
        return found

    def shown(self) -> list[tuple[Any, str]]:
        """Return the windows of programs with their titles."""
        found = []
        for window in self._clients():
            with _closed():
                seen, name = window.get_geometry(), self._name(window)
                is_shown = window.get_attributes().map_state == VIEWABLE
                if is_shown and name and min(seen.width, seen.height) >= LEAST_SIDE:
                    found.append((window, name))
        return found

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
    with _closed(), suppress(AttributeError):  # a display without RandR
        outputs = xlib.screen().root.xrandr_get_screen_resources().outputs
        return [str(xlib.xrandr_get_output_info(output, 0).name) for output in outputs]
    return []
