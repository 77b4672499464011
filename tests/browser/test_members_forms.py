"""Members' pages as they are since September 2026: buttons, wrappers, lessons, parts of pages, challenges."""

from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.observation import WinSeen
from player.errors import PageNotUnderstood, SignInNeeded
from player.games import GAMES
from tests.support.archives import first_board
from tests.support.replica import BUILDS, QUICK, Opener, played
from tests.support.seen import board_of

SDUI = [game for game, build in BUILDS if build == "sdui"]
WORDS = ["Play", "Play now", "Play game", "Start", "Start game", "Start playing", "Resume", "Resume game"]
MORE = [pytest.param(word, marks=pytest.mark.full) for word in WORDS[1:]]


@pytest.mark.parametrize("word", [WORDS[0], *MORE])
def test_a_button_begins_the_game_under_each_of_its_words(open_replica: Opener, word: str) -> None:
    assert played("zip", open_replica("zip", generation="sdui", buttons=True, startWord=word)).outcome == "solved"


@pytest.mark.full
@pytest.mark.parametrize("game", SDUI)
def test_each_game_is_won_with_buttons_wrappers_and_the_attribute_of_trails(open_replica: Opener, game: str) -> None:
    opened = open_replica(game, generation="sdui", buttons=True, wrapper=game == "tango", trailGrid=True)
    assert played(game, opened).outcome == "solved"


def test_the_link_that_resets_the_board_is_not_pressed(open_replica: Opener, page: Page) -> None:
    opened = open_replica("tango", generation="sdui", noStart=True, wrapper=True)
    board_of(opened.open())
    assert page.get_by_role("dialog").count() == 0
    assert not opened.arrival.started


def test_results_behind_a_button_are_those_of_a_game_won_before(open_replica: Opener) -> None:
    look = open_replica("zip", generation="sdui", already=True, buttons=True).open()
    assert isinstance(look, WinSeen)
    assert look.earlier


@pytest.mark.full
def test_results_behind_a_button_in_a_frame_are_seen_too(open_replica: Opener, page: Page) -> None:
    opened = open_replica("mini-sudoku")
    feed = '<iframe src="/preload/" width=900 height=600></iframe>'
    inner = '<body class="ember-application boot-complete"><button>See results</button>'
    page.route("**/games/mini-sudoku/", lambda route: route.fulfill(body=feed, content_type="text/html"))
    page.route("**/preload/", lambda route: route.fulfill(body=inner, content_type="text/html"))
    look = opened.open()
    assert isinstance(look, WinSeen)
    assert look.earlier


def other_board(game: str) -> dict[str, Any]:
    """Return a board other than that of the replica."""
    return first_board(game, 1)[0]


@pytest.mark.parametrize("lesson", ["script", "attribute"])
@pytest.mark.full
def test_a_lessons_board_is_refused(open_replica: Opener, lesson: str) -> None:
    faults = {"lesson": lesson, "lessonBoard": other_board("zip")}
    with pytest.raises(PageNotUnderstood, match="a lesson's, not the game's: finish or skip"):
        open_replica("zip", generation="sdui", times=QUICK, **faults).open()


@pytest.mark.slow
@pytest.mark.parametrize("lesson", ["script", "attribute"])
def test_a_lesson_is_skipped_by_its_button(open_replica: Opener, lesson: str) -> None:
    faults = {"lesson": lesson, "lessonBoard": other_board("zip"), "skip": True}
    opened = open_replica("zip", generation="sdui", **faults)
    assert played("zip", opened).outcome == "solved"
    assert "tutorial" in opened.arrival.closed


@pytest.mark.more
def test_a_page_without_its_digits_is_loaded_as_a_whole_once(open_replica: Opener, page: Page) -> None:
    assert played("mini-sudoku", open_replica("mini-sudoku", partial=True)).outcome == "solved"
    assert page.evaluate("sessionStorage.getItem('replica.loads')") == "2"


@pytest.mark.full
@pytest.mark.parametrize("generation", ["ember", "sdui"])
def test_hidden_frames_and_a_badge_ask_for_nobody(open_replica: Opener, generation: str) -> None:
    assert played("queens", open_replica("queens", generation=generation, captcha="hidden")).outcome == "solved"


@pytest.mark.slow
@pytest.mark.parametrize("generation", ["ember", "sdui"])
def test_a_visible_challenge_asks_for_a_person(open_replica: Opener, generation: str) -> None:
    with pytest.raises(SignInNeeded, match="shows a challenge for people") as refusal:
        open_replica("queens", generation=generation, captcha="asked").open()
    assert refusal.value.code == 77


def test_the_lengths_of_words_that_the_page_says_must_be_those_of_the_rows(open_replica: Opener) -> None:
    snapshot = board_of(open_replica("wend", generation="sdui", lengthsTold=[3, 4, 9]).open()).snapshot
    with pytest.raises(PageNotUnderstood, match=r"the page says '3, 4, and 9': fix the list 'words'"):
        GAMES["wend"].play.read(snapshot)


@pytest.mark.parametrize(
    "selector", ["#tango-cell-0", '[data-testid="tango-gameboard-wrapper"] [data-testid="interactive-grid"]']
)
def test_the_replica_has_what_the_site_has(open_replica: Opener, page: Page, selector: str) -> None:
    open_replica("tango", generation="sdui", wrapper=True).open()
    assert page.locator(selector).count() == 1
