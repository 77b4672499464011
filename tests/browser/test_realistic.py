"""Realistic changes of the site: the same board is read right at once. A sample, and each kind on one page.

`python -m tests.mutations --realistic` tries each kind on every page, and prints what becomes of it.
"""

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import Source
from tests.support.realistic_pages import SOURCES, became, source_of

QUICK = [
    ("zip", "ember", "walls as box shadows"),
    ("mini-sudoku", "ember", "numbers as SVG title"),
    ("tango", "sdui", "symbols as emoji"),
    ("patches", "sdui", "words in Japanese, no test ids"),
    ("zip", "sdui", "numbers in a layer beside the grid"),
    ("queens", "sdui", "regions as clipped layers behind the cells"),
]
MORE = [
    ("zip", "sdui", "walls as SVG lines"),
    ("zip", "ember", "walls as bars in a layer of their own"),
    ("zip", "sdui", "numbers in Devanagari digits"),
    ("zip", "ember", "ordinals, classes hashed"),
    ("mini-sudoku", "ember", "classes of one prefix"),
    ("tango", "sdui", "classes of one prefix, no test ids, no labels"),
    ("zip", "sdui", "all data attributes renamed"),
    ("zip", "ember", "walls very late"),
    ("zip", "sdui", "each cell in a shadow root"),
    ("mini-sudoku", "ember", "boxes apart by gaps"),
    ("mini-sudoku", "ember", "digits in inputs"),
    ("mini-sudoku", "ember", "resumed, locks renamed"),
    ("tango", "ember", "signs as text"),
    ("tango", "ember", "signs in a layer of their own"),
    ("tango", "sdui", "symbols as backgrounds"),
    ("tango", "sdui", "cells numbered by columns"),
    ("queens", "ember", "regions by walls only"),
    ("queens", "sdui", "board in nested shadow roots"),
    ("queens", "sdui", "the grid is a table"),
    ("patches", "sdui", "shapes by outlines only"),
    ("patches", "sdui", "board in a scroller"),
    ("wend", "sdui", "letters in labels only"),
    ("zip", "ember", "numbers by counters that count up"),
    ("zip", "sdui", "numbers in columns that are moved"),
    ("zip", "ember", "numbers with leading zeros"),
    ("mini-sudoku", "ember", "numbers by ligatures"),
    ("patches", "sdui", "numbers by words"),
    ("patches", "sdui", "clues in a layer over the grid"),
    ("tango", "sdui", "contents in a grid over the grid"),
    ("wend", "sdui", "letters in an SVG over the grid"),
    ("wend", "sdui", "lengths in words"),
    ("wend", "sdui", "lengths as underscores"),
    ("zip", "sdui", "walls as uses of a symbol"),
    ("zip", "ember", "walls as one picture"),
    ("queens", "ember", "regions as SVG paths behind the cells"),
    ("queens", "sdui", "regions as turned gradients"),
    ("queens", "ember", "regions in chequered shades"),
    ("zip", "sdui", "a copy of the focused cell without contents"),
    ("zip", "sdui", "numbers of a sprite"),
    ("mini-sudoku", "ember", "numbers on discs of a sprite"),
    ("patches", "sdui", "numbers of a picture that is moved"),
    ("queens", "sdui", "regions as one picture behind the cells"),
    ("tango", "sdui", "signs as groups of one SVG over the grid"),
    ("tango", "sdui", "the whole board as one SVG"),
    ("wend", "sdui", "the whole board as one SVG"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed", [*QUICK, *(pytest.param(one, marks=pytest.mark.full) for one in MORE)], ids="-".join
)
def test_a_page_is_read_right_after_a_realistic_change(
    page: Page, context: BrowserContext, site: SiteSelectors, changed: tuple[str, str, str]
) -> None:
    game, generation, name = changed
    (found,) = became(page, context, site, source_of(game, generation), (name,))
    assert found[1] == "right"


@pytest.mark.full
@pytest.mark.parametrize(
    "changed",
    [
        ("wend", "sdui", "rows of words renamed"),
        ("wend", "sdui", "classes hashed, no test ids, no labels"),
        ("wend", "sdui", "classes of one prefix, no test ids, no labels"),
        ("zip", "ember", "the whole board as one SVG"),
        ("zip", "sdui", "the whole board as one SVG without numbering"),
        ("tango", "ember", "the whole board as one SVG without numbering"),
    ],
    ids="-".join,
)
def test_the_doctor_repairs_a_page_by_searching_it_where_no_name_is_left(
    page: Page, context: BrowserContext, site: SiteSelectors, changed: tuple[str, str, str]
) -> None:
    game, generation, name = changed
    (found,) = became(page, context, site, source_of(game, generation), (name,))
    assert found[1] == "repaired"


@pytest.mark.more
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_the_board_of_a_changed_page_is_read_right_or_not_at_all(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    found = {kind.name: outcome for kind, outcome in became(page, context, site, source)}
    others = {name: outcome for name, outcome in found.items() if outcome not in {"right", "repaired"}}
    assert "wrong" not in others.values(), others
    assert len(others) <= max(1, 0.1 * len(found)), others
