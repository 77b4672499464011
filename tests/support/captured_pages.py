"""Captured pages of real games, and the check that each is read right and won."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.playing import SightMode
from player.sight.reading import is_installed
from player.sight.witness import WitnessVerdict
from tests.support.places import CAPTURES, SHARED
from tests.support.replica import PATIENT, played

PAGES = [path for path in CAPTURES if path.stem in GAMES]


#: The latest days.
DAYS = sorted({path.parent.name for path in PAGES})[-3:]


#: The games whose pages show their boards without the site's styles.
RENDERED = frozenset({"queens", "zip", "tango", "mini-sudoku"})


def name_of(path: Path) -> str:
    return f"{path.stem} of {path.parent.name}"


@cache
def known(game: str) -> dict[str, dict[str, Any]]:
    """The boards of `game` by their day."""
    lines = (SHARED / "puzzles" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return {board["date"]: board for board in map(json.loads, lines)}


def is_read_right_and_won(page: Page, context: BrowserContext, site: SiteSelectors, path: Path) -> None:
    game = path.stem
    sources.captured("linkedin", site.origin, path.parent).attach(context)
    result = played(game, GamePage(page, site, site.games[game], PATIENT), sight=SightMode.AUTO)
    assert (result.outcome, result.confirmed) == ("solved", "results")
    if is_installed():
        assert result.sight
        assert result.sight.verdict is (WitnessVerdict.AGREES if game in RENDERED else WitnessVerdict.NOT_SEEN)

    board, expected = GAMES[game].board.to_json(result.board), known(game)[path.parent.name]
    if game == "queens":  # guests are given two of its queens
        givens = board.pop("givens")
        assert len(givens) == 2
        assert all(given in expected["solution"] for given in givens)
    assert board == {key: expected[key] for key in board}
    assert result.proof is not None
    if "words" in expected:  # of two words on the same cells either may go first
        paths = {frozenset(map(tuple, path)) for path in expected["paths"]}
        assert {frozenset(word.path) for word in result.proof.solution} == paths
    else:
        assert GAMES[game].board.solution_to_json(result.proof.solution) == expected["solution"]
