"""Twins of the board that the default run leaves out. CI runs it by itself: `pytest tests/thorough`."""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source
from tests.support.twin_pages import SAMPLE, is_as_expected


@pytest.mark.parametrize(("source", "kind"), [one for number, one in enumerate(SAMPLE) if number % 14], ids=str)
def test_the_board_is_told_from_twins_of_more_kinds(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str
) -> None:
    is_as_expected(page, context, site, source, kind)
