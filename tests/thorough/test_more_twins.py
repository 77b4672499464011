"""A quarter of the kinds of twins of the board, beside those of `tests/browser/test_several_boards.py`.

`python -m tests.twins` judges all of them on every page.
"""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source
from tests.support.twin_pages import SAMPLE, is_as_expected


@pytest.mark.more
@pytest.mark.parametrize(("source", "kind"), SAMPLE[1::4], ids=str)
def test_the_board_is_told_from_twins_of_more_kinds(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, kind: str
) -> None:
    is_as_expected(page, context, site, source, kind)
