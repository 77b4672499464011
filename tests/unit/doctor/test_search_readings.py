"""Readings that the search tries: their patterns, their columns, and what they mean together."""

from typing import Any

import pytest

from player.browser.selectors.readings import as_reading
from player.doctor.learn.readings import candidates_for, is_central
from player.doctor.learn.search import clearer
from player.doctor.learn.table import (
    Candidate,
    Column,
    Reading,
    at_start,
    escaped,
    forms,
    grouped,
    meaning,
    partition,
    parts_of,
    sided,
    with_value,
)
from player.doctor.probe import SurveyedCell, SurveyedElement, SurveyedLattice
from player.games.patches.learn import SHAPES
from player.games.queens.learn import is_lines
from player.games.tango.learn import SIGNS, SYMBOLS, is_shading
from player.proof import SEVERAL


@pytest.mark.parametrize(
    ("reading", "value", "pattern"),
    [
        ({"text": "*"}, "a+b", r"^(a\+b)$"),
        ({"attribute": "class", "pattern": r"(?:^|\s)c-([^\s_-]+)(?=\s|$)"}, "7", r"(?:^|\s)c-(7)(?=\s|$)"),
        ({"attribute": "x", "pattern": r"[(]\((\d+)\)"}, "12", r"[(]\((12)\)"),
    ],
)
def test_a_reading_is_asked_for_one_value(reading: dict[str, Any], value: str, pattern: str) -> None:
    assert with_value(reading, value) == {**reading, "pattern": pattern}


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("=", SIGNS, "equal"),
        ("edge-cross", SIGNS, "cross"),
        ("edge equal cross", SIGNS, None),
        ("PatchesShape_VERTICAL_RECT", SHAPES, "tall"),
        ("isMoon", SYMBOLS, "moon"),
        ("moonlight", SYMBOLS, None),
    ],
)
def test_words_have_a_meaning_unless_they_have_two(text: str, known: Any, expected: str | None) -> None:
    assert meaning(text, known) == expected


def test_words_are_found_as_they_are_written() -> None:
    assert forms("a Tall box", SHAPES["tall"]) == ["Tall"]


def test_lines_shades_and_parts_are_told_from_regions() -> None:
    assert is_lines(("a", "a", "b", "b"), 2, 2)
    assert is_lines(("a", "b", "a", "b"), 2, 2)
    assert not is_lines(("a", "b", "b", "b"), 2, 2)
    assert is_shading(("a", "b", "b", "a"), 2, 2)
    assert not is_shading(("a", "b", "b", "b"), 2, 2)
    assert parts_of(("a", "b", "b", "b"), 2, 2) == 2
    assert parts_of(("a", "b", "b", "a"), 2, 2) == 4
    assert partition(["x", "y", "x"]) == (0, 1, 0)


BORDERS = Candidate({"borders": {"px": 2, "several": True}}, "borders", 3)


@pytest.mark.parametrize(
    ("values", "options", "inner"),
    [
        ((["right"], ["left"], [], []), {}, (["right"], ["left"], [], [])),
        ((["up", "right"], ["up", "left"], [], []), {"rim": True}, (["right"], ["left"], [], [])),
        ((["right"], [], [], ["left"]), {"either": True}, (["right"], [], [], ["left"])),
    ],
)
def test_walls_on_the_rim_or_from_one_side_get_their_options(values: Any, options: Any, inner: Any) -> None:
    found = sided(BORDERS, values, 2, 2)
    assert found == (Candidate({**BORDERS.reading, **options}, "borders", 3), inner)


def test_places_of_elements_on_the_rim_are_no_walls() -> None:
    assert sided(Candidate({"sides": "i"}, "places", 3), (["up"], [], [], []), 2, 2) is None


def test_readings_with_one_meaning_are_one_column_and_agree() -> None:
    one, other = Candidate({"text": "*"}, "text", 5), Candidate({"property": "color"}, "style", 3)
    (column,) = grouped([(one, ("a", "b")), (other, ("x", "y"))], key=partition)
    assert column.sources == ["text", "style"]
    assert column.raw[other.key] == ("x", "y")
    assert column.score > Column(("a", "b"), [one]).score
    assert column.best() == [one, other]


def cell(text: str, **attributes: str) -> SurveyedCell:
    names = {name.replace("_", "-"): value for name, value in attributes.items()}
    return SurveyedCell(tag="div", attributes=names, text=text, place=(0, 0, 1, 1), shown=True, inner=())


def lattice(*cells: SurveyedCell) -> SurveyedLattice:
    nests = tuple((0, number, 1) for number in range(1, len(cells) + 1))
    return SurveyedLattice(
        rows=1,
        cols=len(cells),
        grids=("#g",),
        names=("div",),
        numbered=None,
        nests=nests,
        cells=cells,
        lists=(),
        loose=(),
    )


