"""From an address to a board that is read and proved: the page's start, and the search."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.trials import Starter
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.lab import COVERED, COVERED_MS, Lab
from player.doctor.learn.search import Learnt, search
from player.errors import PageNotUnderstood
from player.games import Game

#: Time for a page to become quiet before each search, and for one without a board to show one, in seconds.
QUIET_S, LATE_S = 3.0, 3.0
#: Most steps of a start.
MAX_STEPS = 4


def find(page: GamePage, games: Sequence[Game], words: LearnWords, say: Callable[[str], object]) -> Lab:
    """Load the page, begin its game if it must be begun, and return its board as the section that was found reads it.

    Nothing is clicked but what begins a game, known by its words, on the layer on top; nothing that submits a form or
    leads to another address. Raise PageNotUnderstood with a list of what was searched for if there is no board of one
    of `games`, or if something covers it; RequestStopped if a press set off a request that may change something.
    """
    say("loading the page")
    page.trials.careful()
    page.trials.go()
    steps: list[dict[str, Any]] = []
    for _ in range(MAX_STEPS + 1):
        learnt, refused = _search(page, games, say, wait=not page.trials.starters(words.start))
        page.trials.require_silence()
        seen = learnt.page if learnt else page
        starter, is_free = _next(seen, words, steps, wait=learnt is not None)
        if learnt and is_free:
            return _opened(learnt, steps, page, words)
        if starter is None:
            break
        say(f"{'the board is covered' if learnt else 'no board yet'}: pressing {starter.text!r}")
        page.trials.click(starter.point)
        steps.append({"selector": starter.selector, "text": [starter.text]})
    raise refused or PageNotUnderstood(COVERED)


def _search(
    page: GamePage, games: Sequence[Game], say: Callable[[str], object], *, wait: bool
) -> tuple[Learnt | None, PageNotUnderstood | None]:
    """Search the page once it is quiet; if `wait` is set, once more after a while, as boards may come late."""
    refused: PageNotUnderstood | None = None
    end = perf_counter() + (LATE_S if wait else 0)
    while refused is None or perf_counter() < end:
        page.trials.quiet(1000 * QUIET_S)
        try:
            return search(page, games, say), None
        except PageNotUnderstood as error:
            refused = error
    return None, refused


def _next(
    page: GamePage, words: LearnWords, steps: Sequence[dict[str, Any]], *, wait: bool
) -> tuple[Starter | None, bool]:
    """Return what to press next, nothing twice and nothing that something covers, and whether the board is free.

    With `wait`, what covers the board may go by itself, or show later what begins the game.
    """
    pressed = [(step["selector"], step["text"][0]) for step in steps]
    end = perf_counter() + (LATE_S if wait else 0)
    while True:
        surface = page.trials.surface(words.start)
        free = [point.free for point in surface.points or ()]
        starter = next((one for one in surface.starters if one.free and (one.selector, one.text) not in pressed), None)
        if free and ((any(free) and not surface.covered) or perf_counter() > end):  # a part of the board may be enough
            return starter, any(free)
        if starter or perf_counter() > end:
            return starter, False
        page.trials.rest(COVERED_MS)


def _opened(learnt: Learnt, steps: list[dict[str, Any]], page: GamePage, words: LearnWords) -> Lab:
    """Return the page of `learnt`, whose start has `steps`, loaded again with the section in force."""
    there = {(one.selector, one.text) for one in page.trials.starters(words.start)}
    start = [_step(step, words.again, stays=(step["selector"], step["text"][0]) in there) for step in steps]
    lab = Lab(
        learnt.game,
        learnt.page.site,
        learnt.page.address,
        learnt.page,
        {**({"start": start[0] if len(start) == 1 else start} if start else {}), **learnt.section},
        learnt.board,
        learnt.proof,
        learnt.look,
        words.start,
        evidence=dict(learnt.evidence),
        doubts=set(learnt.doubts),
    )
    lab.use({}, {"start": "no board was there before this was pressed"} if start else {})
    return lab


def _step(step: dict[str, Any], again: Sequence[str], *, stays: bool) -> dict[str, Any]:
    """Return a step as an entry of `start`; a game that was begun may be resumed by another word."""
    return {**step, "text": [*step["text"], *again], **({"stays": True} if stays else {})}
