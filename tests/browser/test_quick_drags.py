"""Rectangles drawn by quick drags, and by careful ones where a page misses these."""

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.inputs import QuickDrags
from tests.support.replica import PATIENT, SMALL, Opener, played

#: Report each move of the pointer with its button pressed.
COUNTED = 'addEventListener("mousemove", (event) => { if (event.buttons & 1) moved(); }, true);'
#: A page that misses the first move of the pointer after its button was pressed.
SLOW = """
    let moves = 0;
    addEventListener("mousedown", () => { moves = 0; }, true);
    addEventListener("mousemove", (event) => { moves += 1; if (moves === 1) event.stopImmediatePropagation(); }, true);
"""
#: What the browser itself would drag.
DRAGGED = '<a id="a" href="#" draggable="true" style="position: fixed; inset: 0 50% 50% 0">A</a>'


def test_a_patch_takes_one_move_with_the_button_pressed(open_replica: Opener, page: Page) -> None:
    counts: list[int] = []
    page.expose_binding("moved", lambda _source: counts.append(1))
    page.add_init_script(COUNTED)
    opened = open_replica("patches", generation="sdui", times=PATIENT, board=SMALL["patches"])
    result = played("patches", opened)
    assert (result.outcome, result.way, result.attempts) == ("solved", "drag", 1)
    assert len(counts) == len(result.plan)


@pytest.mark.full
def test_a_page_that_misses_quick_drags_gets_careful_ones(open_replica: Opener, page: Page) -> None:
    page.add_init_script(SLOW)
    opened = open_replica("patches", generation="sdui", times=PATIENT, board=SMALL["patches"])
    results = [played("patches", opened) for _ in range(2)]
    assert [(one.outcome, one.way, one.attempts) for one in results] == [("solved", "drag", 2), ("solved", "drag", 1)]


@pytest.mark.full
def test_what_the_browser_would_drag_does_not_take_the_pointer_away(page: Page) -> None:
    page.set_content(DRAGGED)
    heard = "kind => { window[kind] = 0; addEventListener(kind, () => { window[kind] += 1; }); }"
    for kind in ("dragstart", "dragend", "click"):
        page.evaluate(heard, kind)
    quick_drags = QuickDrags(page)
    quick_drags.draw((50, 50), (900, 700))
    page.wait_for_function("dragstart === 1")
    quick_drags.end()
    page.wait_for_function("dragend === 1")
    page.mouse.click(900, 700)
    page.wait_for_function("click > 0")
