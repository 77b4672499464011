"""Signs of Tango by their drawing alone, each is read right, or not at all."""

from collections.abc import Sequence
from contextlib import nullcontext

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.errors import BoardError, PageNotUnderstood
from player.games import GAMES, tango
from player.games.grid import Cell
from player.proof import prove
from tests.support.replica import PATIENT, QUICK, Opener, boards
from tests.support.seen import board_of
from tests.support.tiny_pages import served

STYLE = """
    main { display: grid; grid-template-columns: repeat(8, 60px); width: 480px; position: relative; }
    b { height: 60px; box-sizing: border-box; position: relative; border: 1px solid #ddd; color: #222; }
    svg { position: absolute; left: 49px; top: 18px; width: 22px; height: 22px; z-index: 1; }
    .faint { opacity: 0.02; }
    .turned { transform: rotate(45deg); transform-origin: 12px 12px; }
    .white { background: #fff; border-radius: 50%; }
    .dark { background: #222; border-radius: 50%; }
"""
BARS = "<rect x=6 y=7 width=12 height=3 /><rect x=6 y=14 width=12 height=3 />"
LINES = "<path d='M7 7L17 17M17 7L7 17' fill=none stroke=currentColor stroke-width=3 />"
OUTLINE = "M5 7L7 5L12 10L17 5L19 7L14 12L19 17L17 19L12 14L7 19L5 17L10 12Z"
CUT_BARS = "M6 7h12v3h-12zM6 14h12v3h-12z"
ROUND = "M12 0a12 12 0 1 0 0.01 0z"
DISC = "<circle cx=12 cy=12 r=12 fill='{}' />"

