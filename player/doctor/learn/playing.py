"""Play a board with a section that was learnt, and find the sign of the win."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from player.browser.page.verdict import Verdict
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.lab import Lab
from player.doctor.learn.signs import NOVELTY, Ending, SignFound, signs
from player.doctor.probe import probe
from player.errors import Outcome, PlayerError
from player.play.result import Result
from player.play.walk import play

#: Time for a sign of a win to appear, and for a surer one after the first, in seconds.
SIGN_S, SURER_S = 4.0, 1.5
#: Interval between two looks for signs, in milliseconds.
POLL_MS = 150


def played(lab: Lab, tell: Callable[[str], None]) -> Result:
    """Load the page of `lab` again and play its board; return the result, which may hold an error."""
    result = Result(lab.game.name)
    lab.trials.listen()
    try:
        play(lab.game, lab.page, result, tell)
    except PlayerError as error:
        if error.of_site or error.exit_code in {70, 77}:
            raise
        result.failed(error)
    return result


def stands(result: Result) -> bool:
    """Return True if all moves stand on the page, whether or not it says that the game is won."""
    return result.outcome in {Outcome.SOLVED, Outcome.UNCONFIRMED}


def signs_after(lab: Lab, words: LearnWords) -> list[SignFound]:
    """Wait for what may be signs of a win after the last move, and return them, the surest first."""
    end = perf_counter() + SIGN_S
    best: list[SignFound] = []
    since = None
    while perf_counter() < end and (since is None or perf_counter() - since < SURER_S):
        found = signs(Ending(lab.page.news(), tuple(lab.trials.alerts), lab.url, lab.trials.url), words)
        if found and (not best or found[0].rank < best[0].rank):
            best, since = found, perf_counter()
            if found[0].rank < 1:
                break
        lab.trials.rest(POLL_MS)
    return best


def are_sure(found: Sequence[SignFound]) -> bool:
    """Return True if one of the signs speaks of success."""
    return bool(found) and found[0].rank < NOVELTY


def confirmed(
    lab: Lab, found: Sequence[SignFound], tell: Callable[[str], None]
) -> tuple[SignFound | None, Result | None]:
    """Play another time with the signs; return the surest one that holds at the end and not before, and the result.

    The page of `lab` is one that knows nothing of the first play.
    """
    left = list(found)
    while left:
        lab.use({"won": [one.sign for one in left]})
        result = played(lab, tell)
        if result.outcome is Outcome.ALREADY and result.confirmed is not Verdict.BOARD:
            holding = probe(lab.page).won
            left = [one for one, holds in zip(left, holding, strict=False) if not holds]
            continue
        if result.outcome is not Outcome.SOLVED:
            return None, result
        return _holding(lab, left), result
    return None, None


def _holding(lab: Lab, found: Sequence[SignFound]) -> SignFound:
    """Return the surest of the signs that hold now; the first one if the page has moved on."""
    holding = probe(lab.page).won
    return next((one for one, holds in zip(found, holding, strict=False) if holds), found[0])


def won_entry(found: SignFound) -> dict[str, Any]:
    """Return the sign as an entry of `won`."""
    return {"won": [found.sign]}
