"""Pages that somebody saved in a browser: played though their scripts and policies are in them, or refused at once."""

from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.offline import sources
from player.browser.page.tab import Times
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession
from player.errors import PageNotUnderstood, PlayerError
from player.games import GAMES
from player.playing.result import Result
from tests.support.replica import BUILDS, GENERATIONS, QUICK, boards, played
from tests.support.saved import serialised, visited

pytestmark = pytest.mark.full

Player = Callable[..., Result]
ZIP = boards("zip")[0]


@pytest.fixture
def play_saved(context: BrowserContext, site: SiteSelectors, tmp_path: Path) -> Player:
    """Play what is saved in a folder as the command does."""

    def player(game: str, times: Times = QUICK) -> Result:
        pages = sources.captured("linkedin", site.origin, tmp_path)
        return played(game, BrowserSession(visited(context, pages), site, pages, "chromium", times).tab(game))

    return player


@pytest.mark.parametrize("whole", [True, False], ids=["whole", "without some controls"])
@pytest.mark.parametrize("build", BUILDS, ids=" ".join)
def test_a_saved_page_is_won(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str], *, whole: bool
) -> None:
    game, generation = build
    html = serialised(page, site, game, generation)
    if not whole:  # a day's page may lack a control that others have
        for name in ("clear", "tutorial"):
            html = html.replace(f'id="aux-controls-{name}"', "")
        html = html.replace('data-control-btn="undo"', "").replace('role="toolbar"', "")
    (tmp_path / f"{game}.html").write_text(html, encoding="utf-8")
    result = play_saved(game)
    assert (result.outcome, result.confirmed, result.generation) == ("solved", "results", generation)
    board, shown = GAMES[game].board.to_json(result.board), boards(game)[0]
    assert {key: board[key] for key in board if key != "givens"}.items() <= shown.items()


@pytest.mark.parametrize("frame", ["in a file", "in the page"])
def test_a_page_that_was_saved_with_its_frame_is_won(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path, frame: str
) -> None:
    html = serialised(page, site, "queens", "ember")
    inside = html.replace('"', "&quot;")
    source = 'src="./Queens%20_%20LinkedIn_files/desktop.html"' if frame == "in a file" else f'srcdoc="{inside}"'
    shell = f'<!DOCTYPE html><title>Games</title><body><main><iframe title="games" {source}></iframe></main>'
    (tmp_path / "Queens _ LinkedIn.html").write_text(shell, encoding="utf-8")
    beside = tmp_path / "Queens _ LinkedIn_files"
    beside.mkdir()
    (beside / "desktop.html").write_text(html, encoding="utf-16" if frame == "in a file" else "utf-8")
    assert play_saved("queens").confirmed == "results"


def test_a_page_that_was_saved_with_its_styles_beside_is_read_by_them(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path
) -> None:
    html = serialised(page, site, "zip", "sdui")
    start = html.index("<style>")
    end = html.index("</style>", start)
    beside = tmp_path / "zip_files"
    beside.mkdir()
    (beside / "site.css").write_text(html[start + len("<style>") : end], encoding="utf-8")
    linked = html[:start] + '<link rel="stylesheet" integrity="sha256-x" href="./zip_files/site.css">' + html[end + 8 :]
    (tmp_path / "zip.html").write_text(linked, encoding="utf-8")
    result = play_saved("zip")
    assert (result.outcome, result.confirmed) == ("solved", "results")


def test_what_covers_the_board_of_a_saved_page_is_closed_without_its_script(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path
) -> None:
    html = serialised(page, site, "zip", "ember")
    style = "position: fixed; inset: 0; z-index: 999"
    wall = f'<div role="dialog" style="{style}"><button aria-label="Dismiss">x</button></div>'
    (tmp_path / "zip.html").write_text(html.replace("<body", f"{wall}<body", 1), encoding="utf-8")
    assert play_saved("zip").confirmed == "results"


def test_a_page_that_shows_no_board_to_play_is_refused_at_once(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path
) -> None:
    finished = serialised(page, site, "zip", "ember", path=ZIP["solution"], finished=True)
    sources.replica("linkedin", site.origin, already=False).attach(page)
    page.goto(site.games["zip"].url)
    start = page.frames[1]
    start.wait_for_selector("#launch-footer-start-button")
    cases = {
        "saved before Start": start.content(),
        "is finished": finished,
        "no board of this game": "<!DOCTYPE html><title>Zip</title><p>Tomorrow",
    }
    page.unroute_all()
    for message, html in cases.items():
        (tmp_path / "zip.html").write_text(html, encoding="utf-8")
        began = monotonic()
        with pytest.raises(PlayerError, match=message) as refused:
            play_saved("zip", Times())
        assert refused.value.code == 76
        assert str(tmp_path / "zip.html") in str(refused.value)
        assert monotonic() - began < 10


@pytest.mark.more
@pytest.mark.parametrize(
    "build", [(build, theme) for build in GENERATIONS for theme in ("names", "pictures")], ids=" ".join
)
def test_a_saved_page_of_a_themed_day_is_won(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str]
) -> None:
    generation, theme = build
    board = next(board for board in boards("tango") if board["size"] == 6 and board["givens"][0][2] == "sun")
    html = serialised(page, site, "tango", generation, board=board, theme=theme)
    (tmp_path / "tango.html").write_text(html, encoding="utf-8")
    assert play_saved("tango").confirmed == "results"


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


@pytest.mark.more
@pytest.mark.parametrize("build", BUILDS, ids=" ".join)
def test_a_saved_page_of_a_finished_game_is_refused(
    play_saved: Player, page: Page, site: SiteSelectors, tmp_path: Path, build: tuple[str, str]
) -> None:
    game, generation = build
    html = serialised(page, site, game, generation, finished=True, **end_of(game))
    (tmp_path / f"{game}.html").write_text(html, encoding="utf-8")
    with pytest.raises(PageNotUnderstood, match="is finished"):
        play_saved(game)
