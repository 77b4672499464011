"""Conditions for marks, chosen from looks at cells."""

import re

import pytest

from player.browser.page.trials import Appearance, Trait
from player.doctor.learn.marks import (
    Example,
    conditions,
    likeness,
    phrase,
    reading_of_marks,
)
from player.doctor.learn.table import escaped
from player.doctor.learn.taps import period


def named(*names: str) -> list[Trait]:
    return [Trait("selector", "", f".{name}", "class", name) for name in names]


def styled(**values: str) -> list[Trait]:
    return [Trait("style", "", "", name.replace("_", "-"), value) for name, value in values.items()]


def cell(*traits: list[Trait]) -> Appearance:
    own = frozenset(trait for some in traits for trait in some)
    return Appearance(own, own)


DATA = [Trait("selector", "", '[data-state="queen"]', "data-state", "queen")]
TEXT = [Trait("text", "", "", "", "♛")]
BLANK = [Trait("text", "", "", "", "")]
RED, WHITE = "rgb(255, 0, 0)", "rgb(255, 255, 255)"


def found(having: list[Appearance], lacking: list[Appearance]) -> list[object]:
    examples = [*(Example(look, "queen") for look in having), *(Example(look, "empty") for look in lacking)]
    return [one.condition for one in conditions(examples, "queen", [".cell"])]


def test_a_name_of_data_comes_before_a_class_a_text_and_a_style_and_no_mark_is_a_name_of_one_build() -> None:
    made = [Trait("passing", "", "._a81bc03", "class", "_a81bc03")]
    marked = cell(DATA, named("crowned"), made, TEXT, styled(color=RED))
    assert found([marked], [cell(BLANK, styled(color=WHITE))])[:5] == [
        '[data-state="queen"]',
        ".crowned",
        {"text": "*", "pattern": "^(♛)$"},
        {"property": "color", "pattern": r"^(rgb\(255, 0, 0\))$"},
        {"text": "*"},
    ]


def test_the_number_of_a_colour_is_no_name_of_what_is_drawn() -> None:
    coloured = [Trait("selector", "", '[data-colour="2"]', "data-colour", "2")]
    examples = [Example(cell(coloured, named("part")), True), Example(cell(), False)]
    assert [one.condition for one in conditions(examples, True, [".cell"])][:2] == [".part", '[data-colour="2"]']


def test_what_one_cell_alone_has_is_no_mark() -> None:
    clicked, before = cell(named("mark", "focus")), cell(named("mark"))
    assert found([clicked, before], [cell()]) == [".mark"]


def test_what_another_cell_has_too_is_no_mark() -> None:
    assert found([cell(named("mark", "focus"))], [cell(named("focus"))]) == [".mark"]


def test_a_name_of_a_marked_cell_that_something_in_another_one_has_is_looked_for_on_cells_alone() -> None:
    number = [Trait("selector", "in", ".white", "class", "white")]
    assert found([cell(named("white"))], [cell(number)]) == [".cell:is(.white)", ".cell:not(:has(.white))"]
    assert found([cell(number)], [cell(named("white"))]) == [".cell:is(:has(.white))", ".cell:not(.white)"]


def test_what_flickers_is_no_mark() -> None:
    pulse = frozenset(named("pulse"))
    moving = Appearance(frozenset(named("mark")), frozenset(named("mark")) | pulse)
    assert found([moving], [cell()]) == [".mark"]
    assert not found([cell(named("pulse"))], [Appearance(frozenset(), pulse)])


def test_a_mark_may_be_what_a_cell_lacks() -> None:
    assert found([cell()], [cell(named("free"))]) == [".cell:not(.free)"]


def test_colours_that_differ_from_cell_to_cell_are_told_by_the_colour_of_the_others() -> None:
    drawn = [cell(styled(background_color=colour)) for colour in (RED, "rgb(0, 0, 255)")]
    [condition] = found(drawn, [cell(styled(background_color=WHITE))])
    assert isinstance(condition, dict)
    assert re.match(condition["pattern"], RED)
    assert not re.match(condition["pattern"], WHITE)


def test_without_examples_of_both_nothing_is_found() -> None:
    assert not found([], [cell()])
    assert not found([cell(TEXT)], [])


def test_marks_are_named_in_order_and_all_else_is_blank() -> None:
    examples = [
        Example(cell(named("queen")), "queen"),
        Example(cell(named("cross")), "cross"),
        Example(cell(), "empty"),
    ]
    reading = reading_of_marks(examples, ["queen", "cross"], "empty", [".cell"])
    assert reading is not None
    assert reading[0] == {"first": {"queen": ".queen", "cross": ".cross", "empty": "*"}}
    assert reading_of_marks(examples[:2], ["queen", "other"], "empty", [".cell"]) is None


def test_states_are_named_by_the_givens_that_look_like_them() -> None:
    givens = [
        Example(cell(named("disc", "given")), "sun"),
        Example(cell(named("sickle", "given")), "moon"),
        Example(cell(), "empty"),
    ]
    states = [cell(named("sickle", "active")), cell(named("disc", "active"))]
    assert [[likeness(state, givens, mark) for mark in ("sun", "moon")] for state in states] == [[0, 1], [1, 0]]
    alone = [givens[0], givens[2]]
    assert [[likeness(state, alone, mark) for mark in ("sun", "moon")] for state in states] == [[0, 0], [1, 0]]
    assert likeness(cell(), givens, "sun") == 0


@pytest.mark.parametrize(
    ("looks", "expected"),
    [("abcab", 3), ("abab", 2), ("aaaa", 1), ("abcd", None), ("a", None)],
)
def test_the_period_of_clicks(looks: str, expected: int | None) -> None:
    assert period([cell(named(letter)) for letter in looks]) == expected


@pytest.mark.parametrize("text", ["rgb(1, 2, 3)", "a.b*c", 'url("/x/y.svg?v=1")', "[{(^$|\\)}]", "♛ 👑"])
def test_an_escaped_text_matches_itself(text: str) -> None:
    assert re.fullmatch(escaped(text), text)


@pytest.mark.parametrize("kind", ["text", "symbol"])
def test_a_comment_names_the_text_or_the_symbol_of_a_mark(kind: str) -> None:
    assert phrase(Trait(kind, "", "", "", "☀️")) == f"the {kind} '☀️' in the cell"
