"""Boards that are drawn in stages, or come after another day's: every game on both builds of its page.

`-m ''` runs it: in CI `tests/browser/test_late_boards.py` has some games and times.
"""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from tests.support.late_boards import BARE, NO_SIGNS, NO_WALLS, WAITED, is_won, take_time
from tests.support.replica import BUILDS, QUICK, Opener, of_size
from tests.support.server import serving

pytestmark = pytest.mark.more

AS_PLAYED = Times(win=2_000)
CELLS = {"queens": 56, "zip": 42, "tango": 30, "mini-sudoku": 30, "patches": 42, "wend": 30}
MORE = {"zip": NO_WALLS, "tango": NO_SIGNS}


def stages(game: str, ms: int) -> list[dict[str, Any]]:
    """Too few cells, then bare ones, then some of what belongs on them, for so long together."""
    bare, more = BARE[game], MORE.get(game, {})
    parts: list[dict[str, Any]] = [{"cells": CELLS[game]}, {"part": {**bare, **more}}]
    if more:
        parts.append({"part": more})
    return [{**part, "ms": ms // len(parts)} for part in parts]


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    take_time(monkeypatch)


@pytest.mark.parametrize("ms", [100, 1_000, 3_000])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_board_that_comes_in_stages_is_won(
    open_replica: Opener, page: Page, game: str, generation: str, ms: int
) -> None:
    opened = open_replica(game, generation=generation, times=AS_PLAYED, stages=stages(game, ms))
    is_won(game, opened, page)


@pytest.mark.parametrize("same", [True, False], ids=["of one size", "of another size"])
@pytest.mark.parametrize("ms", [500, 1_000, 2_000])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_stale_board_gets_no_input(
    open_replica: Opener, page: Page, game: str, generation: str, ms: int, *, same: bool
) -> None:
    stale = [{"board": of_size(game, same=same), "ms": ms}]
    is_won(game, open_replica(game, generation=generation, times=AS_PLAYED, stages=stale), page)


@pytest.mark.parametrize("ms", [1_000, 2_500])
@pytest.mark.parametrize(
    ("way", "game", "generation"),
    [(way, *BUILDS[number % len(BUILDS)]) for number, way in enumerate(WAITED)],
)
def test_a_stale_board_gets_no_input_in_whatever_way_it_is_replaced(
    open_replica: Opener, page: Page, way: str, game: str, generation: str, *, ms: int
) -> None:
    stale = [{"board": of_size(game, same=True), "ms": ms, "way": WAITED[way]}]
    is_won(game, open_replica(game, generation=generation, times=AS_PLAYED, stages=stale), page)


@pytest.mark.parametrize("seconds", [0.5, 2])
@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_stale_board_gets_no_input_before_a_request_is_answered(
    page: Page, site: SiteSelectors, game: str, generation: str, seconds: float
) -> None:
    with serving(generation) as server:
        stale = [{"board": of_size(game, same=True), "from": "/slow/board"}]
        server.pages = replace(server.pages, faults={"stages": stale})
        server.slow, here = {"/slow/board": seconds}, server.site(site)
        is_won(game, GamePage(page, here, here.games[game], replace(QUICK, load=20_000)), page)
