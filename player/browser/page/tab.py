"""A browser's tab that shows pages of a site: its timeouts and timer, its listeners, and the saves that it sends."""

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import (  # noqa: TID251  # web drives the browser
    Dialog,
    Error,
    Mouse,
    Page,
    Request,
    Response,
)

from player.browser.page.connection import Connection, listen
from player.browser.page.isolated_world import IsolatedWorld, script
from player.browser.page.observation import Witness
from player.browser.page.pending import PendingWork
from player.browser.page.request_guard import RequestGuard
from player.browser.selectors.controls import Save
from player.browser.selectors.schema import SiteSelectors

if TYPE_CHECKING:
    from player.browser.page.devices import Finger


#: Limit for loading a page without scripts, in milliseconds.
STILL_LOAD_MS = 3_000
#: What is filled in where a page asks for a name.
NAME = "Player"


@dataclass(frozen=True, slots=True)
class Times:
    """Timeouts in milliseconds."""

    load: float = 20_000
    """For a page to load: long enough never to take a slow page for a changed one."""
    response: float = 1_500
    """For a click on Start, or on an overlay's close button, to take effect before it is repeated."""
    shown: float = 1_200
    """For the moves of one batch to show on the board."""
    win: float = 10_000
    """For the page to show that the game is won."""
    submit: float = 1_500
    """For the page to show the verdict by itself, before the finished board is handed in."""
    quiet: float = 4_000
    """For a refused board to be stable before the refusal is final: a board may appear in parts."""
    stood: float = 2_500
    """For a board to be stable before the first input, if the page may replace it and nothing shows when."""
    picture: float = 5_000
    finish: float = 0
    """The value of the page's own timer before the winning input."""
    standstill: float = 5_000
    """For a timer that stands still, beyond `finish`."""
    from_files: bool = False
    """True if pages come out of files: an attempt to load one has no limit but the deadline."""

    def of_still_page(self) -> "Times":
        """Return the timeouts of a page without scripts, out of a file: it has at once all that it will have."""
        return replace(self, load=min(self.load, STILL_LOAD_MS), from_files=True)

    @property
    def attempt(self) -> float:
        """The time for one attempt to load a document; 0 for no limit."""
        return 0 if self.from_files else self.load


#: Longest wait for the answer to a save, in seconds, and the part of it after which the page is looked at again.
ANSWER_TIMEOUT_S, SLICE_MS = 5.0, 250
#: A line of a stream of components: its number, a kind, and JSON.
_ROW = re.compile(r"[0-9a-f]+:[A-Z]{0,2}([\[{].*)")


@dataclass(slots=True)
class _Sent:
    """A save that the page has sent: its puzzles, whether it says that the game is won or lost, its answer."""

    kind: Save
    numbers: set[int]
    won: bool
    lost: bool
    is_answered: bool = False
    """True if its answer is judged, or will never come."""
    witness: Witness = Witness.UNANSWERED
    why: str = "no answer to its save came"


