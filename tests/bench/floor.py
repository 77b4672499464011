"""The floor of several games: bare Playwright, which knows the moves and the places of all cells, and reads nothing.

    python -m tests.bench.floor_plan SELECTORS GAME... > plan.json
    python -m tests.bench.floor plan.json

The whole second command is the floor: it imports nothing but Playwright.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright  # noqa: TID251  # the floor is bare

FRAME = ".game-launch-page__iframe"
START = {True: "#launch-footer-start-button", False: "a[data-start], a[href*=skipStartScreen]"}
MODAL = ".artdeco-modal__dismiss"


def play(page: Page, plan: dict[str, Any]) -> None:
    """Open a page, press Start, and make the inputs; wait for the results."""
    page.goto(plan["url"], wait_until="domcontentloaded")
    inside = page.frame_locator(FRAME) if plan["framed"] else page
    inside.locator(START[plan["framed"]]).first.click()
    inside.locator("[data-cell-idx]").first.wait_for()
    if plan["modal"]:
        inside.locator(MODAL).click()
    send(page, plan["inputs"])
    inside.locator(".pr-top__headline").wait_for()


def send(page: Page, inputs: Iterable[Any]) -> None:
    """Make the inputs of a plan, wherever they hit."""
    for kind, *what in inputs:
        if kind == "click":
            page.mouse.click(*what)
        elif kind == "key":
            page.keyboard.press(*what)
        else:
            first, *others = what
            page.mouse.move(*first)
            page.mouse.down()
            for place in others:
                page.mouse.move(*place)
            page.mouse.up()


def main() -> None:
    """Play the games of a plan."""
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**plan["launch"])
        context = browser.new_context(**plan["context"])
        for game in plan["games"]:
            page = context.new_page()
            play(page, game)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
