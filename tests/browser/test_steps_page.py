"""The page of an explanation, stepped through in a browser that runs only the script that the page allows."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect  # noqa: TID251  # it is the page that is tried
from pypdf import PdfReader

from player.boards.drawing import drawn
from player.explanations.report import explained
from player.games import queens
from player.render.html import steps_page
from tests.support.games.queens import FIVE as BOARD
from tests.support.readers import out_of_order, out_of_reach, too_wide, violations

pytestmark = pytest.mark.full


@pytest.fixture
def address(tmp_path: Path) -> str:
    file = tmp_path / "steps.html"
    file.write_text(steps_page(queens.GAME, BOARD, explained(queens.GAME, BOARD)), encoding="utf-8")
    return file.as_uri()


def test_steps_are_shown_one_at_a_time(page: Page, address: str) -> None:
    last, errors, requests = str(len(explained(queens.GAME, BOARD).steps)), list[str](), list[str]()
    page.on("console", lambda message: errors.append(message.text))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{address}#step-2")
    shown, said = page.locator("figure:visible"), page.get_by_role("status")
    expect(shown).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-step", "1")
    expect(said).to_have_text(re.compile("^1[.] "))
    page.get_by_role("button", name="Next").click()
    expect(shown).to_have_attribute("data-step", "2")
    page.get_by_role("list", name="All steps").get_by_role("link").last.click()
    expect(shown).to_have_attribute("data-step", last)
    expect(page.locator("[aria-current=step]")).to_have_text(re.compile(f"^{last}[.] "))
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("Home")
    expect(shown).to_have_attribute("data-step", "0")
    expect(said).to_have_text("The board as it is given.")
    page.get_by_role("slider").fill("3")
    expect(shown).to_have_attribute("data-step", "3")
    assert page.url.endswith("#step-3")
    assert (errors, requests) == ([], [address])


def test_back_goes_to_the_step_before(page: Page, address: str) -> None:
    page.goto(f"{address}#step-1")
    page.keyboard.press("ArrowRight")
    page.locator("ol a").nth(4).click()
    shown = page.locator("figure:visible")
    for step in ("5", "2", "1"):
        expect(shown).to_have_attribute("data-step", step)
        assert page.url.endswith(f"#step-{step}")
        if step != "1":
            page.go_back()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (1440, 900)], ids=str)
def test_the_sentence_is_always_visible_beside_the_board(page: Page, address: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}#step-3")
    said, board = page.get_by_role("status"), page.locator("figure:visible > svg")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        expect(said).to_be_in_viewport(ratio=1)
        expect(board).to_be_in_viewport(ratio=1)
    words, picture = said.bounding_box(), board.bounding_box()
    assert words
    assert picture
    assert words["y"] + words["height"] <= picture["y"] or words["x"] >= picture["x"] + picture["width"]
    assert page.evaluate("scrollY") == 0, "the page stays where it is"
    page.locator("ol a").last.scroll_into_view_if_needed()
    expect(said).to_be_in_viewport(ratio=1)


def test_all_steps_are_printed_with_their_sentences(page: Page, address: str) -> None:
    page.goto(address)
    page.emulate_media(media="print")
    expect(page.locator("figure:visible")).to_have_count(len(explained(queens.GAME, BOARD).steps) + 1)
    expect(page.locator("figcaption").last).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)


def test_no_table_of_n_queens_is_printed_on_two_pages(page: Page, tmp_path: Path) -> None:
    solution = [[0, 0], [1, 4], [2, 7], [3, 5], [4, 2], [5, 6], [6, 1], [7, 3]]
    file = tmp_path / "queens.html"
    file.write_bytes(drawn({"game": "n-queens", "size": 8, "solution": solution}).content("html"))
    page.goto(file.as_uri())
    texts = [one.extract_text() for one in PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    assert [text.count("which") for text in texts] == [0, 4]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("kind", ["steps", "picture", "n-queens"])
def test_pages_of_boards_are_for_all_readers(
    page: Page, address: str, tmp_path: Path, *, kind: str, width: int, scheme: Any
) -> None:
    data = {"game": "n-queens", "size": 4, "solution": [[0, 1], [1, 3], [2, 0], [3, 1]]}
    board = {
        "game": "queens",
        "regions": [list(row) for row in BOARD.regions],
        "givens": [list(at) for at in BOARD.givens],
    }
    if kind != "steps":
        file = tmp_path / "picture.html"
        file.write_bytes(drawn(board, steps=True).content("html") if kind == "picture" else drawn(data).content("html"))
        address = file.as_uri()
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    assert violations(page) == []
    assert too_wide(page) == []
    assert out_of_reach(page) == []
    assert out_of_order(page) == []
