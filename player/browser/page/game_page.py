"""One game's page, driven through its selectors. It knows no rules of the game."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from playwright.sync_api import Page  # noqa: TID251  # web drives the browser

from player.browser.page.arrival import Arrival
from player.browser.page.connection import in_background
from player.browser.page.inputs import BORDERS, InputMethods
from player.browser.page.judgement import FreshPages, Judgement, Recorder
from player.browser.page.observation import BoardOrWin, BoardSeen, NothingSeen
from player.browser.page.page_reader import PageReader
from player.browser.page.performer import Performer
from player.browser.page.presentation import Presentation
from player.browser.page.tab import Tab, TimerGuard, Times
from player.browser.selectors.schema import GameSelectors, SiteSelectors
from player.games import Game

if TYPE_CHECKING:
    from pathlib import Path

    from player.browser.page.picture_reader import PictureReader
    from player.browser.page.proving import GuestTab
    from player.browser.page.trials import Trials


class GamePage:
    """The page of one game in a browser's tab, and its parts.

    `reader` observes the page, `arrival` leads to the board, `performer` makes moves, `judgement` awaits the verdict,
    and `presentation` shows the play to an audience. Each raises Unavailable for temporary failures (network, crash),
    PageNotUnderstood if the page differs from selectors.yaml, and SignInNeeded if the site asks to sign in.
    """

    def __init__(
        self,
        page: Page,
        site: SiteSelectors,
        game: GameSelectors,
        times: Times = Times(),
        methods: InputMethods | None = None,
        *,
        guest: "GuestTab | None" = None,
        still: "Path | None" = None,
        member: bool = False,
        borrowed: bool = False,
        in_place: bool = False,
        clean: Callable[[str], str] = str,
        fresh: FreshPages | None = None,
        tab: Tab | None = None,
    ) -> None:
        """`methods` holds the input methods that worked on the site's pages; `guest` is where boards are read.

        A page for a `member` is refused if it is a guest's. In a `borrowed` browser, which somebody else uses, nothing
        is traced. Both may show a name. A page that is played `in_place` is never loaded: the game is where it is. One
        saved to the file `still` has no scripts. `clean` takes secrets out of a text of the page. `fresh` opens a page
        for a fresh load. `tab` is that of `page` with its listeners, if it has some.
        """
        self.pause: Callable[[BoardSeen], object] | None = None
        """Called with the board before the last move, once: it may wait there, or make other moves."""
        self.pauses_first = False
        """True if `pause` comes before all moves, where a page does not take a begun path back."""
        self._guest, self._is_still = guest, still is not None
        self.tab = tab = tab or Tab(page, site, game.url, times.attempt, traces=not borrowed)
        if game.touched:
            tab.touches()
        self.reader = reader = PageReader(tab, site, game, times, guest)
        self.presentation = Presentation(page, tab.world)
        reader.hide = self.presentation.hide
        timer = TimerGuard(tab.world, reader.request["site"], times)
        methods = methods or InputMethods()
        self.arrival = Arrival(reader, methods, timer, member=member, in_place=in_place, still=still)
        recorder = Recorder(reader, clean, texts=not (member or borrowed))
        self.performer = Performer(
            *(reader, methods, timer, self.arrival), presentation=self.presentation, recorder=recorder
        )
        self.judgement = Judgement(reader, clean, fresh, member=member)

    @cached_property
    def trials(self) -> "Trials":
        """The trials that may be made on a page that no section describes."""
        from player.browser.page.trials import Trials  # noqa: PLC0415  # a play tries nothing

        return Trials(self.reader, self.performer.devices)

    def by(self, site: SiteSelectors, game: GameSelectors) -> "GamePage":
        """Return the same page with other selectors."""
        return GamePage(self.tab.page, site, game, self.reader.times, tab=self.tab)

    @property
    def address(self) -> str:
        """The address of the page."""
        return self.tab.page.url

    @property
    def draws_borders(self) -> bool:
        """True if rectangles may be drawn by the lines around them only: no picture tells."""
        return self.reads_pictures or any(page.draw == [BORDERS] for page in self.reader.game.pages.values())

    @property
    def reads_pictures(self) -> bool:
        """True if the board is read from pictures."""
        return self.reader.picture_reader is not None

    def shows(self, game: Game) -> bool:
        """Return whether a picture of the page as it is may show a board of `game`, or what comes before it."""
        if self._guest or self._is_still or not game.has("sight"):
            return False
        return not isinstance(self._pictures(game).now(arriving=True), NothingSeen)

    def read_as_its_section_says(self, game: Game) -> None:
        """Read the board of `game` from pictures from now on if a section says that its page is played by sight."""
        if any(page.sight for page in self.reader.game.pages.values()):
            self.read_from_pictures(game)

    def read_from_pictures(self, game: Game) -> None:
        """Read the board of `game` from pictures from now on; raise NotInstalled if they can't be read."""
        self.reader.picture_reader = self._pictures(game)

    def _pictures(self, game: Game) -> "PictureReader":
        from player.browser.page.picture_reader import PictureReader  # noqa: PLC0415  # of few pages

        return PictureReader(game, self.reader)

    def open(self) -> BoardOrWin:
        """Go to the game, press Start, close overlays; return the observation of the board or of an earlier win."""
        return self._guest.open(self.arrival) if self._guest else self.arrival.open()

    def leave(self) -> None:
        """Remove our listeners from the page, and what we have put over it; it stays open."""
        self.presentation.hide()
        self.tab.leave()

    def end_trace(self) -> None:
        """End the trace of the page, which stays open: a browser allows one, that of the next page."""
        self.tab.pending.end()

    def close(self) -> None:
        """Begin to close the page, which may be gone already; nobody waits for that."""
        in_background(self.tab.page.close)
