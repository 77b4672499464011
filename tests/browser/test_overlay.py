"""The overlay: neither the page nor our own looks see it, and it is gone before evidence is taken."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page  # noqa: TID251  # what is over the page is looked at

from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.overlay import Box, Ghost, Overlay, Places, Slide
from player.games.grid import cells
from tests.support.replica import SMALL, Opener
from tests.support.seen import board_of

pytestmark = pytest.mark.full


def slide_of(opened_at: Places, rows: int, cols: int) -> Slide:
    """All that an overlay can show, on every cell."""
    boxes = opened_at.boxes(cells(rows, cols))
    kinds = ("queen", "cross", "sun", "moon", "number", "no-number", "owner")
    marks = [Ghost(kind, (box,), "1") for kind, box in zip(kinds, boxes, strict=False)]
    marks += [Ghost(kind, boxes[:2], "1") for kind in ("line", "no-line", "patch")]
    return Slide("Chapter", "Words.", opened_at.clear, opened_at.board, boxes[:5], boxes[5:6], marks, (300, 300))


def test_the_overlay_is_in_no_look_and_in_no_evidence(open_replica: Opener, page: Page) -> None:
    opened = open_replica("queens", board=SMALL["queens"])
    opened.open()
    look = board_of(opened.look())
    before, kept = opened.screenshot(), opened.keep()
    page.evaluate(
        "() => { window.seen = 0; new MutationObserver((all) => { window.seen += all.length; })"
        ".observe(document.body, { subtree: true, childList: true, attributes: true }); }"
    )
    words = opened.screening.overlay.show(slide_of(Places(look), 6, 6))
    assert page.locator("player-overlay").count() == 1
    assert words.y >= Places(look).board.y + Places(look).board.height, "words are never over the board"
    assert opened.look() == look
    assert page.evaluate("window.seen") == 0
    picture = page.screenshot()
    assert picture != before
    assert opened.keep() == kept
    assert page.locator("player-overlay").count() == 0
    opened.screening.overlay.show(slide_of(Places(look), 6, 6))
    assert opened.screenshot() == before
    assert page.locator("player-overlay").count() == 0


STRICT = """<meta http-equiv="Content-Security-Policy" content="style-src 'none'; require-trusted-types-for 'script'">
<dialog style="inset: 0">Hello</dialog><script></script>"""


def test_words_are_above_a_dialog_and_any_policy_of_the_page_and_let_clicks_through(page: Page) -> None:
    page.set_content(STRICT)
    overlay = Overlay(page, IsolatedWorld(page))
    clear = Box(100, 300, 300, 300)
    overlay.show(Slide("Chapter", "Words.", clear))
    page.evaluate("() => document.querySelector('dialog').showModal()")
    x, y, width, height = overlay.show(Slide("Chapter", "More words.", clear))
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        assert picture.convert("RGB").getpixel((round(x + width / 2), round(y + height - 8))) == (16, 26, 51)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).tagName", [x + 20, y + 20]) != "PLAYER-OVERLAY"


@pytest.mark.parametrize(
    ("clear", "beside"),
    [
        (Box(300, 100, 600, 500), "below"),
        (Box(300, 400, 600, 590), "above"),
        (Box(0, 10, 900, 980), "right"),
        (Box(380, 10, 900, 980), "left"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_words_go_where_there_is_room(page: Page, clear: Box, beside: str) -> None:
    words = Overlay(page, IsolatedWorld(page)).show(Slide("Chapter", "Words " * 20, clear))
    assert {
        "below": words.y > clear.y + clear.height,
        "above": words.y + words.height < clear.y,
        "right": words.x > clear.x + clear.width,
        "left": words.x + words.width < clear.x,
    }[beside]
    assert words.x >= 0
    assert words.x + words.width <= 1280
    assert words.y >= 0
    assert words.y + words.height <= 1000
