"""What members have of their own: a clock not to be beaten, boards that guests read better, a hand that learns."""

from playwright.sync_api import BrowserContext  # noqa: TID251

from player.web import offline
from player.web.schema import SiteSelectors
from player.web.visit import Visit
from tests.browser.test_walk import boards, played

QUEENS, ZIP = boards("queens")[0], boards("zip")[0]


# The way to draw


def test_the_way_that_worked_is_used_on_in_this_game_and_the_next(context: BrowserContext, site: SiteSelectors) -> None:
    pages = offline.replica("linkedin", site.origin, "sdui", inputs=["taps"], path=ZIP["solution"][:20])
    pages.attach(context)
    visit = Visit(context, site, pages, "chromium")
    first, second = (played("zip", visit.tab("zip")) for _ in range(2))
    assert [(result.outcome, result.attempts, result.way) for result in (first, second)] == [
        ("solved", 3, "taps"),
        ("solved", 1, "taps"),
    ]
