"""The reader of a game's page: observes it, waits for what it shows, captures it, and takes pictures of its board."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from playwright.sync_api import Error, FloatRect  # noqa: TID251  # web drives the browser

from player.browser.page.connection import in_background, map_playwright_errors
from player.browser.page.isolated_world import script
from player.browser.page.messages import LOOK, observe_request, page_request, parse_observation
from player.browser.page.observation import BoardOrWin, BoardSeen, CrampedBoardSeen, Observation, What, WinSeen
from player.browser.page.tab import Tab, Times
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import PageNotUnderstood
from player.sight.reading import Grid

if TYPE_CHECKING:
    from player.browser.page.picture_reader import PictureReader
    from player.browser.page.proving import GuestTab


#: js/keep.js documents which elements and attributes are written. The question is a text, as for any look.
KEEP = f"(text) => ({script('keep')})(JSON.parse(text))"
#: Limit of window enlargements; a board that grows with the window never fits.
MAX_ENLARGEMENTS = 3
#: Largest side of a window, in CSS pixels: browsers draw no larger surface at once.
MAX_WINDOW_PX = 16_384
#: Poll restart interval if a dialog may be the sign, in milliseconds: the DOM does not show dialogs.
ALERT_POLL_MS = 500
#: Time without an answer after which a wait is reported, in milliseconds.
SLOW_AFTER_MS = 3_000
#: Time between two such reports, in milliseconds.
SLOW_AGAIN_MS = 3_000
#: Pause before a board that is not understood is observed again, in milliseconds.
RETRY_MS = 100
#: Interval between two observations of a board that somebody else plays, in milliseconds.
POLL_MS = 250

_Seen = TypeVar("_Seen", Observation, Observation | None)


@dataclass(frozen=True, slots=True)
class PageCapture:
    """A captured page: `html` of the frame at `path`; `generation` is None if the page did not show it.

    `box` is the grid's rectangle (x, y, width, height in CSS pixels of the window), or None if no grid was found.
    """

    html: str
    path: str
    generation: str | None = None
    box: FloatRect | None = None


class PageReader:
    """Observe the page of one game in a tab; nothing here touches the board.

    Where others use the browser, dialogs are recorded only if a sign in selectors.yaml is an alert. Every method raises
    Unavailable for temporary failures (network, crash), and PageNotUnderstood if the page differs from selectors.yaml.
    """

    def __init__(
        self,
        tab: Tab,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times,
        guest: "GuestTab | None" = None,
    ) -> None:
        """The page may lack the fields that `guest` adds to the boards that are observed."""
        self.tab, self.game, self.times = tab, game, times
        self.site, self._guest = site, guest
        self.request = observe_request(site, game, guest.elsewhere if guest else ())
        if tab.guard.watches:
            self.request["careful"] = True
        self._elsewhere: list[str] = self.request["elsewhere"]
        signs = [*site.won, *site.already, *(sign for part in game.pages.values() for sign in part.won + part.already)]
        self._hears = any(sign.alert for sign in signs)
        if self._hears:
            tab.hear_dialogs()
            self.request["alerts"] = tab.alerts
        self.picture_reader: PictureReader | None = None
        """The place where the board is read, if not in the document."""
        self.hide: Callable[[], object] = bool
        """Removes what we draw over the page: it is in no capture, and in no picture."""
        self._numbers: set[int] = set()
        self._windows = 0
        self._first: BoardSeen | None = None
        self._begun: tuple[BoardSeen, list[BoardPicture | None]] | None = None

    @property
    def number(self) -> int | None:
        """The number of the puzzle that the page has shown since it was loaded; None without one, and of several."""
        return next(iter(self._numbers)) if len(self._numbers) == 1 else None

    def wait(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`; None after `timeout` milliseconds.

        A board that is not understood may be unfinished. If `final` is given, it is observed again until `final`
        returns True for the milliseconds that it has not changed. `slow` is called with the milliseconds left if there
        is no answer for `SLOW_AFTER_MS` milliseconds, and every `SLOW_AGAIN_MS` from then on.
        """
        if self.picture_reader:
            return self._numbered(self.picture_reader.wait(timeout, final, slow, **ask))
        end = perf_counter() + timeout / 1000
        due = perf_counter() + SLOW_AFTER_MS / 1000 if slow and timeout > SLOW_AFTER_MS else inf
        refused, since = "", 0.0
        while (left := 1000 * (end - perf_counter())) > 0:
            if perf_counter() >= due and slow:
                slow(left)
                due = perf_counter() + SLOW_AGAIN_MS / 1000
            limit = min(left, 1000 * (due - perf_counter()), ALERT_POLL_MS if self._hears else inf)
            answer = self.tab.world.ask(LOOK, {**self.request, **ask}, max(1, limit))
            try:
                seen = self._parsed(answer) if answer else None
            except PageNotUnderstood:
                if answer != refused:
                    refused, since = answer or "", perf_counter()
                if final is None or left <= RETRY_MS or final(1000 * (perf_counter() - since)):
                    raise
                self.tab.world.rest(RETRY_MS)
                continue
            if isinstance(seen, CrampedBoardSeen):
                if not self.enlarge(seen.window):
                    width, height = seen.window
                    raise PageNotUnderstood(
                        f"the board does not fit into a window of {width}x{height}: it can't be played"
                    )
            elif seen:
                return seen
        return None

    def now(self, **ask: Any) -> Observation:
        """Observe the page as it is now."""
        if self.picture_reader:
            return self.picture_reader.now(**ask)
        return self._parsed(self.tab.world.answer(LOOK, {**self.request, **ask}, self.times.response))

    def changed(self, board: BoardSeen, missing: Callable[[str], object] = bool) -> BoardOrWin:
        """Return the first observation of a win, or of another board than `board`; touch nothing.

        A board that moved, or that was away in between, counts as another. A difference is accepted when two
        observations agree: a single one may show half of a double click or of a drag. `missing` is called with the path
        of each page without a board.
        """
        last, away, path = (board.snapshot, board.points), False, ""
        with map_playwright_errors():
            while True:
                self.tab.world.rest(POLL_MS)
                seen = self.wait(self.times.response, until=[What.WON, What.GRID], still=True)
                if isinstance(seen, WinSeen):
                    return seen
                if not isinstance(seen, BoardSeen):
                    away, before, path = True, path, urlsplit(self.tab.page.url).path
                    if path != before:
                        missing(path)
                    continue
                now = (seen.snapshot, seen.points)
                if now == last and (away or now != (board.snapshot, board.points)):
                    return seen
                last = now

    def forget(self) -> None:
        """Drop the state of the page before a navigation."""
        self.request["alerts"].clear()
        self.forget_board()
        self._numbers.clear()
        self.request["refuted"] = []
        if self.picture_reader:
            self.picture_reader.forget()

    def forget_board(self) -> None:
        """Drop the state of the board before another one may come."""
        self._first, self.request["elsewhere"] = None, self._elsewhere

    def beside(self, sign: WinSeen) -> dict[str, list[str]]:
        """Return the request to look at what is beside the signs that hold in `sign`."""
        return {"refuted": [*self.request["refuted"], *sign.held]}

    def refute(self, sign: WinSeen) -> None:
        """Believe no sign that holds in `sign` from now on: it held before the last move."""
        self.request |= self.beside(sign)

    def answer(self, script: str, page: PageSelectors | None = None, name: str = "", **more: Any) -> str:
        """Return the page's answer to one of our scripts, with `page` in place of the section `name`, if given.

        `more` is what the script is asked besides.
        """
        ask: dict[str, Any] = {**self.request, **more}
        if page is not None:
            ask["section"] = name
            ask["pages"] = {**ask["pages"], name: page_request(self.site, page)}
        return self.tab.world.answer(script, ask, self.times.response)

    def capture(self) -> PageCapture | None:
        """Return the markup of the board; None if the page does not answer any more, or was never loaded."""
        self.hide()
        if not self.tab.page.url.startswith("http"):  # the browser's own error page, or an empty one
            return None
        asked = json.dumps(self.request)
        try:
            answer = self.tab.page.wait_for_function(KEEP, arg=asked, timeout=self.times.picture).json_value()
        except Error:
            return None
        return PageCapture(**json.loads(answer))

    def screenshot(self, box: FloatRect | None = None, *, plain: bool = False) -> bytes | None:
        """Return a PNG of the page, or of the rectangle `box`; None if the page can't be captured any more.

        A `plain` one has one pixel for each CSS pixel, whatever the screen has.
        """
        self.hide()
        try:
            return self.tab.page.screenshot(timeout=self.times.picture, clip=box, scale="css" if plain else "device")
        except Error:
            return None

    def pictures(self, look: BoardSeen) -> "Iterator[BoardPicture | None]":
        """Yield pictures of the board of `look`, as long as a board may appear in parts; None if it can't be pictured.

        They end when the page shows another board.
        """
        end, taken = perf_counter() + self.times.quiet / 1000, 0
        while taken < LEAST_PICTURES or perf_counter() < end:
            if taken:
                self.tab.world.rest(PAUSE_MS)
                now = None
                with suppress(PageNotUnderstood):  # the page is redrawing it
                    now = self.now(still=True)
                if isinstance(now, BoardSeen) and now.snapshot != look.snapshot:
                    return
                look = now if isinstance(now, BoardSeen) else look
            taken += 1
            yield self._photographed(look) or picture(self, look)

    def photograph(self, look: BoardSeen) -> None:
        """Begin to take the first of the `pictures` of the board of `look`, while something else is waited for."""
        begun: list[BoardPicture | None] = []
        self._begun = look, begun
        in_background(lambda: begun.append(picture(self, look)))

    def _photographed(self, look: BoardSeen) -> "BoardPicture | None":
        """Return the picture of the board of `look` that was begun, if it is there by now."""
        (seen, begun), self._begun = self._begun or (None, []), None
        return begun[0] if seen is look and begun else None

    def _parsed(self, text: str) -> Observation:
        seen = self._numbered(parse_observation(text))
        if not isinstance(seen, BoardSeen):
            return seen
        lasting = self._lasting(seen)
        return self._guest.completed(lasting) if self._guest else lasting

    def _numbered(self, seen: _Seen) -> _Seen:
        """Return `seen`, and remember the numbers of the puzzle that it has."""
        if seen is not None:
            self._numbers.update(seen.numbers)
        return seen

    def _lasting(self, seen: BoardSeen) -> BoardSeen:
        """Return `seen` with the fields that are read `once` as in the board's first observation."""
        first = self._first
        chosen = (first or seen).chosen
        chains = self.game.page(seen.generation).read
        once = [
            name
            for name, chain in chains.items()
            if chain.once or (isinstance(used := chosen.get(name), int) and chain.any[used].once)
        ]
        if not once:
            return seen
        if first is None or first.shape != seen.shape:
            if all(seen.chosen.get(name) is not None for name in once):
                self._first, self.request["elsewhere"] = seen, sorted({*self._elsewhere, *once})
            return seen
        chosen = {**seen.chosen, **{name: first.chosen[name] for name in once}}
        return replace(seen, snapshot=seen.snapshot.with_fields(once, first.snapshot), chosen=chosen)

    def enlarge(self, window: tuple[int, int]) -> bool:
        """Enlarge the window so that the whole board fits, as a drag can't leave it; return False if it can't be."""
        self._windows += 1
        self.request["enlarged"] = True  # what scrolls the board may not grow with the window
        if self._windows > MAX_ENLARGEMENTS or max(window) > MAX_WINDOW_PX:
            return False
        self.tab.page.set_viewport_size({"width": window[0], "height": window[1]})
        return True


