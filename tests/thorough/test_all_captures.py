"""The captured pages that the default run leaves out: each is read equal to the known board, and won move by move.

`-m ''` runs it: in CI `tests/browser/test_recorded_pages.py` has those of the latest days.
"""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.support.captured_pages import DAYS, PAGES, is_read_right_and_won, name_of


@pytest.mark.more
@pytest.mark.skipif(not PAGES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("path", [path for path in PAGES if path.parent.name not in DAYS], ids=name_of)
def test_an_older_captured_page_is_read_right_and_won(
    page: Page, context: BrowserContext, site: SiteSelectors, path: Path
) -> None:
    is_read_right_and_won(page, context, site, path)
