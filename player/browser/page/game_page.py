"""One game's page, driven through its selectors: open, perform, verdict. It knows no rules of the game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING

from playwright.sync_api import Error, FloatRect, Page  # noqa: TID251  # web drives the browser

from player.browser.failures import map_playwright_errors
from player.browser.page.arrival import Arrival, BoardSource
from player.browser.page.board_picture import BoardPicture, pictures
from player.browser.page.inputs import InputMethods
from player.browser.page.judgement import FreshLoad, FreshPages, Judgement
from player.browser.page.messages import NewsResponse
from player.browser.page.newcomers import Recorder
from player.browser.page.observation import (
    BoardOrWin,
    BoardSeen,
    NothingSeen,
    Observation,
    Saved,
    Verdict,
    WinSeen,
    Witness,
)
from player.browser.page.page_reader import PageCapture, PageReader
from player.browser.page.performer import Performed, Performer
from player.browser.page.picture_reader import PictureReader
from player.browser.page.presentation import Presentation
from player.browser.page.tab import Tab, Times
from player.browser.page.timing import TimerGuard
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.games import Game
from player.games.moves import Move

if TYPE_CHECKING:
    from player.browser.page.trials import Trials


class GamePage:
    """The page of one game in a browser's tab, and its presentation to an audience.

    It is composed of a reader, the arrival at the board, a performer of moves, and a source of boards. Every method
    raises Unavailable for temporary failures (network, crash), PageNotUnderstood if the page differs from
    selectors.yaml, and SignInNeeded if the site asks to sign in.
    """

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times = Times(),
        methods: InputMethods | None = None,
        *,
        source: BoardSource | None = None,
        member: bool = False,
        borrowed: bool = False,
        in_place: bool = False,
        clean: Callable[[str], str] = str,
        fresh: FreshPages | None = None,
        shared: "GamePage | None" = None,
    ) -> None:
        """`methods` holds the input methods that worked on the site's pages; `source` is where boards are read.

        A page for a `member` is refused if it is a guest's. In a `borrowed` browser, which somebody else uses, nothing
        is traced. Both may show a name. A page that is played `in_place` is never loaded: the game is where it is.
        `clean` takes secrets out of a text of the page. `fresh` opens the page of a fresh load. `shared` is the same
        tab with other selectors: its listeners are reused.
        """
        self.site, self.address = site, game.url
        self._times = times
        self.pause: Callable[[BoardSeen], object] | None = None
        """Called with the board before the last move, once: it may wait there, or make other moves."""
        self.watch: Callable[[], bool] | None = None
        """Called after the last move if the sign of the win is not known: it returns True if it found what may be
        one, for which there is no further wait."""
        self.rejection: str | None = None
        """The page's words that refuse the finished board; None if there are none."""
        self._member, self._private = member, member or borrowed
        self._fresh = FreshLoad(fresh, site, game, times) if fresh and site.results else None
        self._clean = clean
        self._source = source = source or BoardSource()
        self._tab: Tab = shared._tab if shared else Tab(page, site, game.url, times.attempt, traces=not borrowed)  # noqa: SLF001  # one of ours
        self._reader = PageReader(
            *(self._tab, site, game, times), elsewhere=source.elsewhere, completed=source.completed
        )
        self.screening = Presentation(page, self._tab.world)
        timer = TimerGuard(self._tab.world, self._reader.request["site"], times.finish / 1000, times.standstill / 1000)
        methods = methods or InputMethods()
        self._arrival = Arrival(
            *(self._reader, methods, timer),
            source=self._source,
            member=member,
            stays=game.board.stays and not in_place,
            reached=in_place,
        )
        self._performer = Performer(self._reader, methods, timer, arrival=self._arrival, screening=self.screening)
        self._judgement = Judgement(self._reader)
        self._trials: Trials | None = None

    @property
    def trials(self) -> "Trials":
        """The trials that may be made on a page that no section describes."""
        from player.browser.page.trials import Trials  # noqa: PLC0415  # a play tries nothing

        self._trials = self._trials or Trials(self._tab.page, self._reader, self._performer.hand)
        return self._trials

    def by(self, site: SiteSelectors, game: GameSelectors) -> "GamePage":
        """Return the same page with other selectors."""
        return GamePage(self._tab.page, site, game, self._times, shared=self)

    @property
    def wants_pictures(self) -> bool:
        """True if a section of the game says that its page is played by sight."""
        return any(page.sight for page in self._reader.game.pages.values())

    @property
    def reads_pictures(self) -> bool:
        """True if the board is read from pictures."""
        return self._reader.picture_reader is not None

    def shows(self, game: Game) -> bool:
        """Return whether a picture of the page as it is may show a board of `game`, or what comes before it."""
        if type(self._source) is not BoardSource or not game.has("sight"):
            return False
        with map_playwright_errors():
            now = self._picture_reader(game).now(arriving=True)
        return not isinstance(now, NothingSeen)

    def read_from_pictures(self, game: Game) -> None:
        """Read the board of `game` from pictures from now on; raise NotInstalled if they can't be read."""
        self._reader.picture_reader = self._picture_reader(game)

    def _picture_reader(self, game: Game) -> PictureReader:
        reader, hide = self._reader, self.screening.overlay.hide
        return PictureReader(game, reader.tab, reader.game, reader.request, reader.times, hide=hide)

    # The way to the board

    @property
    def say(self) -> Callable[[str], object]:
        """Called with one line about a wait that takes long."""
        return self._arrival.say

    @say.setter
    def say(self, tell: Callable[[str], object]) -> None:
        self._arrival.say = tell

    @property
    def closed(self) -> list[str]:
        """The names of the overlays that were closed on the way to the board."""
        return self._arrival.closed

    def go_ahead(self) -> None:
        """Load the page before its turn, up to its start screen; `open` goes on from there (see `HeadStart.go`)."""
        self._arrival.head_start.go()

    @property
    def number(self) -> int | None:
        """The puzzle's number that the page shows; None if it has shown none, or several."""
        return self._reader.number

    @property
    def started(self) -> bool:
        """True if the page had a start screen."""
        return self._arrival.started

    @property
    def is_closed(self) -> bool:
        """True if the page was closed, or crashed."""
        return self._tab.page.is_closed()

    def to_front(self) -> None:
        """Make the page the visible one of its window: a browser draws no others, and slows their timers."""
        with suppress(Error):
            self._tab.page.bring_to_front()

    def open(self) -> BoardOrWin:
        """Go to the game, press Start, close overlays; return the observation of the board or of an earlier win."""
        return self._source.open(self._arrival)

    def reach(self) -> BoardOrWin:
        """Close overlays on the page as it is; return the observation of the board, or of a win."""
        return self._arrival.reach()

    def later(self, look: BoardSeen, *, sound: bool, replaced: bool = False) -> BoardOrWin | None:
        """Return the first observation of a board other than that of `look`; None once the page will not change any
        more (see `Arrival.later`).
        """
        return self._arrival.later(look, sound=sound, replaced=replaced)

    def again(self, look: BoardSeen) -> BoardOrWin:
        """Observe the page right before the first input: the board of `look` where it is now, or something else."""
        return self._arrival.again(look)

    # Moves

    def batches(self, moves: Sequence[Move], look: BoardSeen) -> Iterable[Sequence[Move]]:
        """Split `moves` into batches to perform."""
        return self._performer.batches(moves, look)

    def perform(
        self,
        moves: Sequence[Move],
        look: BoardSeen,
        field: str,
        shown: Mapping[int, str | bool],
        *,
        wins: bool,
        patience: int,
        done: Mapping[str, int] = MappingProxyType({}),
    ) -> Performed:
        """Make `moves` on the board of `look`, and wait until the page shows them (see `Performer.perform`)."""
        if wins:
            self._tab.saves.forget()
        return self._performer.perform(moves, look, field, shown, wins=wins, patience=patience, done=done)

    # Verdict

    def refute(self, sign: WinSeen) -> None:
        """Believe no sign that holds in `sign` from now on: it held before the last move."""
        self._reader.request["refuted"] = [*self._reader.request["refuted"], *sign.held]

    def verdict(self) -> Verdict:
        """Hand in the board if the page wants that; return the sign of a win, or `Verdict.NONE` if the page reports
        none (see `Judgement.verdict`).
        """
        with map_playwright_errors():
            sign = self._judgement.verdict(waits=self.watch is None or not self.watch())
            if self._judgement.refusal is not None:
                self.rejection = self._clean(self._judgement.refusal)
            return sign

    def saved(self, account: str | None, sign: Verdict, *, verify: bool, played: bool = True) -> Saved | None:
        """Return what is known of the saving of a win, by `sign`, of the `account` that the page shows.

        None for a guest, whose page sends no save, and on a site whose saves are not known. With `verify`, a win is
        looked for in a fresh load. Unless it was `played` now, no save was sent.
        """
        is_member = self._member or account == "member" or self._tab.saves.any
        if not is_member or account == "guest" or not (self.site.saves or self.site.results):
            return None
        request, why = Witness.NONE, ""
        if played and self.site.saves:
            with map_playwright_errors():
                least = self._times.response if self._member and sign is not Verdict.NONE else 0
                request, why = self._tab.saves.said(self.number, least)
        if not (verify and self._fresh) or sign is Verdict.NONE:
            return Saved(sign is not Verdict.NONE, request, why=why)
        reload, reason = self._fresh.said(self.number)
        whys = (why if request in {Witness.REFUSED, Witness.UNANSWERED} else "", reason)
        return Saved(page=True, request=request, reload=reload, why="; ".join(filter(None, whys)))

    def newcomers(self) -> list[str]:
        """Return what became visible after the last input; without its texts on a page that may show a name.

        Where the network was cut it says nothing: the page may show a sign that is known, and was not believed.
        """
        if self._tab.connection.unsent:
            return []
        with map_playwright_errors():
            return [self._clean(line) for line in self._performer.newcomers.selectors(texts=not self._private)]

    def record(self) -> None:
        """Note all that the page shows from the next move on."""
        self._tab.alerts.texts.clear()
        said, timeout = self._tab.alerts.texts, self._times.response
        self._performer.recorder = Recorder(self._tab.world, self._reader.request, said, timeout)

    def news(self) -> tuple[NewsResponse, list[str]]:
        """Return what has appeared on the page since the last move, which may be a sign of a win, and what it said in
        dialogs of its own.
        """
        recorder = self._performer.recorder
        if recorder is None:
            return {"held": {}, "news": []}, []
        with map_playwright_errors():
            return recorder.news(), recorder.alerts()

    # Observation and evidence

    def look(self) -> Observation:
        """Observe the page as it is now."""
        return self._reader.now()

    def changed(self, look: BoardSeen, missing: Callable[[str], object] = bool) -> BoardOrWin:
        """Return the first observation of a win, or of a board other than that of `look`; touch nothing (see
        `PageReader.changed`).
        """
        return self._reader.changed(look, missing)

    def answer(self, script: str, page: PageSelectors | None = None, name: str = "") -> str:
        """Return the page's answer to one of our scripts, with `page` in place of the section `name`, if given."""
        return self._reader.answer(script, page, name)

    def keep(self) -> PageCapture | None:
        """Return the markup of the board; None if the page does not answer any more, or was never loaded."""
        if not self._tab.loaded:
            return None
        self.screening.overlay.hide()
        return self._reader.keep()

    def screenshot(self, box: FloatRect | None = None) -> bytes | None:
        """Return a PNG of the page, or of the rectangle `box`; None if the page can't be captured any more."""
        self.screening.overlay.hide()
        return self._reader.screenshot(box)

    def pictures(self, look: BoardSeen) -> Iterator[BoardPicture | None]:
        """Yield pictures of the board of `look`, one after another as long as a board may appear in parts.

        None stands for a board that can't be pictured. They end when the page shows another board.
        """
        self.screening.overlay.hide()
        return pictures(self._reader, look, self._times.quiet)

    def leave(self) -> None:
        """Remove our listeners from the page, and what we have put over it; it stays open."""
        self.screening.overlay.hide()
        self._tab.leave()

    def close(self) -> None:
        """Close the page, which may be gone already."""
        with suppress(Error):
            self._tab.page.close()
