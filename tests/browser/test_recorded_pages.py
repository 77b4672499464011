"""Real pages, read in place: each is read equal to the known board, and won move by move."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.games import GAMES
from player.web import offline
from player.web.schema import SiteSelectors
from player.web.site import GamePage
from tests.browser.test_walk import played
from tests.conftest import CAPTURES, QUICK, SHARED

PAGES = [path for path in CAPTURES if path.stem in GAMES]


@cache
def known(game: str) -> dict[str, dict[str, Any]]:
    """The boards of `game` by their day."""
    lines = (SHARED / "puzzles" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return {board["date"]: board for board in map(json.loads, lines)}


@pytest.mark.skipif(not PAGES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.stem} of {path.parent.name}")
def test_a_captured_page_is_read_right_and_won(
    page: Page, context: BrowserContext, site: SiteSelectors, path: Path
) -> None:
    game = path.stem
    offline.captured("linkedin", site.origin, path.parent).attach(context)
    result = played(game, GamePage(page, site, site.games[game], QUICK))
    assert (result.outcome, result.confirmed) == ("solved", "results")

    board, expected = GAMES[game].to_json(result.board), known(game)[path.parent.name]
    givens = board.pop("givens", [])
    assert board == {key: expected[key] for key in board}
    assert len(givens) == (2 if game == "queens" else 0)
    assert all(given in expected["solution"] for given in givens)
    assert result.proof is not None
    assert GAMES[game].solution_to_json(result.proof.solution) == expected["solution"]
