"""Pictures of the replica's pages, as Chromium shows them in windows of many kinds."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: TID251  # pages are drawn

from player.browser.launch import BrowserOptions, launch
from player.browser.offline.sources import Offline, replica
from player.browser.selectors.loader import load
from player.files import SELECTORS
from tests.sight.pictures import Board, Box, Picture
from tests.sight.states import State, settings

SITE = "linkedin"
#: What covers the board of some pages until it is closed.
_OVERLAYS = "document.querySelectorAll('.artdeco-modal-overlay').forEach((overlay) => overlay.remove())"
#: The outer box of the cells, in CSS pixels of the window.
_BOX = """() => {
    const boxes = [...document.querySelectorAll("[data-cell-idx]")]
        .filter((cell) => !cell.closest("[data-example], [class*=card]"))
        .map((cell) => cell.getBoundingClientRect());
    const least = (side) => Math.min(...boxes.map((box) => box[side]));
    const most = (side) => Math.max(...boxes.map((box) => box[side]));
    return [least("left"), least("top"), most("right"), most("bottom")];
}"""


@dataclass(frozen=True, slots=True)
class PageLook:
    """A window of the browser, `width` x `height` real pixels, and what it shows."""

    width: int = 1280
    height: int = 900
    zoom: float = 1.0
    dark: bool = False
    phone: bool = False
    state: State = "untouched"
    hover: bool = False
    covered: bool = False

    @property
    def viewport(self) -> tuple[int, int]:
        """The width and height in CSS pixels."""
        return round(self.width / self.zoom), round(self.height / self.zoom)


PLAIN = PageLook()
LOOKS: dict[str, PageLook] = {
    "light": PLAIN,
    "dark": PageLook(dark=True),
    "phone": PageLook(1170, 2532, 3, phone=True),
    "dark phone": PageLook(780, 1688, 2, phone=True, dark=True),
    "zoom 50%": PageLook(zoom=0.5),
    "zoom 67%": PageLook(zoom=0.67),
    "zoom 80%": PageLook(zoom=0.8),
    "zoom 125%": PageLook(1600, 1125, 1.25),
    "zoom 150%": PageLook(1920, 1350, 1.5),
    "zoom 200%": PageLook(2560, 1800, 2),
    "4K, zoom 100%": PageLook(3840, 2160),
    "4K, zoom 300%": PageLook(3840, 2160, 3),
    "cards below": PageLook(1280, 1300),
    "marks": PageLook(state="marks"),
    "dark marks": PageLook(state="marks", dark=True),
    "half solved": PageLook(state="half solved"),
    "dark, half solved": PageLook(state="half solved", dark=True),
    "solved": PageLook(state="solved"),
    "hovered cell": PageLook(hover=True),
    "tutorial over it": PageLook(covered=True),
}


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a network."""
    with sync_playwright() as playwright:
        started, _ = launch(playwright, BrowserOptions(offline=True))
        yield started
        started.close()


class Photographer:
    """It opens the replica's pages in one browser, and keeps their pictures in `folder`."""

    def __init__(self, started: Browser, folder: Path) -> None:
        self._browser = started
        self._folder = folder
        self._site = load(SELECTORS).site(SITE)

    def pictures(self, look: str, boards: Sequence[Board]) -> list[Picture]:
        """Return pictures of `boards` in the look of that name; those in the folder are not made again."""
        wanted = [self._named(look, number, board) for number, board in enumerate(boards)]
        if not all(picture.file.exists() and box_file(picture).exists() for picture in wanted):
            with self._window(LOOKS[look]) as page:
                for number, picture in enumerate(wanted):
                    self._take(page, picture, LOOKS[look], number)
        return wanted

    def _named(self, look: str, number: int, board: Board) -> Picture:
        file = (
            self._folder / f"{board['game']}-{look.replace(', ', '-').replace(' ', '-').replace('%', '')}-{number}.png"
        )
        return Picture(look, board["game"], file, (board,), may_be_refused=LOOKS[look].covered)

    @contextmanager
    def _window(self, look: PageLook) -> Iterator[Page]:
        width, height = look.viewport
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=look.zoom,
            color_scheme="dark" if look.dark else "light",
            is_mobile=look.phone,
            has_touch=look.phone,
            reduced_motion="reduce",
        )
        yield context.new_page()
        context.close()

    def _take(self, page: Page, picture: Picture, look: PageLook, number: int) -> None:
        """Take one picture: pages of a game with two generations show boards by turns."""
        (board,) = picture.boards
        builds = [*self._site.games[picture.game].pages]
        build = builds[number % len(builds)]
        self._open(page, board, build, look)
        if look.covered:
            page.evaluate(_COVER)
        else:
            page.evaluate(_OVERLAYS)
        box: Box = tuple(page.evaluate(_BOX))
        if look.hover:
            page.mouse.move(*_inside(box, number))
        page.screenshot(path=picture.file, animations="disabled", caret="hide")
        box_file(picture).write_text(json.dumps([look.zoom * side for side in box]), encoding="utf-8")

    def _open(self, page: Page, board: Board, build: str, look: PageLook) -> None:
        pages = replica(SITE, self._site.origin, build, noStart=True, **settings(board, look.state))
        served(page.context, replace(pages, boards={board["game"]: dict(board)}))
        where = f"/games/view/{board['game']}/desktop" if build == "ember" else f"/games/{board['game']}/"
        page.goto(self._site.origin + where)
        page.locator("[data-cell-idx]").first.wait_for()


#: A dialog over the middle of the board.
_COVER = """() => document.body.insertAdjacentHTML("beforeend", `
    <div style="position: fixed; inset: 0; z-index: 300; background: #0009">
        <div style="width: 420px; margin: 140px auto; padding: 40px; background: white; color: black">
            <h2>How to play</h2><p>Fill the whole board. There is one answer only.</p><button>Got it</button>
        </div></div>`)"""


def served(context: BrowserContext, pages: Offline) -> None:
    """Answer the requests of `context` by `pages` alone."""
    context.unroute_all()
    pages.attach(context)


def box_file(picture: Picture) -> Path:
    """Return the file with the board's box in the picture."""
    return picture.file.with_suffix(".json")


def box_of(picture: Picture) -> Box:
    """Return the board's box in the picture."""
    left, top, right, bottom = json.loads(box_file(picture).read_text(encoding="utf-8"))
    return left, top, right, bottom


def _inside(box: Box, number: int) -> tuple[float, float]:
    """Return a point on the board, another one for each number."""
    left, top, right, bottom = box
    return left + (right - left) * (0.13 + 0.31 * number % 0.8), top + (bottom - top) * (0.21 + 0.47 * number % 0.7)
