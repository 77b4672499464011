"""The page of an explanation, stepped through in a browser that runs only the script that the page allows."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect  # noqa: TID251  # it is the page that is tried

from player.explanations.report import explained
from player.games import queens
from player.render.html import steps_page
from tests.support.games.queens import FIVE as BOARD

pytestmark = pytest.mark.full


def test_steps_are_shown_one_at_a_time(page: Page, tmp_path: Path) -> None:
    explanation = explained(queens.GAME, BOARD)
    file = tmp_path / "steps.html"
    file.write_text(steps_page(queens.GAME, BOARD, explanation), encoding="utf-8")
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text))
    page.goto(f"{file.as_uri()}#step-2")
    shown = page.locator("figure:visible")
    expect(shown).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_attribute("data-step", "1")
    page.get_by_role("button", name="Next").click()
    expect(shown).to_have_attribute("data-step", "2")
    page.locator("ol a").last.click()
    expect(shown).to_have_attribute("data-step", str(len(explanation.steps)))
    page.get_by_role("button", name="Next").click()
    expect(shown).to_have_attribute("data-step", str(len(explanation.steps)))
    page.get_by_role("slider").fill("0")
    expect(shown).to_have_attribute("data-step", "0")
    assert errors == []


def test_the_page_stays_where_it_is(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "steps.html"
    file.write_text(steps_page(queens.GAME, BOARD, explained(queens.GAME, BOARD)), encoding="utf-8")
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(f"{file.as_uri()}#step-3")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert page.evaluate("scrollY") == 0
