"""Damage to pages that the default run leaves out: kinds of attributes on all games, and most kinds of damage.

`-m ''` runs it: CI has the rest, in `tests/browser/test_mutations.py`.
"""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source, replicas
from tests.support.damaged_pages import SAMPLE, is_mostly_right_without_an_attribute, is_right_or_refused

pytestmark = pytest.mark.more


@pytest.mark.parametrize("source", list(replicas()), ids=str)
def test_without_one_kind_of_attribute_a_page_of_any_game_is_still_read_right(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    is_mostly_right_without_an_attribute(page, context, site, source)


@pytest.mark.parametrize(("source", "damage"), [one for number, one in enumerate(SAMPLE) if number % 4], ids=str)
def test_no_page_damaged_in_another_way_is_read_as_another_board(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, damage: str
) -> None:
    is_right_or_refused(page, context, site, source, damage)
