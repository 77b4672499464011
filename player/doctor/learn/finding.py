"""From an address to a board that is read and proved: the page's start, and the search."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.page.trials import Starter
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.lab import Lab
from player.doctor.learn.search import Learnt, search
from player.errors import PageNotUnderstood
from player.games import Game

#: Time for a page to become quiet before each search, and for one without a board to show one, in seconds.
QUIET_S, LATE_S = 3.0, 3.0
#: Most steps of a start.
MAX_STEPS = 4


def find(page: GamePage, games: Sequence[Game], words: LearnWords, say: Callable[[str], object]) -> Lab:
    """Load the page, begin its game if it must be begun, and return its board as the section that was found reads it.

    Nothing is clicked but what begins a game, known by its words. Raise PageNotUnderstood with a list of what was
    searched for if there is no board of one of `games`.
    """
    say("loading the page")
    page.trials.go()
    steps: list[dict[str, Any]] = []
    for _ in range(MAX_STEPS + 1):
        learnt, refused = _search(page, games, say, wait=not page.trials.starters(words.start))
        if learnt:
            return _opened(learnt, steps, page, words)
        starter = _next(page, words, steps)
        if starter is None:
            break
        say(f"no board yet: pressing {starter.text!r}")
        page.trials.click(starter.point)
        steps.append({"selector": starter.selector, "text": [starter.text]})
    assert refused is not None
    raise refused


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


def _next(page: GamePage, words: LearnWords, steps: Sequence[dict[str, Any]]) -> Starter | None:
    """Return what to press next: nothing twice, and nothing that something covers."""
    pressed = [(step["selector"], step["text"][0]) for step in steps]
    found = page.trials.starters(words.start)
    return next((one for one in found if one.free and (one.selector, one.text) not in pressed), None)


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
        evidence=dict(learnt.evidence),
        doubts=set(learnt.doubts),
    )
    lab.use({}, {"start": "no board was there before this was pressed"} if start else {})
    return lab


def _step(step: dict[str, Any], again: Sequence[str], *, stays: bool) -> dict[str, Any]:
    """Return a step as an entry of `start`; a game that was begun may be resumed by another word."""
    return {**step, "text": [*step["text"], *again], **({"stays": True} if stays else {})}
