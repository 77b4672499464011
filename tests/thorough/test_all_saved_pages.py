"""Every game on every build, saved by the browser with the scripts and policies of its site, is played or refused.

`-m ''` runs it: in CI `tests/browser/test_saved_pages.py` has some of each kind.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.offline import sources
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession
from player.errors import PageNotUnderstood
from player.games import GAMES
from tests.support.replica import BUILDS, GENERATIONS, QUICK, boards, played
from tests.support.saved import serialised, visited

pytestmark = pytest.mark.more


@pytest.fixture
def tab(context: BrowserContext, site: SiteSelectors, tmp_path: Path) -> Any:
    def opener(game: str) -> Any:
        pages = sources.captured("linkedin", site.origin, tmp_path)
        return BrowserSession(visited(context, pages), site, pages, "chromium", QUICK).tab(game)

    return opener


@pytest.mark.parametrize("build", [(*build, whole) for build in BUILDS for whole in (True, False)], ids=str)
def test_a_saved_page_is_won(
    tab: Any, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str, bool]
) -> None:
    game, generation, whole = build
    html = serialised(page, site, game, generation)
    if not whole:  # a day's page may lack a control that others have
        for name in (
            'id="aux-controls-clear"',
            'id="aux-controls-tutorial"',
            'data-control-btn="undo"',
            'role="toolbar"',
        ):
            html = html.replace(name, "")
    (tmp_path / f"{game}.html").write_text(html, encoding="utf-8")
    result = played(game, tab(game))
    assert (result.outcome, result.confirmed, result.generation) == ("solved", "results", generation)
    board, shown = GAMES[game].board.to_json(result.board), boards(game)[0]
    assert {key: board[key] for key in board if key != "givens"}.items() <= shown.items()


@pytest.mark.parametrize(
    "build", [(build, theme) for build in GENERATIONS for theme in ("names", "pictures")], ids=" ".join
)
def test_a_saved_page_of_a_themed_day_is_won(
    tab: Any, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str]
) -> None:
    generation, theme = build
    board = next(board for board in boards("tango") if board["size"] == 6 and board["givens"][0][2] == "sun")
    html = serialised(page, site, "tango", generation, board=board, theme=theme)
    (tmp_path / "tango.html").write_text(html, encoding="utf-8")
    assert played("tango", tab("tango")).confirmed == "results"


def end_of(game: str) -> dict[str, Any]:
    """Return the settings with which the replica shows the first board of `game` as it is in the end."""
    solution = boards(game)[0]["solution"]
    if game in {"zip", "patches"}:
        return {"path" if game == "zip" else "patches": solution}
    if game == "wend":
        return {"found": solution}
    if game == "queens":
        return {"marks": {f"{row},{col}": "queen" for row, col in solution}}
    return {"marks": {f"{r},{c}": mark for r, row in enumerate(solution) for c, mark in enumerate(row)}}


@pytest.mark.parametrize("build", BUILDS, ids=" ".join)
def test_a_saved_page_of_a_finished_game_is_refused(
    tab: Any, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str]
) -> None:
    game, generation = build
    html = serialised(page, site, game, generation, finished=True, **end_of(game))
    (tmp_path / f"{game}.html").write_text(html, encoding="utf-8")
    with pytest.raises(PageNotUnderstood, match="is finished"):
        played(game, tab(game))