class Saves:
    """Watch the saves of one tab, in all of its frames. None of them is sent, changed or delayed."""

    def __init__(self, page: Page, site: SiteSelectors, url: str) -> None:
        """`url` is the address of the game's page."""
        self._page, self._site = page, site
        self._path = urlsplit(url).path.rstrip("/") + "/"
        self._sent: dict[Request, _Sent] = {}
        heard: dict[str, Callable[[Any], object]] = {"request": self._note, "response": self._hear_headers}
        heard |= {"requestfinished": self._hear, "requestfailed": self._hear}
        self.leave = listen(page, **heard if site.saves else {})
        """Removes our listeners from the page."""

    def forget(self) -> None:
        """Forget what was sent so far: the winning moves are about to be made."""
        self._sent.clear()

    @property
    def any(self) -> bool:
        """True if the page has sent a save."""
        return bool(self._sent)

    def witness(self, number: int | None, least_ms: float) -> tuple[Witness, str]:
        """Return what the answer to the last save says of a win of puzzle `number`, and why it does not confirm.

        A save may begin within `least_ms` milliseconds; its answer is awaited for a few seconds.
        """
        begun, end = perf_counter() + least_ms / 1000, perf_counter() + ANSWER_TIMEOUT_S
        while perf_counter() < (end if self._sent else begun):
            if self._sent and all(one.is_answered for one in self._sent.values()):
                break
            with suppress(Error):
                self._page.wait_for_event("requestfinished", timeout=SLICE_MS)
            if self._page.is_closed():
                break
        if not self._sent:
            return Witness.NONE, "the page sent no save"
        last = [*self._sent.values()][-1]
        if number is not None and last.numbers - {number}:
            return Witness.REFUSED, "its save is of another puzzle"
        if last.lost:
            return Witness.REFUSED, "its save says that the game is not won"
        return last.witness, last.why

    def _note(self, request: Request) -> None:
        """Note a request that saves the state of a game."""
        if request.method == "GET" or not request.url.startswith(f"{self._site.origin}/"):
            return
        where = unquote(request.url.removeprefix(self._site.origin))
        for kind in self._site.saves:
            if request.method == kind.method and re.search(kind.url, where, re.IGNORECASE):
                body = request.post_data_buffer or b""
                text = _plain(f"{where}\n{unquote(body.decode(errors='replace'))}")
                if all(re.search(part, text, re.IGNORECASE) for part in kind.request):
                    won = _has(kind.won, text)
                    self._sent[request] = _Sent(kind, _numbers(kind, text), won, not won and _has(kind.lost, text))
                    return

    def _hear_headers(self, response: Response) -> None:
        """Note an answer whose end may never be reported, because the page leaves."""
        if sent := self._sent.get(response.request):
            sent.witness, sent.why = Witness.UNCLEAR, "the answer to its save can't be read"
            if response.status >= HTTPStatus.BAD_REQUEST:
                sent.witness, sent.why = Witness.REFUSED, f"the server answers {response.status} to its save"

    def _hear(self, request: Request) -> None:
        """Judge an answer at once: the browser drops it with its document."""
        if sent := self._sent.get(request):
            with suppress(Error):  # what its headers say stands
                if response := request.response():
                    sent.witness, sent.why = self._judged(sent, response)
            sent.is_answered = True

    def _judged(self, sent: _Sent, response: Response) -> tuple[Witness, str]:
        """Return what an answer says of the win, and why it does not confirm."""
        if response.from_service_worker:
            return Witness.UNCLEAR, "a script of the page answered its save, not the server"
        if response.status >= HTTPStatus.BAD_REQUEST:
            return Witness.REFUSED, f"the server answers {response.status} to its save"
        if response.status >= HTTPStatus.MULTIPLE_CHOICES:
            to = urlsplit(response.headers.get("location", "")).path
            if self._site.signin and re.search(self._site.signin, to):
                return Witness.REFUSED, "the site asks to sign in when it is saved"
            return Witness.UNCLEAR, "the server sends its save elsewhere"
        body = response.body().decode(errors="replace")
        sent.numbers |= _numbers(sent.kind, _plain(body))
        return answer_says(sent.kind, self._path, body, won=sent.won)


def answer_says(kind: Save, path: str, body: str, *, won: bool) -> tuple[Witness, str]:
    """Return what the body of an answer says of a win of the game whose page is at `path`, and why it does not confirm.

    `won` is True if the request said that the game is won.
    """
    text = _plain(body)
    won_too = _has(kind.won, text)
    if (_has(kind.lost, text) and not won_too) or any(_has(part, text) for part in kind.refused):
        return Witness.REFUSED, "the answer to its save says that it is not saved"
    says = all(_has(part.replace("{path}", re.escape(path)), text) for part in kind.answer)
    if not (is_whole(body) and says and (won or won_too)):
        return Witness.UNCLEAR, "the answer to its save is not that to a win of this game"
    return Witness.CONFIRMED, ""


def is_whole(body: str) -> bool:
    """Return True if an answer is JSON, or lines of components with whole JSON, and was not cut off."""
    lines = body.strip().splitlines()
    rows = [row[1] for line in lines if (row := _ROW.fullmatch(line))]
    try:
        for part in rows or [body]:
            json.loads(part)
    except (ValueError, RecursionError):
        return False
    return not rows or _ROW.fullmatch(lines[-1]) is not None


