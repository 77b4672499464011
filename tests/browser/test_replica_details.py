"""Details of real pages besides the board, present or absent: they do not mislead the player."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from tests.support.replica import BUILDS, SMALL_ZIP, Opener, boards, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full

SMALL = next(board for board in boards("mini-sudoku") if board["box"] == [2, 2])


@pytest.mark.parametrize("present", [{}, {"begun": True}], ids=["begun by a click", "begun by itself"])
def test_a_member_path_is_won_by_whichever_way_it_begins(open_replica: Opener, present: dict[str, Any]) -> None:
    result = played("zip", open_replica("zip", generation="sdui", board=SMALL_ZIP, **present))
    assert (result.outcome, result.attempts, result.way) == ("solved", 1, "keys")


def test_a_member_board_takes_keys_once_it_has_the_focus_and_its_1_was_clicked(
    open_replica: Opener, page: Page
) -> None:
    look = board_of(open_replica("zip", generation="sdui", board=SMALL_ZIP).open())
    filled = page.locator('[data-testid="filled-cell"]')
    for arrow in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(arrow)
    assert filled.count() == 0
    (row, col), (down, right) = SMALL_ZIP["solution"][:2]
    start = look.points[row * SMALL_ZIP["cols"] + col]
    page.mouse.move(start.x, start.y)
    page.mouse.down()
    filled.wait_for(state="attached")
    page.mouse.up()
    arrow = {(1, 0): "ArrowDown", (-1, 0): "ArrowUp", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}[
        down - row, right - col
    ]
    page.keyboard.press(arrow)
    filled.nth(1).wait_for(state="attached")


@pytest.mark.parametrize(("game", "generation"), [("queens", "ember"), ("tango", "sdui"), ("mini-sudoku", "ember")])
def test_cells_that_wait_for_a_click_are_played_as_those_that_take_the_mouse(
    open_replica: Opener, game: str, generation: str
) -> None:
    result = played(game, open_replica(game, generation=generation, waitsForClick=True))
    assert (result.outcome, result.attempts) == ("solved", 1)


@pytest.mark.parametrize(
    "word", ["Solve puzzle", "Resume game", "Commencer une partie", "Iniciar jogo", "Resolver agora"]
)
def test_a_start_in_other_words_is_pressed(open_replica: Opener, word: str) -> None:
    assert open_replica("zip", generation="sdui", startWord=word).open().what == "grid"


def test_hints_in_the_place_of_notes_are_put_away_before_notes_are_switched_off(
    open_replica: Opener, page: Page
) -> None:
    opened = open_replica("mini-sudoku", board=SMALL, popover=True, notesOn=True, inPlace=True)
    result = played("mini-sudoku", opened)
    assert (result.outcome, result.attempts) == ("solved", 1)
    assert page.frames[1].locator(".sudoku-under-board-scrim-message").count() == 0
    assert page.evaluate("sessionStorage.getItem('replica.hinted')") is None


@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_board_at_night_is_dark_and_the_same(open_replica: Opener, page: Page, game: str, generation: str) -> None:
    page.emulate_media(color_scheme="dark")
    look = board_of(open_replica(game, generation=generation, noStart=True).open())
    shown = GAMES[game].board.to_json(GAMES[game].play.read(look.snapshot))
    if game == "queens":
        shown.pop("givens")  # guests get some
    assert shown.items() <= {"lang": "en", **boards(game)[0]}.items()
    frames = [frame for frame in page.frames if frame.locator("[data-cell-idx]").count()]
    paper = frames[0].evaluate(
        "getComputedStyle(document.querySelector('[data-cell-idx]').closest('main > *')).backgroundColor"
    )
    assert max(map(int, re.findall(r"\d+", paper))) < 48


@pytest.mark.parametrize(("game", "generation"), BUILDS)
def test_a_board_on_a_phone_is_as_wide_as_the_screen(
    open_replica: Opener, page: Page, game: str, generation: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    look = board_of(open_replica(game, generation=generation, noStart=True).open())
    across = [point.x for point in look.points]
    assert 0 < min(across) < 60
    assert 330 < max(across) < 390


PRESSED = """
    addEventListener("click", ({ target }) => {
        const dialog = target.closest('[role="alertdialog"]');
        if (dialog) sessionStorage.pressed = target.closest("button").ariaLabel ?? target.textContent;
    }, true);"""


@pytest.mark.parametrize(("game", "generation"), [("queens", "ember"), ("tango", "sdui")])
def test_the_question_before_a_clear_is_dismissed_and_nothing_is_cleared(
    open_replica: Opener, page: Page, game: str, generation: str
) -> None:
    page.add_init_script(PRESSED)
    result = played(game, open_replica(game, generation=generation, asksToClear=1, noDifficulty=True))
    assert (result.outcome, result.confirmed) == ("solved", "results")
    assert page.evaluate("sessionStorage.pressed") == "Dismiss"


def test_the_hub_links_to_each_game(open_replica: Opener, page: Page, site: SiteSelectors) -> None:
    open_replica("zip")
    for address in ("/games/", "/games"):
        page.goto(site.origin + address)
        links = page.locator("main a").evaluate_all("(links) => links.map((link) => link.href)")
        assert sorted(links) == sorted(game.url for game in site.games.values())
    page.goto(f"{site.origin}/login/")
    assert page.locator("#username, #password").count() == 2
