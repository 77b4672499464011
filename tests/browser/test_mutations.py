"""Damaged pages are read as the very same board, or refused: never as another board that would be played."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser  # noqa: TID251

from player.games import GAMES
from player.web.browser import context_arguments
from player.web.schema import SiteSelectors
from tests.browser.test_recorded_pages import PAGES, known
from tests.mutations import DAMAGE, DROPS, damaged, judge

SAMPLES = [next(path for path in reversed(PAGES) if path.stem == game) for game in GAMES] if PAGES else []


@pytest.mark.skipif(not SAMPLES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_no_damaged_page_is_read_as_another_board(browser: Browser, site: SiteSelectors, path: Path) -> None:
    context = browser.new_context(**context_arguments(site))  # not traced: some hundred pages
    page = context.new_page()
    expected = known(path.stem)[path.parent.name]
    verdicts = {
        name: judge(context, site, path.stem, damaged(page, path, damage), expected) for name, damage in DAMAGE.items()
    }
    context.close()
    assert [name for name, verdict in verdicts.items() if verdict == "wrong"] == []
    assert verdicts["nothing"] == "right"
    dropped = [verdicts[f"{name} dropped"] for name in (*DROPS, "size")]
    assert dropped.count("right") >= 0.9 * len(dropped), verdicts
