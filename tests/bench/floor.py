"""The floor of several games: bare Playwright, which knows the moves and the places of all cells, and reads nothing."""

import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from playwright.sync_api import Mouse, Page, Playwright, sync_playwright  # noqa: TID251  # the floor is bare

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.page.game_page import GamePage
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.games.moves import Box, Drag, Enter, Move, arrows, touched
from player.playing.attempts import verified_plan
from player.proof import prove
from tests.support.seen import board_of

FRAME = ".game-launch-page__iframe"
START = {True: "#launch-footer-start-button", False: "a[data-start], a[href*=skipStartScreen]"}


class Known(NamedTuple):
    """A game: its address, if its board is in a frame, its moves, and the point of each cell."""

    game: str
    url: str
    framed: bool
    moves: list[Move]
    points: list[tuple[float, float]]
    cols: int


def known(page: Page, site: SiteSelectors, game: str) -> Known:
    """Read the board of a game, untimed."""
    look = board_of(GamePage(page, site, site.games[game]).open())
    played = GAMES[game].play
    board, state = played.read(look.snapshot), played.state(look.snapshot)
    moves = verified_plan(GAMES[game], board, prove(GAMES[game], board).solution, state)
    points = [(point.x, point.y) for point in look.points]
    return Known(game, site.games[game].url, bool(page.query_selector(FRAME)), moves, points, look.snapshot.cols)


def play(page: Page, known: Known) -> None:
    """Open a page, press Start, and make the moves; wait for the results."""
    page.goto(known.url, wait_until="domcontentloaded")
    inside = page.frame_locator(FRAME) if known.framed else page
    inside.locator(START[known.framed]).first.click()
    inside.locator("[data-cell-idx]").first.wait_for()
    if known.game == "queens" and known.framed:
        inside.locator(".artdeco-modal__dismiss").click()
    for move in known.moves:
        places = [known.points[cell.row * known.cols + cell.col] for cell in touched(move)]
        if isinstance(move, Box):
            drag(page.mouse, places[0], places[-1])
            continue
        page.mouse.click(*places[0])
        for key in arrows(move) if isinstance(move, Drag) else [move.text] if isinstance(move, Enter) else []:
            page.keyboard.press(key)
    inside.locator(".pr-top__headline").wait_for()


def drag(mouse: Mouse, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one point to another."""
    mouse.move(*start)
    mouse.down()
    mouse.move(*end)
    mouse.up()


def floor(playwright: Playwright, site: SiteSelectors, games: list[str]) -> float:
    """The seconds from the start of the browser to the last win."""
    browser, _ = launch(playwright, BrowserOptions())
    context = browser.new_context(**context_arguments(site))
    plans = [known(context.new_page(), site, game) for game in games]
    browser.close()
    start = perf_counter()
    browser, _ = launch(playwright, BrowserOptions())
    context = browser.new_context(**context_arguments(site))
    for plan in plans:
        page = context.new_page()
        play(page, plan)
        page.close()
    browser.close()
    return perf_counter() - start


if __name__ == "__main__":
    with sync_playwright() as started:
        sys.stdout.write(str(floor(started, load(Path(sys.argv[1])).site("linkedin"), sys.argv[2:])))
