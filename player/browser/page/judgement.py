"""The judgement of a page on the finished board: awaited, handed in, looked for anew, and what may be its sign."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.page.arrival import MAX_STEPS, click_away
from player.browser.page.connection import map_playwright_errors
from player.browser.page.isolated_world import script
from player.browser.page.messages import News
from player.browser.page.observation import (
    BoardSeen,
    LossSeen,
    Observation,
    OverlaySeen,
    Saved,
    SeveralBoardsSeen,
    SignInSeen,
    StartSeen,
    Verdict,
    What,
    WinSeen,
    Witness,
)
from player.browser.page.page_reader import PageReader
from player.browser.page.tab import Tab
from player.browser.redaction import CONTROL
from player.browser.selectors.schema import PageSelectors
from player.errors import BoardError, PageNotUnderstood, SignInNeeded, Unavailable

#: Time after which lost documents are requested again, in milliseconds.
RELOAD_AFTER_MS = 2_000
#: Time to see what the page says now, in milliseconds.
LOOK_MS = 50
#: The name of the control that hands in the board, in the words of js/look.js.
SUBMIT = "submit"
#: Longest time for one attempt to load, in milliseconds.
MAX_LOAD_MS = 8_000
FreshPages = Callable[[], AbstractContextManager[Page]]
"""Opens an empty page in a context of its own, as the same account."""
IsOpen = Callable[[BoardSeen], bool]
"""Tells if an observation shows a board that is not solved, or another one than was played."""

_WON = [What.WON, What.ALREADY]
_UNPLAYED = StartSeen | BoardSeen | SeveralBoardsSeen


class Judgement:
    """Await the judgement of one game's page, and ask the witnesses of a saved win."""

    def __init__(
        self, reader: PageReader, clean: Callable[[str], str], fresh: FreshPages | None, *, member: bool
    ) -> None:
        """`clean` takes secrets out of a text of the page; `fresh` opens the page of a fresh load."""
        self._reader, self._tab, self._times, self._site = reader, reader.tab, reader.times, reader.site
        self._clean, self._member = clean, member
        self._fresh = fresh if reader.site.results else None
        self.watch: Callable[[], bool] | None = None
        """Called after the last move if the sign of the win is not known: it returns True if it found what may be
        one, for which there is no further wait."""
        self.refusal: str | None = None
        """The page's words that refuse the finished board; None if there are none."""

    def verdict(self, is_open: IsOpen = lambda _look: False, *, unseen: bool = False) -> Verdict:
        """Hand in the board if the page wants that; return the sign of a win, or `Verdict.NONE` if the page reports
        none.

        If the network was cut, only the results page counts: the site may not have received the moves. No open board
        is handed in, and no sign beside one counts if it was handed in, or if the finished board is `unseen`.
        """
        with map_playwright_errors():
            connection = self._tab.connection
            waits = self.watch is None or not self.watch()
            if hands_in := any(page.submit for page in self._reader.game.pages.values()):
                seen = self._handed_in(is_open)
            else:
                seen = self._judged(What.LOST) if waits else self._reader.wait(LOOK_MS, until=[What.WON, What.LOST])
            if isinstance(seen, LossSeen):
                self.refusal = self._clean(seen.text)
            if seen is None and connection.reloaded:  # the results may be on another page than the game's
                seen = self._reader.wait(self._times.response, until=[What.WON, What.ALREADY], arriving=True)
            if not isinstance(seen, WinSeen) or (connection.unsent and seen.sign != Verdict.RESULTS):
                return Verdict.NONE
            checks = (unseen or hands_in) and seen.sign is not Verdict.RESULTS and seen.held
            is_doubtful = checks and self._shows_open(is_open, **self._reader.beside(seen))
            return Verdict.NONE if is_doubtful else seen.sign

    def _shows_open(self, is_open: IsOpen, **ask: Any) -> bool:
        """Return True if the page shows an open board now, or asks to sign in."""
        with suppress(PageNotUnderstood, BoardError):  # a finished board may be drawn otherwise
            beside = self._reader.now(**ask, still=True)
            return isinstance(beside, SignInSeen) or (isinstance(beside, BoardSeen) and is_open(beside))
        return False

    def saved(self, account: str | None, sign: Verdict, *, verify: bool, played: bool = True) -> Saved | None:
        """Return what is known of the saving of a win, by `sign`, of the `account` that the page shows.

        None for a guest, whose page sends no save, and on a site whose saves are not known. With `verify`, a win is
        looked for in a fresh load. Unless it was `played` now, no save was sent.
        """
        is_member = self._member or account == "member" or self._tab.saves.any
        if not is_member or account == "guest" or not (self._site.saves or self._site.results):
            return None
        request, why = Witness.NONE, ""
        if played and self._site.saves:
            with map_playwright_errors():
                least = self._times.response if self._member and sign is not Verdict.NONE else 0
                request, why = self._tab.saves.witness(self._reader.number, least)
        if not (verify and self._fresh) or sign is Verdict.NONE:
            return Saved(sign is not Verdict.NONE, request, why=why)
        reload, reason = self._reloaded(self._fresh)
        whys = (why if request in {Witness.REFUSED, Witness.UNANSWERED} else "", reason)
        return Saved(page=True, request=request, reload=reload, why="; ".join(filter(None, whys)))

    def _judged(self, *signs: What) -> Observation | None:
        """Wait for a sign of a win, or for `signs`, and request lost documents again."""
        until, timeout = [What.WON, *signs], self._times.win
        while True:
            for part, hung in ((min(timeout, RELOAD_AFTER_MS), False), (timeout - RELOAD_AFTER_MS, True)):
                if seen := self._reader.wait(part, until=until):
                    return seen
                if self._tab.connection.reload_missing(hung=hung):
                    break
            else:
                return None

    def _handed_in(self, is_open: IsOpen) -> Observation | None:
        """Return what the page says of the board by itself, or else after it was handed in."""
        before = self._reader.wait(self._times.submit, until=[What.WON, What.LOST])
        if isinstance(before, WinSeen) or self._shows_open(is_open) or not self._hand_in():
            return before or self._judged(What.LOST)
        if before is None:
            return self._judged(What.LOST)
        # What it said before may stand until it says something else.
        return self._judged() or self._reader.wait(self._times.response, until=[What.LOST])

    def _hand_in(self) -> bool:
        """Press the control that hands in the finished board, and close what covers it; return False if it is gone."""
        for _ in range(MAX_STEPS):
            seen = self._reader.wait(self._times.response, until=[What.WON, What.OVERLAY], submit=True)
            if not isinstance(seen, OverlaySeen):
                return isinstance(seen, WinSeen)
            click_away(self._tab, seen.point)
            if seen.name == SUBMIT:
                return True
        raise PageNotUnderstood("an overlay keeps covering 'submit': fix 'overlays' in selectors.yaml")

    # A fresh load: the pages of the game as somebody sees them who comes back; nothing is pressed there

    def _reloaded(self, pages: FreshPages) -> tuple[Witness, str]:
        """Return what the site shows of the win, and why it does not confirm.

        The game's page is today's: it must not offer the game again. Its results must then be at their address.
        """
        url = self._reader.game.url
        try:
            with map_playwright_errors(), pages() as page:
                first = self._shown(page, url)
                if first[0] is not Witness.CONFIRMED:
                    return first
                return self._shown(page, urljoin(url, self._site.results), results=True)
        except (Unavailable, SignInNeeded, PageNotUnderstood) as error:
            return Witness.UNCLEAR, f"a fresh load failed: {error}"

    def _shown(self, page: Page, url: str, *, results: bool = False) -> tuple[Witness, str]:
        times = replace(self._times, load=min(self._times.load, MAX_LOAD_MS))
        tab = Tab(page, self._site, url, times.load, traces=False)
        try:
            reader = PageReader(tab, self._site, self._reader.game, times)
            tab.connection.go()
            until = [*_WON, What.START, What.GRID, What.SEVERAL]
            seen = reader.wait(times.win, until=until, arriving=True, still=True)
            if seen is not None and not isinstance(seen, WinSeen):  # what is drawn first may give way
                seen = reader.wait(times.response, until=_WON, arriving=True, still=True) or seen
            tab.connection.require_no_signin()
        finally:
            tab.leave()
        refusal, number = "", self._reader.number
        if isinstance(seen, _UNPLAYED):
            refusal = "a fresh load offers the game again"
        elif not isinstance(seen, WinSeen) or (results and seen.sign is not Verdict.RESULTS):
            return Witness.UNCLEAR, "a fresh load shows no results"
        elif seen.account == "guest":
            return Witness.UNCLEAR, "a fresh load shows a guest's page"
        elif number is not None and set(seen.numbers) - {number}:
            refusal = "a fresh load shows the results of another puzzle"
        elif results and urlsplit(url).path.rstrip("/") != urlsplit(page.url).path.rstrip("/"):
            refusal = "a fresh load of the results leads elsewhere"
        return Witness.REFUSED if refusal else Witness.CONFIRMED, refusal


