"""The choice of a sign of the win."""

from typing import Any

import pytest

from player.doctor.learn.playing import NOVELTY, SignFound, signs
from player.doctor.learn.table import phrase

HERE = "http://a.test/game"


def news(selector: str, text: str = "", *, fresh: bool = True, **more: Any) -> dict[str, Any]:
    parts = {"heading": False, "dialog": False, "control": False, "where": "page"}
    return {"selector": selector, "text": text, "own": text, "fresh": fresh, **parts, **more}


def best(*found: Any, alerts: tuple[str, ...] = (), after: str = HERE) -> SignFound | None:
    return next(iter(signs(found, alerts, HERE, after)), None)


LANGUAGES = [
    *("You win!", "Gelöst in 0:12", "Félicitations !", "¡Bien hecho!"),
    *("Parabéns!", "Complimenti!", "Tebrikler!", "Opgelost"),
    *("Level Cleared! 🎉", "You beat this puzzle!"),
    *("Excelente Trabalho!", "Perfekt gelaufen", "Gratulacje!", "Chúc mừng bạn!", "बधाई हो!", "مبروك!"),
]


@pytest.mark.parametrize("text", LANGUAGES)
def test_words_of_success_in_many_languages(text: str) -> None:
    found = best(news(".x", text), news("#other", "Next puzzle in 3 hours"))
    assert found is not None
    assert found.sign["selector"] == ".x"
    assert found.rank < NOVELTY


#: By name: what is new on the page, and the sign.
SURE: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "its text has no numbers": (
        [news(".x", "Solved in 0:12")],
        {"as": "banner", "selector": ".x", "text": ["Solved in"]},
    ),
    "the words of success, not those that were there before": (
        [news("h3", "Rectangles: finished!", fresh=False, heading=True)],
        {"as": "banner", "selector": "h3", "text": ["finished"]},
    ),
    "a heading comes before other texts": (
        [news("p", "Well done"), news("h2", "Solved!", heading=True)],
        {"as": "banner", "selector": "h2", "text": ["Solved"]},
    ),
    "an element gets a name of success": (
        [news("div.is-solved", fresh=False, own=".is-solved")],
        {"as": "board", "selector": "div.is-solved"},
    ),
    "the title": (
        [news("title", fresh=False, own="Solved! - Queens", where="title")],
        {"as": "banner", "title": "Solved"},
    ),
}
#: The same of signs for which only their novelty speaks; of other texts only a heading is one.
NEW: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "a window is no win": ([news(".x", "Window")], {"as": "banner", "selector": ".x", "text": ["Window"]}),
    "a heading changes": (
        [news("li", "PLANET", fresh=False), news("h1", "Woven in full!", fresh=False, where="heading")],
        {"as": "banner", "selector": "h1", "text": ["Woven in full"]},
    ),
    "a name that all cells get": (
        [news(".x", fresh=False, own=".x", where="cells")],
        {"as": "board", "cells": ".x"},
    ),
    "a colour that something in all cells gets": (
        [news(":has(.bg-green-100)", fresh=False, own=":has(.bg-green-100)", where="cells")],
        {"as": "board", "cells": ":has(.bg-green-100)"},
    ),
    "a name that one element gets": (
        [news("div.is-over", fresh=False, own=".is-over")],
        {"as": "board", "selector": "div.is-over"},
    ),
    "a new text": ([news(".done", "All threaded!")], {"as": "banner", "selector": ".done", "text": ["All threaded"]}),
}


@pytest.mark.parametrize("name", [*SURE, *NEW])
def test_what_is_new_is_a_sign(name: str) -> None:
    shown, sign = (SURE | NEW)[name]
    found = best(*shown)
    assert found is not None
    assert (found.sign, found.rank < NOVELTY) == (sign, name in SURE)


@pytest.mark.parametrize(
    "text", ["\u30d1\u30ba\u30eb\u5b8c\u6210", "\u4f60\u8d62\u4e86", "\u606d\u559c", "\ucd95\ud558\ud569\ub2c8\ub2e4"]
)
def test_words_stand_anywhere_in_a_script_that_parts_none(text: str) -> None:
    """In Japanese, Chinese and Korean."""
    found = best(news(".done", text))
    assert found
    assert (found.rank < NOVELTY, found.sign["text"]) == (True, [text])


def test_an_alert_comes_first_and_a_new_address_goes_with_what_stands_there() -> None:
    alerted = best(news("h2", "Solved", heading=True), alerts=("Well done! 12 s",))
    moved = best(news(".top", "Solved in 5 s"), after="http://a.test/game/results?x=1")
    assert [one and one.sign for one in (alerted, moved)] == [
        {"as": "banner", "alert": "Well done"},
        {"as": "results", "path": "^/game/results$", "selector": ".top"},
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Not solved yet",
        "Almost! Try again",
        "Wrong",
        "Leider falsch",
        "Not quite perfect!",
        "Correct so far",
        "Sorry, your solution is not correct",
        "\u4e0d\u6b63\u89e3\u3067\u3059",  # "not right", in which "right" stands
        "\u0415\u0449\u0451 \u043d\u0435 \u0440\u0435\u0448\u0435\u043d\u043e",  # "not solved yet"
    ],
)
def test_what_speaks_of_a_mistake_is_no_sign(text: str) -> None:
    assert best(news(".x", text)) is None
    assert best(alerts=(text,)) is None


@pytest.mark.parametrize(
    "shown",
    [
        [],
        [news("button", "Congratulations, next!", control=True)],
        [news("div.queen", fresh=False, own=".queen", where="board")],
        [news('div[data-left="0"]', fresh=False, own='[data-left="0"]')],
        [news(".area", where="board")],
        [news("li", "PLANET", fresh=False)],
    ],
    ids=["nothing", "a button", "a mark", "a number of moves", "what is drawn", "a text"],
)
def test_what_the_last_move_itself_may_do_is_no_sign(shown: list[Any]) -> None:
    assert best(*shown) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [("You win! Again?", "You win"), ("12 s: Solved", "Solved"), ("3 stars, great", "stars"), ("", ""), ("!!!", "")],
)
def test_the_phrase_that_is_the_same_each_time(text: str, expected: str) -> None:
    assert phrase(text) == expected
