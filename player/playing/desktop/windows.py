"""Windows of programs: the one with a title, and the one that is uppermost at a point of the screen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from player.errors import InputMissing, did_you_mean

#: The smallest window that may show a board, in pixels.
LEAST_SIDE = 100
#: The most letters of a title in a message.
SHORT = 40
#: The value of `map_state` of a window that is shown.
VIEWABLE = 2
#: What gets the keys if it is no window.
NO_FOCUS, FOCUS_BY_POINTER = 0, 1
T = TypeVar("T")


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


class Windows:
    """The windows of an X display; `xlib` is its connection."""

    def __init__(self, xlib: Any) -> None:
        self._xlib = xlib
        self._root = xlib.screen().root

    @property
    def screen(self) -> Area:
        """The whole screen."""
        seen = self._root.get_geometry()
        return Area(0, 0, seen.width, seen.height)

    def titled(self, title: str) -> int:
        """Return the number of the window with `title` in its title; raise InputMissing unless there is one."""
        return pick(title, {int(window.id): name for window, name in self._shown()})

    def top(self, x: int, y: int) -> Host:
        """Return the window that is uppermost at a point of the screen."""
        child = self._root.translate_coords(self._root, x, y).child
        return Host(child.id, self.area(child.id)) if child else Host(0, None)

    def area(self, number: int) -> Area | None:
        """Return where a window is; None if it is closed or not shown."""
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        window = self._xlib.create_resource_object("window", number)
        try:
            seen = window.get_geometry()
            if window.get_attributes().map_state != VIEWABLE:
                return None
            corner = self._root.translate_coords(window, 0, 0)
        except XError:
            return None
        return Area(corner.x, corner.y, seen.width, seen.height)

    def is_open(self, number: int) -> bool:
        """Return True if there is a window of that number, shown or not."""
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        try:
            self._xlib.create_resource_object("window", number).get_attributes()
        except XError:
            return False
        return True

    def has_keys(self, number: int) -> bool:
        """Return True if the keys go to a window, of the given number, that is a child of the screen."""
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        window = self._xlib.get_input_focus().focus
        if window in {FOCUS_BY_POINTER, self._root}:  # then the window below the pointer gets them
            seen = self._root.query_pointer().child
            return bool(seen) and seen.id == number
        try:
            while window not in {NO_FOCUS, self._root}:
                if window.id == number:
                    return True
                window = window.query_tree().parent
        except XError:  # it was closed meanwhile
            return False
        return False

    def _shown(self) -> Iterator[tuple[Any, str]]:
        """Yield the windows of programs with their titles."""
        from Xlib.error import XError  # noqa: PLC0415  # of the extra

        for window in self._clients():
            try:
                seen = window.get_geometry()
                visible = window.get_attributes().map_state == VIEWABLE
                name = self._name(window)
            except XError:  # it was closed meanwhile
                continue
            if visible and name and min(seen.width, seen.height) >= LEAST_SIDE:
                yield window, name

    def _clients(self) -> list[Any]:
        """Return the windows that the window manager lists; without one, those of the screen."""
        listed = self._root.get_full_property(self._xlib.intern_atom("_NET_CLIENT_LIST"), 0)
        if listed is None:
            return list(self._root.query_tree().children)
        return [self._xlib.create_resource_object("window", number) for number in listed.value]

    def _name(self, window: Any) -> str:
        long = window.get_full_property(self._xlib.intern_atom("_NET_WM_NAME"), 0)
        text = long.value if long else window.get_wm_name() or ""
        return text.decode("utf-8", "replace") if isinstance(text, bytes) else text


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
