"""The client of puzz.link, played: `python -m tests.puzzlink [BOARDS] [--looks LOOK,...] [--types TYPE,...]`.

Each board is played on the client itself, which is the only judge, in several looks. The client lies beside the
project, in ../shared/pages/pzprjs. It prints what was not won, and a line of counts.
"""

# ruff: noqa: T201  # it prints a table
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page  # noqa: TID251  # the caller's own page

import player
from player.api.boards import game_and_board
from player.boards.board_json import url_of
from player.browser.launch import BrowserOptions, browser
from player.errors import PlayerError
from tests.support.http_servers import served

CLIENT = Path(__file__).parents[2] / "shared" / "pages" / "pzprjs"

#: The looks of the client, as options of a browser's context. A browser of that name gets canvases.
CANVAS = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edge/18.0"
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36"
)
LOOKS: Mapping[str, dict[str, Any]] = {
    "svg": {},
    "canvas": {"user_agent": CANVAS},
    "zoomed in": {"viewport": {"width": 853, "height": 480}, "device_scale_factor": 1.5},
    "zoomed out": {"viewport": {"width": 1920, "height": 1080}, "device_scale_factor": 0.67},
    "phone": {
        "viewport": {"width": 393, "height": 727},
        "device_scale_factor": 2.75,
        "is_mobile": True,
        "has_touch": True,
        "user_agent": PHONE,
    },
}


class Kind(NamedTuple):
    """A type of puzz.link: our game, and the options of its boards, which are taken in turn."""

    game: str
    options: list[dict[str, int | bool]]


KINDS = {
    "starbattle": Kind("queens", [{"size": n} for n in (6, 7, 8, 9, 10)] + [{"size": 10, "stars": 2}]),
    "shikaku": Kind("patches", [{"size": n, "shapes": False} for n in (6, 7, 8, 10, 12)]),
    "sudoku": Kind("mini-sudoku", [{"size": n} for n in (4, 6, 9, 9, 16)]),
}


def boards(kind: str, count: int) -> Iterator[Any]:
    """Yield boards of a type."""
    game, options = KINDS[kind]
    for number in range(count):
        yield player.generate(game, seed=5, number=number // len(options) + 1, **options[number % len(options)])


def address(board: Any) -> str:
    """Return what stands after the question mark of a board's address."""
    return url_of(*game_and_board(board)).partition("?")[2]


# The plays


def played(opened: Browser, origin: str, kind: str, board: Any, look: str) -> tuple[str, float]:
    """Play one board in one look; return what came of it, by the client itself, and the seconds that it took."""
    context = opened.new_context(**LOOKS[look])
    page = context.new_page()
    began = perf_counter()
    try:
        page.goto(f"{origin}/p.html?{address(board)}")
        end = player.play(KINDS[kind].game, page, site="puzz-link", deadline=120)
        said = f"{end.outcome}: {end.message}" if not end.won else "won"
        if end.won and not _is_complete(page):
            said = "FALSE"
    except PlayerError as error:
        said = f"{type(error).__name__}: {error}"
    seconds = perf_counter() - began
    context.close()
    return said, seconds


def _is_complete(page: Page) -> bool:
    """Return whether the client's engine itself calls the board complete."""
    return bool(page.evaluate("() => ui.puzzle.check(true).complete"))


def main(count: int = 5, looks: list[str] | None = None, kinds: list[str] | None = None) -> int:
    """Play `count` boards of each type in each look; return how many were not won."""
    missed = 0
    with served(CLIENT) as origin, browser(BrowserOptions()) as opened:
        for kind in kinds or KINDS:
            for look in looks or LOOKS:
                counts: Counter[str] = Counter()
                times = []
                for number, board in enumerate(boards(kind, count), 1):
                    said, seconds = played(opened, origin, kind, board, look)
                    counts["won" if said == "won" else "FALSE" if said == "FALSE" else "not won"] += 1
                    times.append(seconds)
                    if said != "won":
                        print(f"  {kind} {look} {number}: {said}  p.html?{address(board)}", flush=True)
                missed += count - counts["won"]
                usual = sorted(times)[len(times) // 2]
                print(f"{kind:10} {look:10} {dict(counts)} median {usual:.1f} s, most {max(times):.1f} s", flush=True)
    return missed


if __name__ == "__main__":
    options = dict(zip(sys.argv[1:], sys.argv[2:], strict=False))
    number = next((int(word) for word in sys.argv[1:] if word.isdigit()), 5)
    chosen = {name: options[name].split(",") if name in options else None for name in ("--looks", "--types")}
    sys.exit(bool(main(number, chosen["--looks"], chosen["--types"])))
