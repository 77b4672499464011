"""Names that a page's build made are in no inventory of it: by their forms, and by what most names have in common."""

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.doctor.probe import take_survey
from tests.support.deploys import FORMS, deployed
from tests.support.replica import QUICK

#: Names of people on pages without a build that hashes names: each list is a page.
LASTING = {
    "a page of ours": ["queens-cell", "cell-color-3", "trail-cell-wall--down", "board", "is-active", "lockedCell"],
    "utilities": ["flex", "text-lg", "bg-gray-100", "grid-cols-12", "md", "p-4", "rounded", "shadow", "border"],
    "words with one beginning": ["column", "colour", "corner", "content", "count", "cover", "collar", "collage"],
    "tiles": ["tile1", "tile2", "tile3", "tile4", "tile5", "tile6", "tiles", "tiled"],
    "places": ["r1c1", "r1c2", "r2c1", "r2c2", "r10c12", "cellA1", "sq-48x48"],
    "blocks": ["Board__Title", "nav__itemList", "card_titleText", "SVGIcon", "LOCKED", "iPhone", "facade"],
}
MADE = {
    "emotion": ["css-1q2w3e", "css-1q2w3e-Button", "e1abcde0"],
    "styled components": ["sc-bdVaJa", "kXyZab", "hQxJpB"],
    "modules": ["Board_cell__3xY2z", "styles__cell___2aBcD", "_cell_1abcd_12", "cell_x7Kq2"],
    "svelte and jss": ["svelte-1tky8bj", "jss123", "jsx-2871293847"],
    "hexadecimal": ["_2deb4710", "c9e08056", "deadbeef", "_67ce95a3"],
    "one prefix": ["gflgwq", "gflanj", "gflh8i", "gfl79", "gflly7", "gflarr", "gflxx"],
    "few names of one prefix": ["bghnlb", "bghaba", "bghabo"],
    "a vowel in it": ["ableni", "ablewq", "ablk4y", "ablanj"],
}


def page_with(page: Page, site: SiteSelectors, body: str) -> GamePage:
    address = site.games["queens"].url
    page.route("**/*", lambda route: route.fulfill(body=f"<!doctype html>{body}", content_type="text/html"))
    page.goto(address)
    return GamePage(page, site, site.games["queens"], QUICK)


def names_on(page: Page, site: SiteSelectors, body: str, attribute: str = "class") -> set[str]:
    return set(take_survey(page_with(page, site, body)).attributes.get(attribute, ()))


def elements(names: list[str]) -> str:
    return "".join(f'<p class="{name}">x</p>' for name in names)


@pytest.mark.slow
@pytest.mark.parametrize("names", LASTING.values(), ids=LASTING)
def test_names_that_people_gave_are_kept(page: Page, site: SiteSelectors, names: list[str]) -> None:
    assert names_on(page, site, elements(names)) == set(names)


@pytest.mark.slow
@pytest.mark.parametrize("names", MADE.values(), ids=MADE)
def test_names_that_a_build_made_are_not(page: Page, site: SiteSelectors, names: list[str]) -> None:
    assert names_on(page, site, elements([*names, "board"])) == {"board"}


def test_names_of_people_last_beside_those_of_a_build_of_the_same_length(page: Page, site: SiteSelectors) -> None:
    people = ["locked", "filled", "active", "queen", "queens-cell", "gfl-board"]
    assert names_on(page, site, elements([*people, *MADE["one prefix"]])) == set(people)


def test_each_frame_is_judged_by_its_own_names_too(page: Page, site: SiteSelectors) -> None:
    inner = elements(["ckyab", "cky4x", "ckylm"]).replace('"', "'")
    frame = f'<iframe width=400 height=400 srcdoc="{inner}"></iframe>'
    words = ["active", "filled", "locked", "queen", "hidden", "button"]
    assert names_on(page, site, elements([*words, *MADE["one prefix"]]) + frame) == set(words)


def test_custom_properties_and_attributes_of_a_build_are_judged_alike(page: Page, site: SiteSelectors) -> None:
    body = elements(MADE["one prefix"]) + (
        "<div style='--gflmeu: 8; --rows: 7; color: red' data-v-7ba5bd90 data-body-class=gflgwq"
        " data-testid=gflboard id=gflkzy>x</div>"
    )
    found = take_survey(page_with(page, site, body)).attributes
    assert {name: found[name] for name in found if name != "class"} == {
        "style": {"; --rows: 7; color: red"},
        "data-testid": {"gflboard"},
    }


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.full
def test_no_name_of_a_deploy_is_taken_for_a_lasting_one(page: Page, site: SiteSelectors, form: str) -> None:
    words = [f"word-{letter}{other}" for letter in "abcdefgh" for other in "klmnop"]
    for seed in range(20):
        assert names_on(page, site, deployed(elements(words), form, seed)) == set()
