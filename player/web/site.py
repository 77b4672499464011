"""One game's page, driven through its selectors: open, perform, verdict. It never knows what the game is about."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Request, Response  # noqa: TID251  # web drives the browser

from player.errors import Crashed, PageNotUnderstood, SignInNeeded, Unavailable
from player.games.moves import Drag, Move, Tap, arrows, touched
from player.web.look import Look, Point, understand
from player.web.schema import GameSelectors, PageSelectors, SiteSelectors, Way
from player.web.world import World

ATTEMPTS = 3
#: Start, overlays over it, overlays over the board, each again where a click was dropped: more is going in circles.
STEPS = 8

#: How the browser says that there was no network; a page may abort its own requests as it likes.
_CUT = re.compile(r"DISCONNECTED|CONNECTION|TIMED_OUT|NETWORK|NAME_NOT_RESOLVED")

_ARRIVING = ["signin", "won", "already", "overlay", "start", "grid"]
_PLAYING = ["won", "overlay", "grid"]


@dataclass(frozen=True, slots=True)
class Times:
    """How long to wait for what, in milliseconds."""

    load: float = 20_000
    """For a page to come up: long enough never to call a slow page a changed one."""
    response: float = 1_500
    """For Start, or what closes an overlay, to do something before it is clicked again."""
    shown: float = 1_200
    """For the moves of one batch to show on the board."""
    win: float = 10_000
    """For the page to say that the game is won."""
    picture: float = 5_000


class GamePage:
    """The page of one game in a browser's tab.

    Every method raises Unavailable for what may pass by itself (network, crash), PageNotUnderstood where the page is
    not what selectors.yaml says, and SignInNeeded where the site wants a person.
    """

    def __init__(self, page: Page, site: SiteSelectors, game: GameSelectors, times: Times = Times()) -> None:
        self._page = page
        self._times = times
        self._site = site
        self._game = game
        self._lost: list[str] = []
        self._unsent = False
        self._world = World(page)
        page.on("requestfailed", self._note_lost)
        pages = {name: _told(site, page) for name, page in game.pages.items()}
        self._ask = {
            "site": site.model_dump(exclude_none=True, include={"frame", "generations", "signin"}),
            "pages": pages,
        }

    # Open

    def open(self) -> Look:
        """Go to the game, press Start, close what covers the board: the look at the board, or at a game won before."""
        with _translated():
            self._goto()
            look = self._await(self._times.load, until=_ARRIVING, arriving=True)
            for _ in range(STEPS):
                if look is None or look.what == "signin":
                    raise self._trouble()
                if look.point is None:
                    return look
                self._page.mouse.click(look.point.x, look.point.y)
                answer = self._await(
                    self._times.response, until=_ARRIVING, arriving=True, clicked=look.overlay or look.what
                )
                look = answer or self._await(self._times.load, until=_ARRIVING, arriving=True)
            raise PageNotUnderstood(
                f"the way to the board goes in circles at {look and look.what}: mend selectors.yaml"
            )

    def _goto(self) -> None:
        problems: list[str] = []
        for _ in range(2 * ATTEMPTS):
            try:
                response = self._page.goto(self._game.url, wait_until="domcontentloaded", timeout=self._times.load)
            except Error as error:
                if self._page.is_closed():
                    raise
                if "interrupted by another navigation" in error.message and problems:
                    # The browser's own page about the last error comes late: what it cuts short is no attempt.
                    with suppress(Error):
                        self._page.wait_for_event("framenavigated", timeout=self._times.response)
                else:
                    problems.append(_first_line(error))
            else:
                if response is None or response.status < 400:
                    return self._require_no_signin()
                problems.append(self._refusal(response))
            if len(problems) == ATTEMPTS:
                break
        raise Unavailable(f"{self._game.url} did not load in {len(problems)} attempts: {problems[-1]}")

    def _refusal(self, response: Response) -> str:
        """What an HTTP error means: a line to remember where trying again may help, else an exception."""
        if response.status in {401, 403}:
            raise SignInNeeded(f"{self._game.url} answers {response.status}: sign in, and pass --storage-state FILE")
        if response.status in {404, 410}:
            raise PageNotUnderstood(f"{self._game.url} answers {response.status}: mend 'url' in selectors.yaml")
        return f"the server answers {response.status}"

    def _require_no_signin(self) -> None:
        path = urlsplit(self._page.url).path
        if self._site.signin and re.search(self._site.signin, path):
            raise SignInNeeded(f"the site asks to sign in ({path}): sign in, and pass --storage-state FILE")

    def _require_on_site(self) -> None:
        """The browser's own page about a lost network is no other site."""
        where = urlsplit(self._page.url)
        if f"{where.scheme}://{where.netloc}" != self._site.origin and not where.scheme.endswith("-error"):
            raise Unavailable(
                f"the page left the puzzle for {where.scheme}://{where.netloc}{where.path}: nothing of it is believed, "
                "play again"
            )

    def _note_lost(self, request: Request) -> None:
        """Remember what the network lost: a frame without its document is no changed page, and the site never heard
        what it was not sent.
        """
        if not request.url.startswith(f"{self._site.origin}/"):
            return
        if request.resource_type == "document":
            self._lost.append(f"{urlsplit(request.url).path} ({request.failure})")
        if request.method != "GET" and _CUT.search(request.failure or ""):
            self._unsent = True

    def _trouble(self) -> Exception:
        """Why there was nothing to do on the page; SignInNeeded where that is the reason."""
        self._require_no_signin()
        self._require_on_site()
        where = urlsplit(self._page.url)
        if self._lost:
            return Unavailable(f"a part of the page did not load: {self._lost[0]}: try again")
        look = self._now()
        if not look.paths:
            return Unavailable(f"{where.path} was still loading after {self._times.load / 1000:g} s: try again")
        if look.what == "grid" and any(not point.free for point in look.points):
            return PageNotUnderstood(
                "something covers the board that no overlay in selectors.yaml names: mend 'overlays'"
            )
        unreadable = ", ".join(repr(name) for name, chosen in look.chosen.items() if chosen is None)
        if unreadable:
            return PageNotUnderstood(
                f"{unreadable} can't be read on {where.path}: no alternative is as expected: mend it in selectors.yaml"
            )
        found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
        return PageNotUnderstood(
            f"no board on {where.path} within {self._times.load / 1000:g} s (matches: {found}; frames looked into: "
            f"{', '.join(look.paths)}): mend selectors.yaml"
        )

    # Look

    def _await(self, timeout: float, **ask: Any) -> Look | None:
        """The first look that answers `ask`, or None after `timeout` milliseconds."""
        answer = self._world.ask({**self._ask, **ask}, timeout)
        return understand(answer) if answer else None

    def _now(self) -> Look:
        look = self._await(self._times.response)
        if look is None:
            raise Unavailable(f"{urlsplit(self._page.url).path} goes from page to page: try again")
        return look

    # Perform

    def perform(
        self, moves: Sequence[Move], look: Look, field: str, shown: Mapping[int, str | bool], *, way: int, patience: int
    ) -> Look:
        """Make `moves` on the board of `look`, and wait until the page shows them.

        `shown` maps cells to what their `field` will be. The look returned is the first that shows all of it, or a win;
        where the page shows neither in time, it is what the page shows instead. `way` counts through the ways to draw
        a path that selectors.yaml lists; `patience` multiplies the time that the page gets.
        """
        with _translated():
            if way > 0:  # a popup may have taken the keyboard away
                self._page.bring_to_front()
            look = self._cleared(look, moves)
            for move in moves:
                self._make(move, look, self._way(look, way))
            expect = {"field": field, "cells": list(shown.items())}
            for _ in range(STEPS):
                seen = self._await(self._times.shown * patience, until=_PLAYING, expect=expect) or self._now()
                if not self._closes_overlay(seen):
                    self._require_on_site()
                    return seen
            raise PageNotUnderstood("an overlay keeps covering the board: mend 'overlays' in selectors.yaml")

    def _cleared(self, look: Look, moves: Sequence[Move]) -> Look:
        """A look at the same board with nothing over the cells that `moves` touch."""
        for _ in range(STEPS):
            if all(point.free for move in moves for point in _points(move, look)):
                return look
            again = self._await(self._times.response, until=_PLAYING)
            if again is None or again.what == "won":
                break
            look = again if again.what == "grid" else look
            self._closes_overlay(again)
        raise self._trouble()

    def _closes_overlay(self, look: Look) -> bool:
        if look.what != "overlay" or look.point is None:
            return False
        self._page.mouse.click(look.point.x, look.point.y)
        return True

    def _make(self, move: Move, look: Look, way: Way) -> None:
        points = _points(move, look)
        match move:
            case Tap():
                self._page.mouse.click(points[0].x, points[0].y)
            case Drag():
                self._draw(move, points, way)

    def _way(self, look: Look, number: int) -> Way:
        """How paths are drawn on the page of `look`, in the way that comes `number`-th in turn."""
        page = self._game.pages.get(look.generation or "") or next(iter(self._game.pages.values()))
        return page.draw[number % len(page.draw)]

    def _draw(self, drag: Drag, points: Sequence[Point], way: Way) -> None:
        mouse, keyboard = self._page.mouse, self._page.keyboard
        if way == "drag":
            mouse.move(points[0].x, points[0].y)
            mouse.down()
            for a, b in pairwise(points):
                mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
                mouse.move(b.x, b.y)
            mouse.up()
            return
        mouse.click(points[0].x, points[0].y)
        if way == "keys":
            for arrow in arrows(drag):
                keyboard.press(arrow)
        else:
            for point in points[1:]:
                mouse.click(point.x, point.y)

    # Verdict

    def verdict(self) -> str:
        """How the page says that the game is won (results, banner, board), or "none" where it does not say so.

        Where the network was cut, the page's own words are not enough: what the site never heard of is no win.
        """
        with _translated():
            look = self._await(self._times.win, until=["won"])
            return "none" if look is None or (self._unsent and look.sign != "results") else look.sign

    def screenshot(self) -> bytes | None:
        """A PNG picture of the page, or None where the page can't be pictured any more."""
        try:
            return self._page.screenshot(timeout=self._times.picture)
        except Error:
            return None

    def close(self) -> None:
        """Leave the page, which may be gone already: what came of the game is known by now."""
        with suppress(Error):
            self._page.close()


def _told(site: SiteSelectors, page: PageSelectors) -> dict[str, Any]:
    """What look.js wants to know of a page, the site's overlays and signs included."""
    parts: dict[str, Any] = page.model_dump(exclude_none=True, exclude={"draw"}, by_alias=True)
    for name in ("overlays", "won", "already"):
        both = (*getattr(page, name), *getattr(site, name))
        parts[name] = [part.model_dump(exclude_none=True, by_alias=True) for part in both]
    return parts


def _points(move: Move, look: Look) -> list[Point]:
    assert look.snapshot is not None
    return [look.points[cell.row * look.snapshot.cols + cell.col] for cell in touched(move)]


@contextmanager
def _translated() -> Iterator[None]:
    """Playwright's errors as ours: by themselves they say that page or browser is gone, hung, or out of reach."""
    try:
        yield
    except Error as error:
        if re.search(r"has been closed|crashed", error.message):
            raise Crashed("the page or its browser crashed, or was closed: play again") from error
        raise Unavailable(f"the browser gave up: {_first_line(error)}") from error


def _first_line(error: Error) -> str:
    return error.message.splitlines()[0].split("?")[0]