#: The page around the board that is in the picture, and the least side of a picture, in CSS pixels.
MARGIN, LEAST = 6, 40
#: The side of a cell, in CSS pixels, below which all pixels of the screen are taken: a phone has several for each.
FINE = 56
#: How far a cell may lie from its row and its column, as a share of its side.
ASKEW = 0.06
#: The pause between two pictures, in milliseconds; and the least number of them, on a machine that is slow.
PAUSE_MS, LEAST_PICTURES = 150, 3


class BoardPicture(NamedTuple):
    """A PNG of a board, and the lines of its grid in it, in pixels."""

    data: bytes
    grid: Grid


def picture(reader: PageReader, look: BoardSeen) -> BoardPicture | None:
    """Return a picture of the board of `look`; None if a part is covered or away, or if its cells form no grid."""
    grid = lines(look)
    if grid is None or look.scrolls or look.covered:
        return None
    left, top = (max(0, int(side) - MARGIN) for side in grid.corners[:2])
    right, bottom = (int(side) + 1 + MARGIN for side in grid.corners[2:])
    if min(right - left, bottom - top) < LEAST:
        return None
    box = FloatRect(x=left, y=top, width=right - left, height=bottom - top)
    fine = grid.least_side < FINE
    data = reader.screenshot(box, plain=not fine)
    if data is None:
        return None
    scale = _scale(data, box) if fine else 1
    if scale is None:
        return None
    across, down = (
        tuple(scale * (at - start) for at in along) for along, start in ((grid.across, left), (grid.down, top))
    )
    return BoardPicture(data, Grid(across, down))


def _scale(png: bytes, box: FloatRect) -> float | None:
    """Return the pixels for each CSS pixel in a PNG of `box`; None if it shows a part of it only."""
    wide, high = (int.from_bytes(png[start : start + 4]) for start in (16, 20))
    scale = wide / box["width"]
    return scale if abs(high - scale * box["height"]) <= 1 + scale else None


def lines(look: BoardSeen) -> Grid | None:
    """Return the lines between the cells of a board; None if they form no upright grid."""
    points, (rows, cols) = look.points, look.shape
    if min(rows, cols) < 2 or len(points) != rows * cols:
        return None
    xs, ys = [point.x for point in points[:cols]], [point.y for point in points[::cols]]
    spare = ASKEW * min(after - before for along in (xs, ys) for before, after in pairwise(along))
    for number, point in enumerate(points):
        if abs(point.x - xs[number % cols]) > spare or abs(point.y - ys[number // cols]) > spare:
            return None
    for along in (xs, ys):
        steps = [after - before for before, after in pairwise(along)]
        if max(steps) - min(steps) > 2 * spare + 1:
            return None
    return Grid(*look.lines)
