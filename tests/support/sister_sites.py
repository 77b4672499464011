"""The sister sites on their replica: boards of each size, and the page of one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page  # noqa: TID251

from player.browser.offline.page_source import AddressedReplica, addressed
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.files import REPLICA, SELECTORS
from player.playing.result import Result
from tests.support.replica import QUICK, played

FOLDER = REPLICA / "sister-sites"
LINES = [json.loads(line) for line in (FOLDER / "boards.jsonl").read_text(encoding="utf-8").splitlines()]

#: By site: the address of a board of the smallest, of a usual and of the largest size.
SIZES: Mapping[str, tuple[str, str, str]] = {
    "star-battle": ("/?size=0", "/?size=5", "/?size=11"),
    "shikaku": ("/?size=5", "/?size=1", "/?size=8"),
    "binairo": ("/binairo-6x6-easy/", "/binairo-10x10-easy/", "/monthly-binairo/"),
    "binairo-plus": ("/binairo-plus-6x6-easy/", "/binairo-plus-10x10-easy/", "/binairo-plus-20x20-hard/"),
    "sudoku": ("/?size=12", "/?size=0", "/?size=7"),
}
USUAL = [(site, usual) for site, (_, usual, _) in SIZES.items()]
#: On pages that judge at once, what is not said soon is not said.
SISTERLY = replace(QUICK, submit=300)


def site_at(name: str, at: str) -> tuple[SiteSelectors, str]:
    """Return the site where its one game is at the address `at`, and the game."""
    site = load(SELECTORS).site(name)
    (game,) = site.games
    return site.moved(game, site.origin + at), game


def smallest(name: str, folder: Path) -> tuple[str, Path]:
    """Return the game of the site `name`, and selectors in `folder` where its page shows its smallest board."""
    there = load(SELECTORS).site(name)
    (game,) = there.games
    usual, text = f"url: {there.games[game].url}\n", SELECTORS.read_text(encoding="utf-8")
    assert text.count(usual) == 1
    (file := folder / "selectors.yaml").write_text(
        text.replace(usual, f"url: {there.origin}{SIZES[name][0]}\n"), encoding="utf-8"
    )
    return game, file


def pages_of(name: str, site: SiteSelectors, **faults: Any) -> AddressedReplica:
    """Return the replica of the site `name`, with `faults`."""
    return addressed(FOLDER, name, site.origin, **faults)


def page_at(page: Page, name: str, at: str, times: Times = SISTERLY, **faults: Any) -> tuple[str, GamePage]:
    """Return the game, and its page at the address `at`, not opened yet."""
    site, game = site_at(name, at)
    pages_of(name, site, **faults).attach(page)
    return game, GamePage(page, site, site.games[game], times)


def played_at(page: Page, name: str, at: str, times: Times = SISTERLY, **faults: Any) -> Result:
    """Play the board at the address `at`."""
    game, opened = page_at(page, name, at, times, **faults)
    return played(game, opened)


def tampered(page: Page) -> list[str]:
    """Return what was done on the page that no visitor does."""
    found: list[str] = page.evaluate("window.examined()")
    return found
