"""Candidates for the place of a selector: the same under another name that the page has."""

import pytest

from player.browser.selectors.schema import PageSelectors
from player.doctor.learn.table import is_lasting
from player.doctor.probe import Survey, SurveyedLattice
from player.doctor.repair import page_names, similarity


def survey(there: dict[str, set[str]], numbered: str | None = None) -> Survey:
    """A page with these values of attributes, maybe with a board whose cells an attribute numbers."""
    lattice = SurveyedLattice.model_construct(numbered=(numbered, "", 0) if numbered else None)
    attributes = {name: frozenset(values) for name, values in there.items()}
    return Survey.model_construct(title="", lattices=(lattice,) if numbered else (), attributes=attributes)


@pytest.mark.parametrize(("name", "lasts"), [("board-grid", True), ("", False), ("cell-12", False)])
def test_a_counter_is_not_built_on(name: str, *, lasts: bool) -> None:
    assert is_lasting(name) is lasts


@pytest.mark.parametrize(
    ("selector", "there", "expected"),
    [
        ("#board > .cell", {"id": {"board"}, "class": {"cell"}}, []),
        ('#a [data-testid="grid"]', {"id": {"a"}, "data-qa": {"grid"}}, ['#a [data-qa="grid"]']),
        ('[data-testid^="cell-"]', {"data-qa": {"cell-0", "cell-1"}}, ['[data-qa^="cell-"]']),
        (".trail-wall--left", {"class": {"path-wall--left", "other"}}, [".path-wall--left"]),
        (".trail-wall--left", {"class": {"other"}}, []),
        ('[role="x"]', {"role": {"y"}, "data-role": {"x"}, "title": {"x"}}, []),
    ],
    ids=["as it is", "value moved", "prefix moved", "alike", "nothing alike", "two hold the value"],
)
def test_a_selector_follows_the_names_that_moved(
    selector: str, there: dict[str, set[str]], expected: list[str]
) -> None:
    assert page_names([selector], survey(there)).variants(selector) == expected


def test_a_class_that_another_selector_knows_is_not_taken_for_one_that_is_gone() -> None:
    names = page_names([".trail-cell-border", ".trail-cell"], survey({"class": {"trail-cell"}}))
    assert names.variants(".trail-cell-border") == []


def test_where_numbers_were_is_where_the_board_is_numbered_now() -> None:
    known = page_names(["[data-index]"], survey({"data-square": {"0", "1"}}, "data-square"), "data-index")
    assert known.variants("[data-index]") == ["[data-square]"]
    assert known.variants({"attribute": "data-index"})[0] == {"attribute": "data-square"}


def test_a_number_in_another_attribute_is_no_sign_of_a_new_name() -> None:
    page = survey({"data-qa": {"cell-15"}, "data-square": {"15"}}, "data-square")
    known = page_names(["[data-index]", ':has(> [data-index="15"])'], page, "data-index")
    assert known.moved == {"data-index": "data-square"}


def test_all_parts_of_a_reading_follow() -> None:
    known = page_names(['[aria-label^="Queen "]'], survey({"title": {"Queen of hearts"}}))
    reading = {"first": {"queen": '[aria-label^="Queen "]'}, "with": '[aria-label^="Queen "]'}
    assert known.variants(reading)[0] == {"first": {"queen": '[title^="Queen "]'}, "with": '[title^="Queen "]'}


def test_a_page_is_like_the_selectors_whose_names_it_has() -> None:
    page = survey({"id": {"board"}, "data-qa": {"interactive-grid"}})
    like, half = (
        PageSelectors.model_validate({"grid": grid, "cell": "#board", "read": {}})
        for grid in ('[data-testid="interactive-grid"]', ".trail-board")
    )
    assert (similarity(like, page), similarity(half, page)) == (1, 0.5)
