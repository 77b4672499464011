"""Learn a page in browsers of our own: one for the trials, and another one that knows nothing of the first."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from player.browser.launch import BrowserOptions, browser
from player.browser.offline.page_source import Pages
from player.browser.page.game_page import GamePage
from player.browser.page.timeouts import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import GameSelectors, LearnWords, PageSelectors, SiteSelectors
from player.browser.session import open_session
from player.doctor.learn.lab import PAGE
from player.doctor.learn.learning import Lesson, learn
from player.errors import ConfigInvalid
from player.files import SELECTORS
from player.games import GAMES, Game

#: The longest wait for a sign of a win that is in the section: an unknown one is looked for after it.
TIMES = Times(load=15_000, win=2_500)
#: What stands for the parts of a section that is not known yet: no page has such elements.
_NOTHING = "player-unknown"


@dataclass(frozen=True, slots=True)
class Visit:
    """The page to learn: its address, the site whose overlays and words are used, the browser and the session."""

    url: str
    site: SiteSelectors
    wish: BrowserOptions
    offline: Pages | None = None
    session: Path | None = None

    def unknown(self) -> SiteSelectors:
        """Return the site at the address, of whose games nothing is known but their address."""
        parts = urlsplit(self.url)
        nothing = PageSelectors(grid=[_NOTHING], cell=[_NOTHING], read={})
        page = GameSelectors.model_construct(url=self.url, pages={PAGE: nothing})
        return self.site.model_copy(
            update={
                "origin": f"{parts.scheme}://{parts.netloc}",
                "games": dict.fromkeys(GAMES, page),
                "generations": {},
                **{key: [] for key in ("won", "already", "member", "guest")},
            }
        )


def words() -> LearnWords:
    """Return the words for pages that no section describes, of the selectors file that is shipped."""
    found = load(SELECTORS).learn
    if found is None:
        raise ConfigInvalid(f"{SELECTORS} has no 'learn': install the player again")
    return found


def visit(
    where: Visit,
    games: Sequence[Game],
    say: Callable[[str], object],
    *,
    read_only: bool = False,
) -> tuple[Lesson, SiteSelectors]:
    """Return what can be learnt of a page, and its site; the sign of a win is confirmed in another context.

    In a person's own browser there is no other one: there no sign is confirmed.
    """
    site, spoken = where.unknown(), words()
    with browser(where.wish) as started, ExitStack() as stack:

        def opened() -> GamePage:
            stack.close()
            offline = deepcopy(where.offline)  # the replica remembers the wins that its pages have saved
            session = open_session(site, where.wish, offline, where.session, times=TIMES, started=started)
            page = stack.enter_context(session).tab(games[0].name)
            page.trials.careful()
            return page

        again = None if where.wish.cdp else opened
        return learn(opened(), games, spoken, say, again, read_only=read_only), site
