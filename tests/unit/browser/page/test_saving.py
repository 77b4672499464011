"""The words of verdicts, the answers to saves by the shipped selectors, and the conclusion from three witnesses."""

import json
from typing import get_args

import pytest

from player.browser.page.observation import Saved, Verdict, Witness, saved_in_words
from player.browser.page.tab import answer_says, is_whole
from player.browser.selectors.controls import Sign
from player.browser.selectors.loader import load
from player.files import SELECTORS

SDUI, EMBER = load(SELECTORS).site("linkedin").saves
#: The answer to a saved win, in both builds of the site.
ROWS = '0:{"state":{"gameBoardHasWon":true}}\n1a:["$","$L2",null,{"to":"/games/zip/results/"}]\n'
JSON = '{"data":{"data":{"gamePlayState":"END_SOLVED","errors":[]}},"included":[]}'


def test_the_answer_to_a_saved_win_confirms_it() -> None:
    assert answer_says(SDUI, "/games/zip/", ROWS, won=True) == ("confirmed", "")
    assert (
        answer_says(SDUI, "/games/zip/", ROWS.replace('"state":{"gameBoardHasWon":true}', ""), won=True)[0]
        == "confirmed"
    )
    assert answer_says(SDUI, "/games/zip/", '{"navigate":"\\/games\\/zip\\/results\\/"}', won=True)[0] == "confirmed"
    assert answer_says(EMBER, "/games/mini-sudoku/", JSON, won=True) == ("confirmed", "")


@pytest.mark.parametrize(
    ("body", "witness"),
    {
        "another game's results": (ROWS.replace("zip", "tango"), "unclear"),
        "a game with a longer name": (ROWS.replace("/zip/", "/zip-two/"), "unclear"),
        "nothing": ("", "unclear"),
        "no results": ('0:{"gameBoardHasWon":true}\n', "unclear"),
        "cut off in the last row": (ROWS[:-5], "unclear"),
        "cut off in JSON": ('{"to":"/games/zip/results/","more":', "unclear"),
        "a page": ('<a href="/games/zip/results/">See results</a>', "unclear"),
        "words": ("saved: /games/zip/results/", "unclear"),
        "not won": (ROWS.replace("true", "false"), "refused"),
        "not won, by another form": ('0:{"key":"gameBoardHasWon","value":{"boolean":false}}\n', "refused"),
        "an error beside the results": (ROWS + '2:{"error":{"message":"not stored"}}\n', "refused"),
        "errors": ('{"errors":[{"message":"x"}],"to":"/games/zip/results/"}', "refused"),
        "a row with an error": ('0:E{"digest":"1"}\n', "refused"),
        "no success": ('{"success": false, "to":"/games/zip/results/"}', "refused"),
        "a status of 503": ('{"status":503,"to":"/games/zip/results/"}', "refused"),
        "a redirect to sign in": ('{"redirectUrl":"/login?next=/games/zip/results/"}', "refused"),
    }.values(),
    ids=str,
)
def test_any_other_answer_does_not_confirm(body: str, witness: str) -> None:
    assert answer_says(SDUI, "/games/zip/", body, won=True)[0] == witness


@pytest.mark.parametrize(
    ("body", "witness"),
    [
        (JSON.replace("END_SOLVED", "END_FAILED"), "refused"),
        (JSON.replace("END_SOLVED", "IN_PROGRESS"), "refused"),
        (JSON.replace("END_SOLVED", "WHO_KNOWS"), "unclear"),
        (JSON.replace("[]", '[{"message":"x"}]', 1), "refused"),
        ('{"data":null}', "unclear"),
        (JSON[:-2], "unclear"),
    ],
    ids=str,
)
def test_any_other_answer_of_the_older_build_does_not_confirm(body: str, witness: str) -> None:
    assert answer_says(EMBER, "/games/mini-sudoku/", body, won=True)[0] == witness


def test_an_answer_alone_does_not_say_that_the_game_is_won() -> None:
    assert answer_says(SDUI, "/games/zip/", '{"to":"/games/zip/results/"}', won=False)[0] == "unclear"


@pytest.mark.parametrize(
    ("body", "whole"),
    [(ROWS, True), (JSON, True), ('0:"a"\n1:["b"]', True), ('0:["a"]\n1:["b"', False), ("", False), ("ok", False)],
    ids=str,
)
def test_what_is_cut_off_is_not_whole(body: str, whole: bool) -> None:
    assert is_whole(body) == whole


C, R, A, U, N = Witness.CONFIRMED, Witness.REFUSED, Witness.UNANSWERED, Witness.UNCLEAR, Witness.NONE


@pytest.mark.parametrize(
    ("request_says", "reload", "doubtful"),
    [
        (C, None, False),
        (N, None, False),
        (U, None, False),
        (A, None, True),
        (R, None, True),
        *((one, C, False) for one in (C, N, U, A)),
        (R, C, True),
        *((one, other, True) for one in (C, N, U, A, R) for other in (R, U)),
    ],
    ids=str,
)
def test_a_witness_that_contradicts_makes_a_win_doubtful(
    request_says: Witness, reload: Witness | None, doubtful: bool
) -> None:
    assert Saved(page=True, request=request_says, reload=reload).doubtful == doubtful


def test_a_record_of_another_version_is_put_into_no_words() -> None:
    assert saved_in_words({"page": True, "request": "confirmed", "reload": "confirmed"}) == (
        "the answer to its save confirms it, a fresh load shows the results"
    )
    for strange in (None, 5, {}, {"request": ["x"]}, {"request": "later"}):
        assert saved_in_words(strange) == ""


def test_each_sign_in_selectors_yaml_is_a_verdict() -> None:
    assert {*get_args(Sign.model_fields["proves"].annotation), "none"} == {*Verdict}


def test_a_verdict_is_its_word_in_json() -> None:
    assert json.dumps([*Verdict]) == '["results", "banner", "board", "none"]'