#: Each drawing by what it is: two for each way, of an equals sign and of a cross.
DRAWINGS: dict[str, tuple[str, str]] = {
    "filled": (BARS, f"<path d='{OUTLINE}' />"),
    "lines": ("<path d='M6 8H18M6 16H18' stroke=currentColor stroke-width=3 />", LINES),
    "thin lines": (
        "<path d='M4 8H20M4 16H20' stroke=#333 />",
        "<path d='M5 5L19 19M19 5L5 19' stroke=#333 />",
    ),
    "round ends": (
        "<path d='M6 9H18M6 15H18' stroke=#333 stroke-width=3 stroke-linecap=round />",
        "<path d='M7 7L17 17M17 7L7 17' stroke=#333 stroke-width=3 stroke-linecap=round />",
    ),
    "on a disc": (DISC.format("#ccc") + BARS, DISC.format("#ccc") + LINES),
    "white on a dark disc": (
        DISC.format("#222") + f"<g fill=white>{BARS}</g>",
        DISC.format("#222") + f"<g style='color: white'>{LINES}</g>",
    ),
    "cut out of a disc": (
        f"<path fill-rule=evenodd d='{ROUND}{CUT_BARS}' />",
        f"<path fill-rule=evenodd d='{ROUND}{OUTLINE}' />",
    ),
    "cut out by a mask": (
        (
            f"<mask id=m1><rect width=24 height=24 fill=white /><g fill=black>{BARS}</g></mask>"
            "<circle cx=12 cy=12 r=12 mask=url(#m1) />"
        ),
        (
            f"<mask id=m2><rect width=24 height=24 fill=white /><path d='{OUTLINE}' fill=black /></mask>"
            "<circle cx=12 cy=12 r=12 mask=url(#m2) />"
        ),
    ),
    "left by a clip": (
        f"<clipPath id=c1>{BARS}</clipPath><rect width=24 height=24 clip-path=url(#c1) />",
        f"<clipPath id=c2><path d='{OUTLINE}' /></clipPath><rect width=24 height=24 clip-path=url(#c2) />",
    ),
    "left by a group's clip": (
        f"<clipPath id=c3>{BARS}</clipPath><g clip-path=url(#c3)><circle cx=12 cy=12 r=12 /></g>",
        f"<clipPath id=c4><path d='{OUTLINE}' /></clipPath><g clip-path=url(#c4)><circle cx=12 cy=12 r=12 /></g>",
    ),
    "with a shadow": (
        f"<g opacity=0.2 transform='translate(1.5 1.5)'>{BARS}</g>{BARS}",
        f"<g opacity=0.2 transform='translate(1.5 1.5)'>{LINES}</g>{LINES}",
    ),
    "with the shadow of a disc": (
        "<ellipse cx=12 cy=14 rx=11 ry=10 fill='rgba(0, 0, 0, 0.15)' />" + BARS,
        "<ellipse cx=12 cy=14 rx=11 ry=10 fill='rgba(0, 0, 0, 0.15)' />" + LINES,
    ),
    "under a clear disc": (
        BARS + "<circle cx=12 cy=12 r=12 fill=transparent />",
        LINES + "<circle cx=12 cy=12 r=12 fill=transparent />",
    ),
    "under a faint disc": (
        BARS + "<circle cx=12 cy=12 r=12 class=faint />",
        LINES + "<circle cx=12 cy=12 r=12 class=faint />",
    ),
    "under glass": (
        BARS + "<circle cx=12 cy=12 r=12 fill=white fill-opacity=0.3 />",
        LINES + "<circle cx=12 cy=12 r=12 fill=white fill-opacity=0.3 />",
    ),
    "of parts": (
        "<path d='M6 8H12M12 8H18' stroke=#333 stroke-width=3 /><path d='M6 16H18' stroke=#333 stroke-width=3 />",
        "".join(
            f"<path d='M{x} {y}L{u} {v}' stroke=#333 stroke-width=2 />"
            for x, y, u, v in (
                (5, 5, 10, 10),
                (19, 19, 14, 14),
                (5, 19, 10, 14),
                (19, 5, 14, 10),
            )
        ),
    ),
    "in a group that is turned": (
        "<g transform='rotate(90 12 12)'><path d='M8 6V18M16 6V18' stroke=#333 stroke-width=3 /></g>",
        "<g transform='rotate(45 12 12)'><path d='M12 4V20M4 12H20' stroke=#333 stroke-width=3 /></g>",
    ),
    "turned by a style": (
        f"<g class=turned><g transform='rotate(-45 12 12)'>{BARS}</g></g>",
        "<g class=turned><path d='M12 4V20M4 12H20' stroke=#333 stroke-width=3 /></g>",
    ),
    "hollow": (
        f"<g fill=none stroke=#333>{BARS}</g>",
        f"<path d='{OUTLINE}' fill=none stroke=#333 />",
    ),
    "with a halo": (
        DISC.format("#888") + f"<g stroke=white stroke-width=3 paint-order=stroke>{BARS}</g>{BARS}",
        DISC.format("#888") + f"<path d='{OUTLINE}' stroke=white stroke-width=3 /><path d='{OUTLINE}' />",
    ),
    "of two colours": (
        "<rect x=6 y=7 width=12 height=3 fill=#a22 /><rect x=6 y=14 width=12 height=3 fill=#22a />",
        "<path d='M7 7L17 17' stroke=#a22 stroke-width=3 /><path d='M17 7L7 17' stroke=#22a stroke-width=3 />",
    ),
    "of a gradient": (
        (
            f"<linearGradient id=g1><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient>"
            f"<g fill=url(#g1)>{BARS}</g>"
        ),
        (
            f"<linearGradient id=g2><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient>"
            f"<path d='{OUTLINE}' fill=url(#g2) />"
        ),
    ),
    "larger than its disc": (
        "<circle cx=12 cy=12 r=6 fill=#ddd />" + BARS,
        "<circle cx=12 cy=12 r=4 fill=#ddd />" + LINES,
    ),
    "used from a symbol": (
        f"<symbol id=s1 viewBox='0 0 24 24'>{BARS}</symbol><use href=#s1 width=24 height=24 />",
        f"<symbol id=s2 viewBox='0 0 24 24'>{LINES}</symbol><use href=#s2 width=24 height=24 />",
    ),
    "used from definitions": (
        "<defs><rect id=r1 width=12 height=3 /></defs><use href=#r1 x=6 y=7 /><use href=#r1 x=6 y=14 />",
        (
            "<defs><path id=p1 d='M7 7L17 17' stroke=#333 stroke-width=3 /></defs><use href=#p1 />"
            "<use href=#p1 transform='rotate(90 12 12)' />"
        ),
    ),
    "with an empty frame": (
        "<path d='M0 0h24v24H0z' fill=none />" + BARS,
        "<path d='M0 0h24v24H0z' fill=none />" + LINES,
    ),
    "in a ring": (
        "<circle cx=12 cy=12 r=11 fill=white stroke=#333 />" + BARS,
        "<circle cx=12 cy=12 r=11 fill=white stroke=#333 />" + LINES,
    ),
    "crossed out": (
        BARS,
        "<path d='M5 9H19M5 15H19M8 20L16 4' stroke=#333 stroke-width=2 />",
    ),
}
#: Drawings that are neither for sure: no sign is read from them.
NEITHER = {
    "a disc": DISC.format("#222"),
    "a plus": "<path d='M12 4V20M4 12H20' stroke=#333 stroke-width=3 />",
    "one bar": "<rect x=4 y=10 width=16 height=4 />",
    "three bars": "<path d='M6 6H18M6 12H18M6 18H18' stroke=#333 stroke-width=2 />",
    "a star": "<path d='M12 3V21M3 12H21M5 5L19 19M19 5L5 19' stroke=#333 stroke-width=2 />",
    "a tilde over another": "<path d='M4 9q4 -5 8 0t8 0M4 16q4 -5 8 0t8 0' fill=none stroke=#333 stroke-width=2 />",
    "both, one over the other": f"<g style='color: black'>{BARS}{LINES}</g>",
    "a letter": "<text x=6 y=18>Z</text>",
    "a letter on bars": BARS + "<text x=6 y=18>Z</text>",
    "a picture": "<image href=sign.png width=24 height=24 />",
    "two dots": "<circle cx=12 cy=6 r=3 /><circle cx=12 cy=18 r=3 />",
    "two halves of a disc": "<circle cx=12 cy=12 r=11 /><rect y=10 width=24 height=4 fill=white />",
    "strokes to one side": "<path d='M8 5L16 12L8 19' fill=none stroke=#333 stroke-width=3 />",
    "nothing": "",
    "white bars on white": f"<g fill=white>{BARS}</g>",
}


