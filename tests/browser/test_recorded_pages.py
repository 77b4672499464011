"""Real pages, read in place, and recordings: each is read equal to the known board, and won move by move."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.artifacts.recordings import snapshot_of
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.page_reader import PageCapture
from player.browser.selectors.schema import SiteSelectors
from player.errors import BoardError, PageNotUnderstood
from player.files import RECORDINGS
from player.games import GAMES
from player.proof import prove
from tests.support.captured_pages import PAGES, is_read_right_and_won, name_of
from tests.support.replica import QUICK, played

pytestmark = pytest.mark.full


@pytest.mark.skipif(not PAGES, reason="no captured pages: ../shared/captures is not there")
@pytest.mark.parametrize("path", PAGES[::-1], ids=name_of)
def test_a_captured_page_is_read_right_and_won(
    page: Page, context: BrowserContext, site: SiteSelectors, path: Path
) -> None:
    is_read_right_and_won(page, context, site, path)


assert RECORDINGS is not None
RECORDED = sorted(path.parent for path in RECORDINGS.glob("*/*/*/meta.json"))


@pytest.mark.parametrize("folder", RECORDED, ids=lambda path: " ".join(path.parts[-3:]))
def test_a_recording_is_seen_again_as_it_was(
    page: Page, context: BrowserContext, site: SiteSelectors, folder: Path
) -> None:
    game = folder.parent.name
    expected = json.loads((folder / "meta.json").read_text(encoding="utf-8"))["expected"]
    snapshot, board = folder / "snapshot.json", folder / "board.json"
    if snapshot.exists() and board.exists():
        read = GAMES[game].play.read(snapshot_of(snapshot.read_bytes()))
        data = json.loads(board.read_text(encoding="utf-8"))
        if "solution" in data:
            assert GAMES[game].board.solution_to_json(prove(GAMES[game], read).solution) == data.pop("solution")
        assert GAMES[game].board.to_json(read) == data
    if not (folder / "page.html").exists():
        return
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    captured = PageCapture((folder / "page.html").read_text(encoding="utf-8"), meta["path"], meta["generation"])
    sources.kept("linkedin", site.origin, {game: captured}, ours=False).attach(context)
    opened = GamePage(page, site, site.games[game], QUICK)
    if expected["outcome"] == "board":
        result = played(game, opened)
        assert GAMES[game].board.to_json(result.board).items() <= json.loads(board.read_text(encoding="utf-8")).items()
        assert (result.outcome, result.confirmed) == ("solved", "results")
    elif expected["exit"] == 0:
        assert played(game, opened).outcome == expected["outcome"]
    else:
        with pytest.raises((PageNotUnderstood, BoardError)) as caught:
            played(game, opened)
        assert caught.value.code == expected["exit"]
