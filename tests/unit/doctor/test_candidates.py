"""Guesses at what could take the place of a selector, from what a page has."""

from typing import Any

import pytest

from player.doctor.candidates import (
    cells,
    grids,
    index,
    lasting,
    page_names,
    readings,
    renamed,
    similarity,
    variants_of,
)
from player.doctor.probe import Element, GridCandidate, PageInventory


def census(there: dict[str, set[str]], found: GridCandidate | None = None) -> PageInventory:
    return PageInventory(attributes={name: frozenset(values) for name, values in there.items()}, board=found)


def board(
    *cells: dict[str, Any], numbered: tuple[str, str] | None = None, grid: dict[str, str] | None = None
) -> GridCandidate:
    """A board of `div`s with some attributes; "inner" is what one of them has in it, "text" what it says."""
    elements = tuple(
        Element(
            tag="div",
            text=cell.get("text", ""),
            attributes={key: value for key, value in cell.items() if key not in {"text", "inner"}},
            inner=tuple(Element(tag="i", text=cell.get("text", ""), attributes=one) for one in cell.get("inner", ())),
        )
        for cell in cells
    )
    inner = Element(tag="div", text="", attributes=grid or {})
    outer = Element(tag="main", text="", attributes={"id": "game"})
    return GridCandidate(cells=elements, around=(inner, outer), path="html > body > main > div", numbered=numbered)


@pytest.mark.parametrize(
    ("name", "lasts"),
    [("board-grid", True), ("", False), ("cell-12", False)],
)
def test_a_counter_is_not_built_on(name: str, *, lasts: bool) -> None:
    assert lasting(name) is lasts


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
    assert renamed(selector, page_names([selector], census(there), None)) == expected


def test_a_class_that_another_selector_knows_is_not_taken_for_one_that_is_gone() -> None:
    page = census({"class": {"trail-cell"}})
    assert renamed(".trail-cell-border", page_names([".trail-cell-border", ".trail-cell"], page, None)) == []


def test_where_numbers_were_is_where_the_board_is_numbered_now() -> None:
    found = board({}, numbered=("data-square", ""))
    known = page_names(["[data-index]"], census({"data-square": {"0", "1"}}, found), "data-index")
    assert renamed("[data-index]", known) == ["[data-square]"]
    assert next(variants_of({"attribute": "data-index"}, known)) == {"attribute": "data-square"}


def test_a_number_in_another_attribute_is_no_sign_of_a_new_name() -> None:
    page = census({"data-qa": {"cell-15"}, "data-square": {"15"}}, board({}, numbered=("data-square", "")))
    known = page_names(["[data-index]", ':has(> [data-index="15"])'], page, "data-index")
    assert known.moved == {"data-index": "data-square"}


def test_all_parts_of_a_reading_follow() -> None:
    known = page_names(['[aria-label^="Queen "]'], census({"title": {"Queen of hearts"}}), None)
    reading = {"first": {"queen": '[aria-label^="Queen "]'}, "with": '[aria-label^="Queen "]'}
    assert next(variants_of(reading, known)) == {"first": {"queen": '[title^="Queen "]'}, "with": '[title^="Queen "]'}


def test_a_grid_is_named_by_its_own_names_before_those_around_it_and_by_its_place_last() -> None:
    selectors = grids(board({}, grid={"data-testid": "grid", "class": "_1a2b3c4d board"}))
    assert selectors[:2] == ['[data-testid="grid"]', ".board"]
    assert "#game > div" in selectors
    assert selectors[-1] == "html > body > main > div"


def test_cells_are_named_by_their_numbers_first() -> None:
    assert cells(board({"data-n": "0"}, {"data-n": "1"}, numbered=("data-n", "")), "#g")[0] == "[data-n]"
    prefixed = board({"id": "c-0"}, {"id": "c-1"}, numbered=("id", "c-"))
    assert cells(prefixed, "#g")[0] == '[id^="c-"]'
    assert index(prefixed) == {"attribute": "id", "pattern": r"^c\-(\d+)$"}
    bare = board({"role": "button", "class": "a sq"}, {"role": "button", "class": "b sq"})
    assert cells(bare, "#g") == ['[role="button"]', ".sq", "#g > div"]
    assert index(bare) is None


def test_regions_are_looked_for_in_class_names_labels_and_colours() -> None:
    found = board(
        {"class": "cell tone-1", "aria-label": "Vuota di colore Rosa, riga 1", "data-n": "0"},
        {"class": "cell tone-2", "aria-label": "Regina di colore Blu, riga 2", "data-n": "1"},
        numbered=("data-n", ""),
    )
    guessed = readings(["one each row"], found, "[data-n]")
    assert guessed[0] == {"attribute": "class", "pattern": r"\btone\-(\d+)\b"}
    assert {"attribute": "aria-label", "pattern": r"(?:^|\s)colore ([^,]+)"} in guessed
    assert guessed[-1] == {"property": "background-color"}
    assert all(reading.get("attribute") != "data-n" for reading in guessed), "a cell's number is not its region"


def test_numbers_are_looked_for_in_texts_and_labels() -> None:
    found = board({"text": "1", "inner": [{"class": "digit"}]}, {"aria-label": "Number 2"})
    assert readings(["numbers"], found, ".sq") == [
        {"text": ".digit"},
        {"text": ".sq"},
        {"attribute": "aria-label", "pattern": r"(\d+)$"},
    ]


def test_walls_are_looked_for_in_class_names_that_end_in_a_side() -> None:
    found = board({"inner": [{"class": "bar bar--left"}]}, {"inner": [{"class": "bar--bottom"}]})
    assert readings(["walls"], found, ".sq")[0] == {"all": {"down": ".bar--bottom", "left": ".bar--left"}}
    hashed = board({"inner": [{"class": "_0a1b2c3d--left"}]}, {"inner": [{"class": "_0a1b2c3d--right"}]})
    first, *others = readings(["walls"], hashed, ".sq")
    assert first == {"all": {"left": '[class*="--left"]', "right": '[class*="--right"]'}}
    assert [list(reading) for reading in others] == [["borders"], ["borders"]]


def test_a_mark_is_looked_for_in_what_just_one_cell_has() -> None:
    found = board({"class": "sq lit"}, {"class": "sq"}, {"class": "sq", "inner": [{"class": "dim"}]})
    assert readings(["some"], found, ".sq") == [{"has": ".lit"}, {"has": ".dim"}]


def test_a_page_is_like_the_selectors_whose_names_it_has() -> None:
    page = census({"id": {"board"}, "data-qa": {"interactive-grid"}})
    assert similarity(['[data-testid="interactive-grid"]', "#board"], page) == 1
    assert similarity([".trail-board", "#board"], page) == 0.5