def _plain(text: str) -> str:
    """Return a text with the slashes and quotation marks that JSON escapes."""
    return text.replace("\\/", "/").replace('\\"', '"')


def _has(pattern: str | None, text: str) -> bool:
    return pattern is not None and re.search(pattern, text, re.IGNORECASE) is not None


def _numbers(kind: Save, text: str) -> set[int]:
    return {int(found[1]) for found in re.finditer(kind.number, text, re.IGNORECASE)} if kind.number else set()


class Tab:
    """A tab, and one set of listeners for all that read it."""

    def __init__(self, page: Page, site: SiteSelectors, url: str, timeout: float, *, traces: bool = True) -> None:
        """`timeout` is for `url` to load, in milliseconds.

        `traces` is False if somebody else uses the browser: then its dialogs are theirs, too.
        """
        self.page = page
        self.world = IsolatedWorld(page)
        self.alerts: list[str] = []
        """The texts of the page's own dialogs since the first `hear_dialogs`."""
        self._unheard: Callable[[], None] | None = None
        self.guard = RequestGuard(page, self.world, url)
        """The guard against requests that a press sets off; it does nothing until it watches."""
        self.connection = Connection(page, site, url, timeout, self.guard.loads)
        self.pending = PendingWork(page, site.origin, traces=traces)
        self.saves = Saves(page, site, url)
        self.mouse: Mouse | Finger = page.mouse
        """The pointer: a finger once `touches` was called."""
        if traces:
            self.hear_dialogs()

    def hear_dialogs(self) -> None:
        """Record the page's own dialogs from now on; repeated calls have no effect."""
        self._unheard = self._unheard or listen(self.page, dialog=self._hear)

    def _hear(self, dialog: Dialog) -> None:
        """Record a dialog's text, and answer it as an unattended browser does; what is asked for again gets a name."""
        is_again = dialog.message in self.alerts
        self.alerts.append(dialog.message)
        with suppress(Error):  # already answered
            if dialog.type == "prompt" and is_again:
                dialog.accept(NAME)
            elif dialog.type == "beforeunload":
                dialog.accept()
            else:
                dialog.dismiss()

    def touches(self) -> None:
        """Use a finger from now on."""
        if self.mouse is self.page.mouse:
            from player.browser.page.devices import Finger  # noqa: PLC0415  # of few pages

            self.mouse = Finger(self.world)

    def leave(self) -> None:
        """Remove our listeners; the tab stays as it is."""
        self.world.leave()
        if self._unheard:
            self._unheard()
        self.connection.leave()
        self.guard.leave()
        self.pending.leave()
        self.saves.leave()

    def to_front(self) -> None:
        """Make the page the visible one of its window: a browser draws no others, and slows their timers."""
        with suppress(Error):
            self.page.bring_to_front()


CLOCK = script("clock")

#: Time beyond the longest wait after which a page without an answer is hung, in seconds.
HUNG_TIMEOUT_S = 20


class TimerGuard:
    """Wait until the page's timer shows what `times` has as `finish`; one that stands still is not waited for."""

    def __init__(self, world: IsolatedWorld, site: dict[str, Any], times: Times) -> None:
        self._world, self._site = world, site
        self._least, self._most = times.finish / 1000, (times.finish + times.standstill) / 1000
        self._began = perf_counter()

    def begin(self) -> None:
        """Record the time at which the board was first seen: the page's timer started no later."""
        self._began = perf_counter()

    def wait(self, timer: Sequence[str]) -> tuple[float | None, bool]:
        """Return the timer's value in seconds, and True if there was a wait.

        If no selector in `timer` finds a timer, the value is None, and as many seconds must have passed since `begin`.
        Guests, who need no such time, do not wait.
        """
        if not self._least:
            return None, False
        rest = self._least - (perf_counter() - self._began)
        ask = {"site": self._site, "timer": list(timer), "least": self._least, "most": self._most, "rest": rest}
        answer = self._world.ask(CLOCK, ask, 1000 * (self._most + HUNG_TIMEOUT_S))
        if answer is None:
            return None, True
        clock = json.loads(answer)
        return clock["timer"], clock["waited"]
