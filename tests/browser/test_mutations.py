"""Damaged pages are read as the very same board, or refused: never as another board that would be played.

Each kind of damage is on one page; `python -m tests.mutations` has all of them.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251

from player.browser.selectors.schema import SiteSelectors
from tests.mutations import DAMAGE, DROPS, Source, captures, damaged, judge, replicas, without_each_attribute
from tests.support.places import CAPTURES

pytestmark = pytest.mark.full

#: Our own pages, and the newest captured one of each game.
SOURCES = [*replicas(), *({source.game: source for source in captures()}.values() if CAPTURES else ())]

OTHERS = [
    name for name in DAMAGE if not name.endswith("dropped") or name.removesuffix(" dropped") not in {*DROPS, "size"}
]

#: Words in the names of damage that only pages of one game can take.
ABOUT = {"tango": ("sign", "symbol", "given cell", "locked")}


def sample() -> Iterator[tuple[Source, str]]:
    for number, name in enumerate(OTHERS):
        takers = [source for source in SOURCES if any(word in name for word in ABOUT.get(source.game, ()))] or SOURCES
        yield takers[number % len(takers)], name


SAMPLE = list(sample())
OURS = sorted(replicas(), key=lambda source: source.game != "zip")  # CI has the first


@pytest.mark.parametrize("source", OURS, ids=str)
def test_without_one_kind_of_attribute_a_page_is_still_read_right(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source
) -> None:
    verdicts = without_each_attribute(page, context, site, source)
    assert set(verdicts.values()) <= {"right", "refused"}
    assert list(verdicts.values()).count("right") >= 0.9 * len(verdicts), verdicts


@pytest.mark.parametrize(("source", "damage"), SAMPLE, ids=str)
def test_no_damaged_page_is_read_as_another_board(
    page: Page, context: BrowserContext, site: SiteSelectors, source: Source, damage: str
) -> None:
    verdict = judge(context, site, source, damaged(page, source.html(page, site), DAMAGE[damage]))
    assert verdict != "wrong"
    if damage in {"nothing", "labels in Italian", "labels in Turkish", "grid wrapped", "cells re-nested"}:
        assert verdict == "right"


#: What leaves the styles of a page as they are, and takes away all names that its board is read by at first.
NAMELESS = [
    ("zip", "ember", "classes re-hashed"),
    ("zip", "ember", "classes and sizes re-hashed with one prefix"),
    ("zip", "ember", "classes with 'wall' in them renamed"),
    ("zip", "ember", "classes with 'filled' in them renamed"),
    ("mini-sudoku", "ember", "classes re-hashed"),
    ("mini-sudoku", "ember", "all digits given no more"),
    ("tango", "ember", "labels dropped, classes re-hashed"),
    ("tango", "ember", "labels dropped, classes re-hashed with one prefix"),
    ("tango", "sdui", "labels and test ids dropped"),
    ("patches", "sdui", "labels in Japanese, test ids dropped"),
    ("queens", "ember", "labels in German, classes re-hashed"),
    ("queens", "sdui", "colours, their classes and labels dropped"),
    ("patches", "sdui", "clues drawn as SVG, without names"),
    ("patches", "sdui", "freeform clues as crosses, without names"),
    ("tango", "sdui", "aria-disabled dropped"),
    ("wend", "sdui", "no hole marked"),
]

#: What changes how a page is built, and leaves the board as visible as it was.
REBUILT = [
    ("queens", "ember", "containers renamed"),
    ("tango", "ember", "cells in rows"),
    ("zip", "sdui", "cells numbered from 1"),
    ("mini-sudoku", "ember", "numbers in other elements"),
    ("zip", "ember", "hidden words in each cell"),
    ("patches", "sdui", "board scaled"),
    ("mini-sudoku", "ember", "sticky header over the first row"),
    ("tango", "sdui", "cells pulse"),
    ("zip", "ember", "board late"),
    ("wend", "sdui", "the rows of words in another order"),
    ("wend", "sdui", "letters in small letters"),
]


@pytest.mark.parametrize("changed", [*NAMELESS, *REBUILT], ids="-".join)
def test_a_page_is_read_right_where_its_names_are_gone_or_its_parts_are_elsewhere(
    page: Page, context: BrowserContext, site: SiteSelectors, changed: tuple[str, str, str]
) -> None:
    game, generation, damage = changed
    source = next(one for one in replicas() if (one.game, one.generation) == (game, generation))
    assert judge(context, site, source, damaged(page, source.html(page, site), DAMAGE[damage])) == "right"


@pytest.mark.parametrize(
    "damage", ["one slot in another row", "one row of words hidden", "a letter marked as a hole", "one cell locked"]
)
def test_a_page_whose_letters_and_rows_disagree_is_refused(
    page: Page, context: BrowserContext, site: SiteSelectors, damage: str
) -> None:
    source = next(one for one in replicas() if one.game == "wend")
    assert judge(context, site, source, damaged(page, source.html(page, site), DAMAGE[damage])) == "refused"
