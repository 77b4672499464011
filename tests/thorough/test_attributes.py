"""Pages of every game without one kind of attribute; the default run has those of one game.

CI runs it by itself: `pytest tests/thorough`.
"""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.web.schema import SiteSelectors
from tests.mutations import Source, replicas, without_each_attribute


@pytest.mark.parametrize("source", list(replicas()), ids=str)
def test_without_one_kind_of_attribute_a_page_of_any_game_is_still_read_right(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    verdicts = without_each_attribute(page, context, site, source)
    assert set(verdicts.values()) <= {"right", "refused"}
    assert list(verdicts.values()).count("right") >= 0.9 * len(verdicts), verdicts
