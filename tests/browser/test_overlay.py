"""The overlay: neither the page nor our own looks see it, and it is gone before evidence is taken."""

import io
from collections import Counter
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page  # noqa: TID251  # what is over the page is looked at

from player.browser.page.isolated_world import IsolatedWorld
from player.browser.page.observation import BoardSeen
from player.browser.page.presentation import Places, Presentation, ScreenBox, Slide
from player.demo.sketch import sketch
from player.explanations.steps import Mark
from player.games import GAMES
from player.games.grid import Cell, cells
from player.render.svg import SvgElement
from tests.support.replica import BUILDS, SMALL, Opener
from tests.support.seen import board_of

pytestmark = pytest.mark.full


def slide_of(look: BoardSeen) -> Slide:
    """All that an overlay can show over a board of Queens."""
    places = Places(look)
    row = [Cell(0, col) for col in range(look.snapshot.cols)]
    marks = [Mark("name", (row[0],), "A"), Mark("queen", (row[1],)), Mark("cross", (row[2],))]
    board = GAMES["queens"].play.read(look.snapshot)
    drawing = sketch(GAMES["queens"], board, places, fresh=marks, lit=row[:5], target=row[5:6], dim=True)
    return Slide("Chapter", "Words.", places.clear, drawing, (300, 300))


def test_the_overlay_is_in_no_look_and_in_no_evidence(open_replica: Opener, page: Page) -> None:
    opened = open_replica("queens", board=SMALL["queens"])
    opened.open()
    look = board_of(opened.reader.now())
    before, kept = opened.reader.screenshot(), opened.reader.capture()
    page.evaluate(
        "() => { window.seen = 0; new MutationObserver((all) => { window.seen += all.length; })"
        ".observe(document.body, { subtree: true, childList: true, attributes: true }); }"
    )
    words = opened.presentation.show(slide_of(look))
    assert page.locator("player-overlay").count() == 1
    assert words.y >= Places(look).board.y + Places(look).board.height, "words are never over the board"
    assert opened.reader.now() == look
    assert page.evaluate("window.seen") == 0
    picture = page.screenshot()
    assert picture != before
    assert opened.reader.capture() == kept
    assert page.locator("player-overlay").count() == 0
    opened.presentation.show(slide_of(look))
    assert opened.reader.screenshot() == before
    assert page.locator("player-overlay").count() == 0


@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_no_frame_covers_a_number_a_sign_or_a_wall(open_replica: Opener, page: Page, game: str, build: str) -> None:
    """Frames around all cells change plain ground only: the colour that most of the cell has."""
    opened = open_replica(game, generation=build)
    opened.open()
    look = board_of(opened.reader.now())
    places, board = Places(look), GAMES[game].play.read(look.snapshot)
    every = [*cells(*board.shape)]
    before = pixels(page, places.board)
    drawing = sketch(GAMES[game], board, places, lit=every[::2], target=every[1::2])
    opened.presentation.show(Slide("Chapter", "Words.", places.clear, drawing))
    after = pixels(page, places.board)
    right, low = (round(length) - 1 for length in places.board[2:])
    side = right // board.shape[1]
    for at in every:
        left, top = at.col * right // board.shape[1], at.row * low // board.shape[0]
        inside = [(x, y) for x in range(left + 1, left + side) for y in range(top + 1, top + side)]
        ground = Counter(before[point] for point in inside).most_common(1)[0][0]
        changed = [point for point in inside if before[point] != after[point]]
        covered = [point for point in changed if distance(before[point], ground) > NEAR]
        assert [(x, y) for x, y in covered if min(x, right - x) + min(y, low - y) > ROUNDED_PX] == [], at
        assert len(changed) > side


#: How far a pixel's channels may be from the ground's: what is nearer nobody sees; and the board's own round corners.
NEAR, ROUNDED_PX = 12, 48


def pixels(page: Page, board: ScreenBox) -> dict[tuple[int, int], tuple[int, ...]]:
    region: Any = board._asdict()
    with Image.open(io.BytesIO(page.screenshot(clip=region))) as picture:
        seen = picture.convert("RGB")
    colours: Any = seen.get_flattened_data()
    points = [(x, y) for y in range(seen.height) for x in range(seen.width)]
    return dict(zip(points, colours, strict=True))


def distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def test_a_drawing_is_where_it_says_under_any_policy_of_the_page(page: Page) -> None:
    page.set_content(STRICT)
    square = {"x": "300", "y": "200", "width": "60", "height": "40", "fill": "#b8410b"}
    Presentation(page, IsolatedWorld(page)).show(Slide("Chapter", "Words.", drawing=(SvgElement("rect", square),)))
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        seen = picture.convert("RGB")
    inside, outside = [(302, 202), (358, 238)], [(298, 220), (362, 220), (330, 198), (330, 242)]
    assert {seen.getpixel(at) for at in inside} == {(0xB8, 0x41, 0x0B)}
    assert (0xB8, 0x41, 0x0B) not in {seen.getpixel(at) for at in outside}


STRICT = """<meta http-equiv="Content-Security-Policy" content="style-src 'none'; require-trusted-types-for 'script'">
<dialog style="inset: 0">Hello</dialog><script></script>"""


def test_words_are_above_a_dialog_and_any_policy_of_the_page_and_let_clicks_through(page: Page) -> None:
    page.set_content(STRICT)
    overlay = Presentation(page, IsolatedWorld(page))
    clear = ScreenBox(100, 300, 300, 300)
    overlay.show(Slide("Chapter", "Words.", clear))
    page.evaluate("() => document.querySelector('dialog').showModal()")
    x, y, width, height = overlay.show(Slide("Chapter", "More words.", clear))
    with Image.open(io.BytesIO(page.screenshot())) as picture:
        assert picture.convert("RGB").getpixel((round(x + width / 2), round(y + height - 8))) == (16, 26, 51)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).tagName", [x + 20, y + 20]) != "PLAYER-OVERLAY"


@pytest.mark.parametrize(
    ("clear", "beside"),
    [
        (ScreenBox(300, 100, 600, 500), "below"),
        (ScreenBox(300, 400, 600, 590), "above"),
        (ScreenBox(0, 10, 900, 980), "right"),
        (ScreenBox(380, 10, 900, 980), "left"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_words_go_where_there_is_room(page: Page, clear: ScreenBox, beside: str) -> None:
    words = Presentation(page, IsolatedWorld(page)).show(Slide("Chapter", "Words " * 20, clear))
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


@pytest.mark.parametrize(("width", "height"), [(1280, 715), (1024, 600), (390, 844)], ids=str)
@pytest.mark.parametrize("board", [ScreenBox(40, 150, 310, 480), ScreenBox(400, 110, 480, 590)], ids=["left", "middle"])
def test_long_words_stay_in_the_window(page: Page, width: int, height: int, board: ScreenBox) -> None:
    page.set_viewport_size({"width": width, "height": height})
    words = Presentation(page, IsolatedWorld(page)).show(Slide("A chapter of many words", "A sentence. " * 40, board))
    assert min(words.x, words.y) >= 0
    assert words.x + words.width <= width
    assert words.y + words.height <= height
    beside = words.x >= board.x + board.width or words.x + words.width <= board.x
    assert beside or width < 1000 or words.y >= board.y + board.height
