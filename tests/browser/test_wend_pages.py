"""Wend's own: words that a page rejects, its ways to draw a word, boards half played, and rows that come late."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.games import GAMES
from player.proof import prove
from tests.support.replica import Opener, boards, ended, played

SMALL = next(board for board in boards("wend") if len(board["grid"]) == 5)
#: Where DOG may be GOD: the list has god as the more frequent one.
DOUBTFUL = {"game": "wend", "grid": ["CRA", ".LW", "DOG"], "lengths": [3, 5]}
UNLISTED = {"game": "wend", "grid": ["QZK", ".VJ", "DOG"], "lengths": [3, 5]}


def tried(page: Page) -> list[tuple[str, bool]]:
    """The words that the page got, and whether it took each."""
    return [tuple(word) for word in json.loads(page.evaluate("sessionStorage.getItem('replica.words')") or "[]")]


@pytest.mark.parametrize("way", ["drag", pytest.param("keys", marks=pytest.mark.full)])
@pytest.mark.parametrize("generation", [pytest.param("ember", marks=pytest.mark.full), "sdui"])
def test_a_word_is_drawn_by_the_way_that_the_page_takes(
    open_replica: Opener, page: Page, way: str, generation: str
) -> None:
    opened = open_replica("wend", board=SMALL, generation=generation, inputs=[way])
    result = played("wend", opened)
    assert (result.outcome, result.confirmed, result.way) == ("solved", "results", way)
    words = [word for word, taken in tried(page) if taken]
    assert sorted(words) == sorted(word for word, _ in SMALL["solution"])
    assert result.rejected == []


@pytest.mark.full
def test_a_rejected_word_is_not_tried_again_and_the_rest_is_proved_anew(open_replica: Opener, page: Page) -> None:
    frequent = prove(GAMES["wend"], GAMES["wend"].board.from_json(DOUBTFUL)).solution[0].text
    rare = frequent[::-1]
    result = played("wend", open_replica("wend", board=DOUBTFUL, words=["CRAWL", rare]))
    assert (result.outcome, result.rejected) == ("solved", [frequent])
    assert tried(page) == [("CRAWL", True), (frequent, False), (rare, True)]
    assert result.proof is not None
    assert [word.text for word in result.proof.solution] == [rare, "CRAWL"]


@pytest.mark.full
def test_a_word_that_no_list_has_is_played_and_reported(open_replica: Opener, page: Page) -> None:
    result = played("wend", open_replica("wend", board=UNLISTED, words=["DOG", "KJVZQ"]))
    assert result.outcome == "solved"
    assert ("KJVZQ", True) in tried(page)
    assert result.proof
    assert result.proof.claim
    assert "KJVZQ, which is not in the list" in result.proof.claim.says


@pytest.mark.full
def test_a_page_that_rejects_too_much_is_given_up(open_replica: Opener, page: Page) -> None:
    result = played("wend", open_replica("wend", board=DOUBTFUL, words=["CRAWL"]), wrong_words=1)
    assert (result.outcome, result.exit) == ("unsolved", 1)
    assert len(result.rejected) == 1
    assert f"it rejected {result.rejected[0]}" in result.message
    assert len(tried(page)) == 2


@pytest.mark.full
@pytest.mark.parametrize(("words", "rejected"), [(["KJVZQ"], "DOG"), ([], "CRAWL")], ids=["a word", "all words"])
def test_a_board_without_a_word_left_is_given_up(open_replica: Opener, words: list[str], rejected: str) -> None:
    board = UNLISTED if words else DOUBTFUL
    result = played("wend", open_replica("wend", board=board, words=words), wrong_words=30)
    assert (result.outcome, result.exit) == ("unsolved", 1)
    assert rejected in result.rejected
    assert result.message.endswith("and no other words fit")


#: After each drag a letter is locked, too, that is in no word.
CONTRADICTING = """
    addEventListener("mouseup", () => setTimeout(() => {
        const free = document.querySelector('[data-cell-idx="4"]');
        free.dataset.cellIsLocked = "true";
    }));
"""


@pytest.mark.full
def test_marks_that_contradict_each_other_without_hurry_too_are_refused_as_such(
    open_replica: Opener, page: Page
) -> None:
    page.add_init_script(CONTRADICTING)
    result = ended("wend", open_replica("wend", board=SMALL, generation="sdui"))
    assert (result.outcome, result.exit) == ("unreadable", 76)
    assert "rows that are done don't spell" in result.message


@pytest.mark.full
@pytest.mark.parametrize("faults", [{"drop": 3}, {"slowRows": 150}, {"churn": 200}, {"delay": 200}], ids=str)
def test_a_page_with_faults_is_won_and_no_word_is_lost(open_replica: Opener, faults: dict[str, Any]) -> None:
    result = played("wend", open_replica("wend", board=SMALL, **faults))
    assert (result.outcome, result.rejected) == ("solved", [])


@pytest.mark.full
@pytest.mark.parametrize("found", [1, 2])
def test_a_half_played_board_is_continued(open_replica: Opener, page: Page, found: int) -> None:
    result = played("wend", open_replica("wend", board=SMALL, found=SMALL["solution"][:found]))
    assert result.outcome == "solved"
    assert sorted(word for word, _ in tried(page)) == sorted(word for word, _ in SMALL["solution"][found:])


@pytest.mark.full
def test_a_word_that_only_the_page_knows_is_kept(open_replica: Opener, page: Page) -> None:
    found = [["KJVZQ", [[0, 2], [1, 2], [1, 1], [0, 1], [0, 0]]]]
    result = played("wend", open_replica("wend", board=UNLISTED, words=["DOG"], found=found))
    assert (result.outcome, tried(page)) == ("solved", [("DOG", True)])
