"""Checks of a page for all who read it: axe's rules, the width of the window, the keyboard, headings, the network."""

from importlib.resources import files
from itertools import pairwise

from playwright.sync_api import Page  # noqa: TID251  # it is the page that is tried

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
#: All of axe's rules, those for links and buttons of a size to tap as well; its own requests for styles are left out.
RUN = "axe.run(document, {preload: false, resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})"
#: What the keyboard must reach, of that which can be seen: one cell stands for a grid.
CONTROLS = """[...document.querySelectorAll('a[href], button:enabled, input:enabled, summary, [tabindex="0"]')]
    .filter((one) => one.checkVisibility() && one.tabIndex >= 0)"""


def unfold(page: Page) -> None:
    """Open all that is folded."""
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def violations(page: Page) -> list[str]:
    """Return what axe reports of a page, with all of it unfolded."""
    unfold(page)
    page.evaluate(AXE + "; 0")
    found = page.evaluate(RUN)
    assert found["passes"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:100]}" for one in found["violations"]]


def too_wide(page: Page) -> list[str]:
    """Return the elements that stick out of the window and do not stand in a part that scrolls."""
    found: list[str] = page.evaluate(
        """() => [...document.body.querySelectorAll('*')].filter((one) => {
            const {right, width} = one.getBoundingClientRect();
            return width > 1 && right > innerWidth + 1 && !one.closest('.wide, .scrolls, svg') && one.checkVisibility();
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found + ["the page"] * page.evaluate("document.documentElement.scrollWidth > innerWidth")


def out_of_reach(page: Page) -> list[str]:
    """Return the controls to which the tabulator does not lead."""
    number = page.evaluate(f"{CONTROLS}.length")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("window.reached = new Set()")
    for _ in range(number + 2):
        page.keyboard.press("Tab")
        page.evaluate("window.reached.add(document.activeElement)")
    found: list[str] = page.evaluate(
        f"{CONTROLS}.filter((one) => !reached.has(one)).map((one) => one.outerHTML.slice(0, 80))"
    )
    return found


def out_of_order(page: Page) -> list[str]:
    """Return what is wrong with the headings and the landmarks of a page."""
    levels: list[int] = page.evaluate(
        """[...document.querySelectorAll('h1, h2, h3, h4')]
            .filter((one) => one.checkVisibility()).map((one) => +one.tagName[1])"""
    )
    wrong = [f"h{one} after h{before}" for before, one in pairwise(levels) if one > before + 1]
    wrong += [f"headings {levels}"] * (levels[:1] != [1] or levels.count(1) != 1)
    return wrong + ["main"] * (page.locator("main").count() != 1)
