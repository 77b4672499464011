"""News of the real site, beside the checkout: its boards have one solution each, and its new page is read and won."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.boards.board_json import board_of
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.doctor.probe import take_survey
from player.games import GAMES
from player.proof import prove
from tests.support.places import SHARED
from tests.support.replica import PATIENT, played

NEWS = SHARED / "news"
PAGES = sorted(NEWS.glob("*/*.html"))

pytestmark = pytest.mark.skipif(not PAGES, reason="no news of the site: ../shared/news is not there")


def boards() -> list[dict[str, Any]]:
    return [json.loads(line) for line in (NEWS / "boards.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.full
def test_each_board_of_the_news_has_one_solution() -> None:
    found: Counter[str] = Counter()
    for data in boards():
        game, board = board_of(data)
        assert prove(game, board).solutions == 1, data["id"]
        found[game.name] += 1
    assert found.total() == 144


@pytest.mark.full
@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.stem} of {path.parent.name}")
def test_the_new_page_is_read_and_won(page: Page, context: BrowserContext, site: SiteSelectors, path: Any) -> None:
    game = GAMES[path.stem]
    sources.captured("linkedin", site.origin, path.parent).attach(context)
    opened = GamePage(page, site, site.games[game.name], PATIENT)
    opened.open()
    assert not {name for name in take_survey(opened).attributes["class"] if name.startswith("gfl")}
    result = played(game.name, opened)
    assert result.outcome == "solved"
    shapes = path.read_text(encoding="utf-8").count("data-shape=")
    assert len(game.board.to_json(result.board)["clues"]) == shapes > 5
