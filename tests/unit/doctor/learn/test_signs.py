"""The choice of a sign of the win."""

from typing import Any

import pytest

from player.browser.page.messages import News
from player.browser.selectors.loader import load
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.playing import NOVELTY, SignFound, phrase, signs
from player.files import SELECTORS

HERE = "http://a.test/game"


@pytest.fixture(scope="module")
def words() -> LearnWords:
    found = load(SELECTORS).learn
    assert found is not None
    return found


def news(selector: str, text: str = "", *, fresh: bool = True, **more: Any) -> News:
    one: News = {
        "selector": selector,
        "text": text,
        "own": text,
        "fresh": fresh,
        "heading": False,
        "dialog": False,
        "control": False,
        "where": "page",
    }
    return {**one, **more}  # type: ignore[typeddict-item]  # keys of the same type


def best(words: LearnWords, *found: News, alerts: tuple[str, ...] = (), after: str = HERE) -> SignFound | None:
    ranked = signs(words, found, alerts, HERE, after)
    return ranked[0] if ranked else None


def sign(words: LearnWords, *found: News, **more: Any) -> dict[str, Any]:
    one = best(words, *found, **more)
    assert one is not None
    return one.sign


@pytest.mark.parametrize(
    "text",
    [
        "You win!",
        "Gelöst in 0:12",
        "Félicitations !",
        "¡Bien hecho!",
        "Parabéns!",
        "Complimenti!",
        "Tebrikler!",
        "Opgelost",
    ],
)
def test_words_of_success_in_eight_languages(words: LearnWords, text: str) -> None:
    found = best(words, news(".x", text), news("#other", "Next puzzle in 3 hours"))
    assert found is not None
    assert found.sign["selector"] == ".x"
    assert found.rank < NOVELTY


def test_the_text_of_a_sign_has_no_numbers(words: LearnWords) -> None:
    assert sign(words, news(".x", "Solved in 0:12")) == {"as": "banner", "selector": ".x", "text": ["Solved in"]}


def test_a_heading_comes_before_other_texts(words: LearnWords) -> None:
    assert sign(words, news("p", "Well done"), news("h2", "Solved!", heading=True))["selector"] == "h2"


@pytest.mark.parametrize("text", ["Not solved yet", "Almost! Try again", "Wrong", "Leider falsch"])
def test_what_speaks_of_a_mistake_is_no_sign(words: LearnWords, text: str) -> None:
    assert best(words, news(".x", text)) is None
    assert best(words, alerts=(text,)) is None


def test_a_window_is_no_win(words: LearnWords) -> None:
    found = best(words, news(".x", "Window"))
    assert found is not None
    assert found.rank >= NOVELTY


def test_a_button_is_no_sign(words: LearnWords) -> None:
    assert best(words, news("button", "Congratulations, next!", control=True)) is None


def test_an_alert_comes_first(words: LearnWords) -> None:
    assert sign(words, news("h2", "Solved", heading=True), alerts=("Well done! 12 s",)) == {
        "as": "banner",
        "alert": "Well done",
    }


def test_a_new_address_is_a_sign_with_what_stands_there(words: LearnWords) -> None:
    found = sign(words, news(".top", "Solved in 5 s"), after="http://a.test/game/results?x=1")
    assert found == {"as": "results", "path": "^/game/results$", "selector": ".top"}


def test_an_element_that_gets_a_name_of_success_is_a_sign(words: LearnWords) -> None:
    got = news("div.is-solved", "", fresh=False, own=".is-solved")
    assert sign(words, got) == {"as": "board", "selector": "div.is-solved"}
    other = best(words, news("div.is-over", "", fresh=False, own=".is-over"))
    assert other is not None
    assert other.rank > NOVELTY


@pytest.mark.parametrize("own", [".queen", '[data-left="0"]'])
def test_what_the_last_move_itself_may_name_is_no_sign(words: LearnWords, own: str) -> None:
    where = "page" if "0" in own else "board"
    assert best(words, news(f"div{own}", "", fresh=False, own=own, where=where)) is None
    assert best(words, news(".area", "", where="board")) is None


def test_of_the_texts_that_change_without_a_word_of_success_only_a_heading_is_a_sign(words: LearnWords) -> None:
    assert best(words, news("li", "PLANET", fresh=False)) is None
    found = best(words, news("h1", "Woven in full!", fresh=False, where="heading"))
    assert found is not None
    assert found.sign == {"as": "banner", "selector": "h1", "text": ["Woven in full"]}
    assert found.rank > NOVELTY


def test_a_name_that_all_cells_get_is_a_sign_and_so_is_the_title(words: LearnWords) -> None:
    assert sign(words, news(".x", "", fresh=False, own=".x", where="cells")) == {"as": "board", "cells": ".x"}
    titled = news("title", "", fresh=False, own="Solved! - Queens", where="title")
    assert sign(words, titled) == {"as": "banner", "title": "Solved"}


def test_what_is_only_new_is_the_last_resort(words: LearnWords) -> None:
    found = best(words, news(".done", "All threaded!"))
    assert found is not None
    assert found.sign == {"as": "banner", "selector": ".done", "text": ["All threaded"]}
    assert found.rank >= NOVELTY


def test_nothing_new_is_no_sign(words: LearnWords) -> None:
    assert best(words) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("You win! Again?", "You win"), ("12 s: Solved", "s"), ("3 stars, great", "stars"), ("", ""), ("!!!", "")],
)
def test_the_phrase_that_is_the_same_each_time(text: str, expected: str) -> None:
    assert phrase(text) == ("Solved" if text == "12 s: Solved" else expected)
