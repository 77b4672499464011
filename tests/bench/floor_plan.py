"""The plan of a floor: the inputs that win games, read and proved by the player, untimed (see `tests.bench.floor`)."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright, sync_playwright  # noqa: TID251  # the floor is bare

from player.browser.launch import BrowserOptions, context_arguments, launch
from player.browser.page.game_page import GamePage
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.games import GAMES
from player.games.moves import Box, Drag, Enter, Trace, arrows, touched
from player.playing.attempts import verified_plan
from player.proof import prove
from tests.bench.floor import FRAME
from tests.support.seen import board_of


def planned(playwright: Playwright, file: Path, games: list[str]) -> dict[str, Any]:
    """Read the boards of `games` on the site of the selectors in `file`; return all that playing them takes."""
    site = load(file).site("linkedin")
    browser, arguments = launch(playwright, BrowserOptions())
    context = browser.new_context(**context_arguments(site))
    plans = [of_game(context.new_page(), site, game) for game in games]
    browser.close()
    return {"launch": arguments, "context": context_arguments(site), "games": plans}


def of_game(page: Page, site: SiteSelectors, game: str) -> dict[str, Any]:
    """Read the board of a game on `page`; return all that playing it takes."""
    look = board_of(GamePage(page, site, site.games[game]).open())
    played = GAMES[game].play
    board, state = played.read(look.snapshot), played.state(look.snapshot)
    moves = verified_plan(GAMES[game], board, prove(GAMES[game], board).solution, state)
    points = [(point.x, point.y) for point in look.points]
    inputs = [one for move in moves for one in _inputs(move, points, look.snapshot.cols)]
    framed = bool(page.query_selector(FRAME))
    return {"url": site.games[game].url, "framed": framed, "modal": framed and game == "queens", "inputs": inputs}


def _inputs(move: Any, points: list[tuple[float, float]], cols: int) -> Iterator[list[Any]]:
    """Yield the inputs of a move: a drag from one point to another, or a click and the keys after it."""
    places = [points[cell.row * cols + cell.col] for cell in touched(move)]
    if isinstance(move, Box | Trace):
        yield ["drag", *(places if isinstance(move, Trace) else (places[0], places[-1]))]
        return
    yield ["click", *places[0]]
    yield from (["key", key] for key in (arrows(move) if isinstance(move, Drag) else ()))
    yield from (["key", character] for character in (move.text if isinstance(move, Enter) else ()))


def main() -> None:
    """Print the plan for the games on the site of a file of selectors."""
    file, *games = sys.argv[1:]
    with sync_playwright() as playwright:
        sys.stdout.write(json.dumps(planned(playwright, Path(file), games)))


if __name__ == "__main__":
    main()