def signs(page: Page, drawings: Sequence[tuple[str, str]]) -> list[str | None]:
    """Return the sign that is read from each drawing, an SVG on the side of a cell; None if not sure."""
    svgs = [f"<svg viewBox='0 0 24 24' class='{name}'>{drawing}</svg>" for drawing, name in drawings]
    cells = "".join(f"<b>{svg}</b><b></b>" for svg in svgs + [""] * (-len(svgs) % 4))
    read = {"walls": {"sides": "svg", "crossed": False}, "filled": {"sides": "svg", "crossed": True}}
    shown = served(page, f"<main>{cells}</main>", {"read": read}, style=STYLE, times=PATIENT)
    cells_read = board_of(shown.open()).snapshot.cells
    known = {str([None, None]): None, str([["right"], []]): "equal", str([[], ["right"]]): "cross"}
    return [known[str([cell["walls"], cell["filled"]])] for cell in cells_read[: 2 * len(svgs) : 2]]


@pytest.mark.full
def test_a_drawn_sign_is_what_a_person_sees(page: Page) -> None:
    drawn = [(drawing, "") for pair in DRAWINGS.values() for drawing in pair]
    for name, ink in {"white": "#222", "dark": "#fff"}.items():
        drawn += [(f"<g fill={ink}>{BARS}</g>", name), (f"<g style='color: {ink}'>{LINES}</g>", name)]
    read = signs(page, drawn)
    found = dict(
        zip([*DRAWINGS, "on a white disc", "on a dark disc"], zip(read[::2], read[1::2], strict=True), strict=True)
    )
    assert {way: pair for way, pair in found.items() if pair != ("equal", "cross")} == {}


