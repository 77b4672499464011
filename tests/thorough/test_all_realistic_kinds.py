"""Each realistic kind on one of our own pages: the board is read right, at once or after the doctor, or refused.

`-m ''` runs it: CI has a sample, in `tests/browser/test_realistic.py`.
"""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source
from tests.support.realistic_pages import SOURCES, became


@pytest.mark.more
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_the_board_of_a_changed_page_is_read_right_or_not_at_all(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    found = {kind.name: outcome for kind, outcome in became(page, context, site, source)}
    others = {name: outcome for name, outcome in found.items() if outcome not in {"right", "repaired"}}
    assert "wrong" not in others.values(), others
    assert len(others) <= max(1, 0.1 * len(found)), others
