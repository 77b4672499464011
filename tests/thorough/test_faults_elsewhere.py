"""Rows of the fault table on the generation that the default run leaves out, and more pages that were renamed.

`-m ''` runs it: CI has the other rows and pages, in `tests/browser`.
"""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.support.faults import is_won, rows
from tests.support.renamed_pages import FIRST, RENAMED, is_repaired
from tests.support.replica import Opener

pytestmark = pytest.mark.more


@pytest.mark.parametrize(("generation", "game", "faults"), rows(0))
def test_a_page_of_the_other_generation_is_won_all_the_same(
    open_replica: Opener, generation: str, game: str, faults: dict[str, Any]
) -> None:
    is_won(open_replica, generation, game, faults)


@pytest.mark.parametrize("case", [case for case in RENAMED if case not in FIRST])
def test_a_page_that_was_renamed_in_another_way_is_won_with_the_changes_that_the_doctor_proposes(
    page: Page, context: BrowserContext, site: SiteSelectors, case: str
) -> None:
    is_repaired(page, context, site, case)
