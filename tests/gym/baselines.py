"""Players of the gym: ours, ours without doctor and learn, a blind script, and any program that is given an address."""

import shlex
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright  # noqa: TID251  # the blind script is bare

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import open_session
from player.doctor.diagnosis import patched, visit_game
from player.doctor.learn import learning
from player.doctor.learn.learning import LearnRequest
from player.doctor.learn.search import Wanted
from player.errors import PlayerError
from player.files import SELECTORS
from player.games import GAMES
from tests.bench import floor
from tests.bench.floor_plan import of_game
from tests.gym.server import Gym
from tests.gym.tasks import board_of
from tests.support.replica import played

TIMES = Times(load=10_000)
#: What the blind script waits for: the start screen, and the results.
BLIND_TIMEOUT_MS = 3_000
PROGRAM_TIMEOUT_S = 120.0
#: The codes of boards that can't be, and of pages that differ from the selectors.
REFUSED = {65, 76}
Given = Mapping[str, Any]
Play = Callable[[Given], None]


def at(site: SiteSelectors, address: str) -> SiteSelectors:
    """Return `site` as it is found at the origin of `address`."""
    origin = address.partition("/games/")[0]
    games = {
        name: game.model_copy(update={"url": game.url.replace(site.origin, origin)})
        for name, game in site.games.items()
    }
    return site.model_copy(update={"origin": origin, "games": games})


class Ours:
    """The player with the shipped selectors; with `mends`, what it refuses is repaired by the doctor, or learnt."""

    def __init__(self, browser: Browser, site: SiteSelectors, *, mends: bool) -> None:
        self._browser, self._site, self._mends = browser, site, mends

    def __call__(self, given: Given) -> None:
        """Play one task."""
        site, game = at(self._site, given["address"]), given["game"]
        with suppress(PlayerError):
            if self._plays(site, game) or not self._mends:
                return
        with suppress(PlayerError):
            with self._opened(site, game) as page:
                report = visit_game(game, page, site)
            if (report.changes or report.generations) and self._plays(patched(site, report), game):
                return
        with suppress(PlayerError), ExitStack() as stack:
            unknown = LearnRequest(given["address"], site, BrowserOptions()).unknown_site()

            def opened() -> GamePage:
                stack.close()
                shared = nullcontext(self._browser)
                session = open_session(unknown, BrowserOptions(), None, None, times=learning.TIMES, started=shared)
                page = stack.enter_context(session).tab(game)
                page.trials.careful()
                return page

            learning.learn(opened(), Wanted([GAMES[game]]), opened)

    def _plays(self, site: SiteSelectors, game: str) -> bool:
        """Play a game; return False if its page is refused, and raise PlayerError for other failures."""
        with self._opened(site, game) as page:
            try:
                played(game, page)
            except PlayerError as error:
                if error.code not in REFUSED:
                    raise
                return False
            return True

    @contextmanager
    def _opened(self, site: SiteSelectors, game: str) -> Iterator[GamePage]:
        context = self._browser.new_context(**context_arguments(site))
        try:
            yield GamePage(context.new_page(), site, site.games[game], TIMES)
        finally:
            context.close()


class Blind:
    """Bare Playwright: the moves at the places that the cells have on the plain page, and no look at what became."""

    def __init__(self, browser: Browser, site: SiteSelectors) -> None:
        self._browser, self._site = browser, site

    def __call__(self, given: Given) -> None:
        """Play one task."""
        context = self._browser.new_context(**context_arguments(self._site))
        try:
            plan = self._plan(context.new_page(), given)
            context.unroute_all()
            page = context.new_page()
            page.set_default_timeout(BLIND_TIMEOUT_MS)
            self._send(page, {**plan, "url": given["address"]})
        finally:
            context.close()

    def _plan(self, page: Page, given: Given) -> dict[str, Any]:
        game = given["game"]
        pages = sources.replica("linkedin", self._site.origin, given["build"])
        replace(pages, boards={game: board_of(game, given["seed"])}).attach(page.context)
        return of_game(page, self._site, game)

    @staticmethod
    def _send(page: Page, plan: dict[str, Any]) -> None:
        with suppress(Error):
            page.goto(plan["url"], wait_until="domcontentloaded")
        inside = page.frame_locator(floor.FRAME) if plan["framed"] else page
        waits: list[Callable[[], Any]] = [
            inside.locator(floor.START[plan["framed"]]).first.click,
            inside.locator("[data-cell-idx]").first.wait_for,
            *([inside.locator(floor.MODAL).click] if plan["modal"] else []),
            lambda: floor.send(page, plan["inputs"]),
            inside.locator(".pr-top__headline").wait_for,
        ]
        for wait in waits:  # a changed page has no start screen, for one
            with suppress(Error):
                wait()


def program(command: str) -> Play:
    """Return a player that runs `command` for each task, with {address}, {game} and the other keys filled in."""

    def play(given: Given) -> None:
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(
                [part.format(**given) for part in shlex.split(command)], check=False, timeout=PROGRAM_TIMEOUT_S
            )

    return play


def run(gym: Gym, name: str, play: Play, tell: Callable[[str], object]) -> None:
    """Let a player play all of its tasks."""
    while given := gym.next(name):
        try:
            play(given)
        except (PlayerError, Error) as error:
            tell(f"{name}: {error}")
        gym.end(name)
        row = gym.state(given["id"])
        words = (row["game"], row["build"], row["change"])
        tell(f"{name}: {', '.join(words)}: {row['state']}, {row['wrong_inputs']} wrong of {row['inputs']} inputs")


def run_baselines(gym: Gym, tell: Callable[[str], object]) -> None:
    """Let the three baselines play the same tasks."""
    site = load(SELECTORS).site("linkedin")
    with sync_playwright() as playwright:
        browser, _ = launch(playwright, BrowserOptions())
        players: dict[str, Play] = {
            "the player": Ours(browser, site, mends=True),
            "the player without doctor and learn": Ours(browser, site, mends=False),
            "a blind script": Blind(browser, site),
        }
        for name, play in players.items():
            run(gym, name, play, tell)
        browser.close()