def test_the_pool_has_numbered_classes_labels_sides_and_flags() -> None:
    cells = (
        cell("1", **{"class": "c-0 wall-right"}, aria_label="Row 1, number 4"),
        cell("2", **{"class": "c-1 wall-bottom"}, aria_label="Row 1, number 5"),
        cell("", **{"class": "c-1 given"}, aria_label="Row 1"),
    )
    pool = candidates_for(lattice(*cells))
    values = [one.reading for one in pool["values"]]
    assert {"attribute": "class", "pattern": r"(?:^|\s)c\-([^\s_-]+)(?=\s|$)"} in values
    assert {"attribute": "aria-label", "pattern": r"number\W{1,2}(\d+)"} in values
    assert {"all": {"right": ".wall-right", "down": ".wall-bottom"}} in [one.reading for one in pool["sides"]]
    assert {"has": ".given"} in [one.reading for one in pool["flags"]]


def test_signs_with_one_name_are_told_by_the_files_of_their_pictures_or_a_part_of_an_address() -> None:
    """The part of a file's name that a build adds is left out."""
    data = ("data:image/svg+xml,aaaaaaaaaaaaaaaab", "data:image/svg+xml,aaaaaaaaaaaaaaaac")
    parts = []
    for addresses in (("/img/cross.4f3a.svg?v=1", "/img/equal.7bbc.svg"), data, data[:1]):
        signs = [
            SurveyedElement(tag="i", attributes={}, text="", place=(0.5, 0, 0.3, 0.3), shown=True, picture=address)
            for address in addresses
        ]
        cells = [cell("").model_copy(update={"inner": (sign,)}) for sign in signs]
        sided = [one.reading for one in candidates_for(lattice(*cells))["sides"]]
        parts.append([one["pattern"] for one in sided if one.get("sides") == "i" and "pattern" in one])
    assert parts == [[r"cross\.", r"equal\."], ["aaaaaaaaaaab", "aaaaaaaaaaac"], [escaped(data[0])]]


def test_a_sign_that_is_on_one_side_only_is_read_on_the_sides_of_the_other_sign_too() -> None:
    cells = (
        cell("", **{"data-right": "=", "data-top": "60"}),
        cell("", **{"data-down": "x", "data-left": "120"}),
        cell("", **{"data-right": "x", "data-top": "120"}),
    )
    sided = [one.reading for one in candidates_for(lattice(*cells))["sides"]]
    assert {"all": {"right": '[data-right="="]', "down": '[data-down="="]'}} in sided
    assert {"all": {"right": '[data-right="x"]', "down": '[data-down="x"]'}} in sided
    assert not [one for one in sided if "60" in str(one)]


def test_signs_are_found_among_labels_that_one_cell_alone_has() -> None:
    sign = SurveyedElement(tag="i", attributes={"class": "sign"}, text="=", place=(0.5, 0, 0.3, 0.3), shown=True)
    labelled = [cell("", aria_label=f"Cell {number}, empty") for number in range(50)]
    cells = [cell("").model_copy(update={"inner": (label, sign)}) for label in labelled]
    sided = [one.reading for one in candidates_for(lattice(*cells))["sides"]]
    assert {"sides": ".sign", "pattern": "^=$"} in sided


COVERED = {"covered": ".sun"}


@pytest.mark.parametrize(
    ("marks", "reading"),
    [
        ([".sun", ".moon"], ".sun, .moon"),
        ([COVERED], COVERED),
        ([COVERED, ".moon"], {"all": {"given 0": COVERED, "given 1": ".moon"}}),
    ],
    ids=["selectors", "one reading", "a reading and a selector"],
)
def test_what_is_there_at_the_start_is_any_of_the_marks_in_the_first_look(
    marks: list[str | Reading], reading: str | Reading
) -> None:
    found = at_start(marks)
    assert found == {"has": reading, "once": True}
    as_reading(found)


def test_an_empty_element_without_a_size_is_no_sign_beside_the_middle() -> None:
    empty = SurveyedElement(tag="span", attributes={}, text="", place=(0, -0.48, 0, 0), shown=True)
    assert is_central([empty])
    assert not is_central([empty.model_copy(update={"place": (0, -0.48, 0.1, 0.1)})])


def test_of_several_readings_that_fail_the_one_with_several_solutions_tells_most() -> None:
    assert clearer("", "no solution") == "no solution"
    assert clearer("no solution", "other") == "no solution"
    assert clearer("no solution", SEVERAL) == clearer(SEVERAL, "no solution") == SEVERAL