NEW_ELEMENTS, NEWS = script("newcomers"), script("news")
#: The greatest number of elements in a message.
MAX_ELEMENTS = 4
#: Notes what the page shows every 60 ms, or at a quarter of the page's time.
_REPEATED = f"""(ask) => {{
  const note = {NEWS};
  const again = (pause) => {{ globalThis.playerNotes = setTimeout(() => {{
    const began = performance.now();
    note({{ ...ask, phase: "tick" }});
    again(Math.max(60, 3 * (performance.now() - began)));
  }}, pause); }};
  if (globalThis.playerNotes === undefined) again(60);
  return note(ask);
}}"""


class Recorder:
    """A record of what the page shows: what has appeared since the last move may be a sign of a win.

    From `begin` on it is kept in the page itself, from the first move on.
    """

    def __init__(self, reader: PageReader, clean: Callable[[str], str], *, texts: bool) -> None:
        """`clean` takes secrets out of a text; without `texts`, the page's own are left out of `selectors`, as they may
        be names.
        """
        self._reader, self._clean, self._texts = reader, clean, texts
        self._alerts = reader.tab.alerts
        self._boards: list[dict[str, str]] | None = None
        self._before: list[str] | None = None
        self._alerts_before = 0
        self._records = False

    def begin(self) -> None:
        """Record what the page shows from the next move on."""
        self._records = True
        self._before, self._alerts_before = None, 0
        self._alerts.clear()

    def first_move(self) -> None:
        """Note what is shown from now on, in the document that is there."""
        if self._records:
            self._answer(_REPEATED, phase="first")

    def last_move(self, page: PageSelectors) -> None:
        """Note that the last move follows; called again, the one before was not the last.

        The cells of the board of `page` are left out of what is visible now: marks come and go there.
        """
        self._boards = [{"grid": grid, "cell": cell} for grid in page.grid for cell in page.cell]
        self._visible(note=True)
        if self._records:
            self._before = json.loads(self._answer(NEWS, phase="last"))
            self._alerts_before = len(self._alerts)

    def selectors(self) -> list[str]:
        """Return what has become visible since the last move, each as a selector and its text.

        Where the network was cut it says nothing: the page may show a sign that is known, and was not believed.
        """
        if self._boards is None or self._reader.tab.connection.unsent:
            return []
        found = json.loads(self._visible(note=False))
        texts = ((one["selector"], one["text"] if self._texts else "") for one in found)
        lines = (f'{selector} "{text}"' if text else selector for selector, text in texts)
        return [self._clean(line) for line in dict.fromkeys(CONTROL.sub("", line) for line in lines)]

    def held(self) -> dict[str, str]:
        """Return the numbers of the signs in `won` that held, and if that was "before" or "after" the last move."""
        found: dict[str, str] = self._found("held", {})
        return found

    def news(self) -> list[News]:
        """Return what has appeared since the last move, which may be a sign of a win."""
        found: list[News] = self._found("news", [])
        return found

    def alerts(self) -> list[str]:
        """Return what the page's own dialogs said after the last move, and at no time before."""
        before = self._alerts[: self._alerts_before]
        return [text for text in self._alerts[self._alerts_before :] if text not in before]

    def _found(self, name: str, nothing: Any) -> Any:
        if not self._records:
            return nothing
        before = {} if self._before is None else {"before": self._before}
        return json.loads(self._answer(NEWS, phase="news", **before))[name]

    def _answer(self, script: str, **ask: Any) -> str:
        return self._reader.answer(script, boards=[], **ask)

    def _visible(self, *, note: bool) -> str:
        ask = {"site": self._reader.request["site"], "boards": self._boards, "note": note, "most": MAX_ELEMENTS}
        return self._reader.tab.world.answer(NEW_ELEMENTS, ask, self._reader.times.response)