@pytest.mark.full
def test_a_drawing_that_is_neither_sign_for_sure_is_not_read(page: Page) -> None:
    found = dict(zip(NEITHER, signs(page, [(one, "") for one in NEITHER.values()]), strict=True))
    assert {drawing: sign for drawing, sign in found.items() if sign is not None} == {}


#: Signs that are no single SVGs: of each the markup of an equal sign and of a cross, and whether they are read.
OTHERS: dict[str, tuple[str, str, bool]] = {
    "texts": ("<i>=</i>", "<i>≠</i>", True),
    "bars": ("<s></s><s class=low></s>", "<s class=one></s><s class=two></s>", False),
    "borders beside texts": ("<u class=lined></u>", "<i>x</i>", False),
    "a shade beside texts": ("<u class=shade></u>", "<i>x</i>", False),
    "a canvas": ("<canvas width=20 height=20></canvas>", "<canvas width=20 height=20></canvas>", False),
    "two SVGs": (
        f"<svg viewBox='0 0 24 24' class=on>{DISC.format('#ccc')}</svg><svg viewBox='0 0 24 24' class=on>{BARS}</svg>",
        f"<svg viewBox='0 0 24 24' class=on>{DISC.format('#ccc')}</svg><svg viewBox='0 0 24 24' class=on>{LINES}</svg>",
        False,
    ),
    "an SVG": (
        f"<svg viewBox='0 0 24 24' class=on>{DRAWINGS['cut out of a disc'][0]}</svg>",
        f"<svg viewBox='0 0 24 24' class=on>{DRAWINGS['cut out of a disc'][1]}</svg>",
        True,
    ),
}
LOOKS = """
    .sign { position: absolute; width: 20px; height: 20px; display: grid; place-items: center; color: #222; z-index: 2 }
    .right { left: calc(100% - 10px); top: calc(50% - 10px) } .down { top: calc(100% - 10px); left: calc(50% - 10px) }
    .sign s { position: absolute; left: 4px; width: 12px; height: 2px; top: 6px; background: #222 }
    .sign .low { top: 12px } .sign .one { top: 9px; rotate: 45deg } .sign .two { top: 9px; rotate: -45deg }
    .sign .lined { width: 12px; height: 4px; border: solid #222; border-width: 2px 0 }
    .sign .shade { width: 12px; height: 12px;
        background: linear-gradient(#222 2px, transparent 2px 8px, #222 8px 10px, transparent 10px) }
    .sign .on { position: absolute; width: 20px; height: 20px }
"""
REPLACE = """([signs, style]) => {
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  for (const old of document.querySelectorAll("[data-cell-idx] [data-testid^=edge-]")) {
    const cell = old.closest("[data-cell-idx]").getBoundingClientRect(), { right } = old.getBoundingClientRect();
    const sign = document.createElement("div");
    sign.className = `sign ${right > cell.right ? "right" : "down"}`;
    sign.innerHTML = signs[old.dataset.testid === "edge-equal" ? 0 : 1];
    old.closest("[data-cell-idx]").append(sign);
    old.parentElement.remove();
  }
}"""


@pytest.mark.full
@pytest.mark.parametrize("way", OTHERS)
def test_a_board_with_other_signs_is_read_right_or_refused(
    open_replica: Opener, page: Page, site: SiteSelectors, way: str
) -> None:
    board = next(one for one in boards("tango") if one["size"] == 6 and len(one["edges"]) > 5)
    *signs, readable = OTHERS[way]
    open_replica("tango", generation="sdui", board=board, noStart=True).open()
    page.evaluate(REPLACE, [signs, LOOKS])
    seen = board_of(GamePage(page, site, site.games["tango"], QUICK).reader.now())
    with nullcontext() if readable else pytest.raises((BoardError, PageNotUnderstood)):
        read = tango.play.read(seen.snapshot)
        prove(GAMES["tango"], read).solution  # noqa: B018  # raises unless there is just one
        assert {(one.a, one.b, one.sign) for one in read.edges} == {
            (Cell(*a), Cell(*b), of) for a, b, of in board["edges"]
        }
