"""Play a board with a section that was learnt, and find the sign of the win."""

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from player.browser.page.observation import BoardSeen
from player.browser.page.verdict import Verdict
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.lab import APART_MS, Lab
from player.doctor.learn.signs import NOVELTY, Ending, SignFound, signs
from player.errors import SOLVED, Outcome, PlayerError
from player.games.moves import Box, Enter, Remove, Tap
from player.playing.attempts import verified_plan
from player.playing.result import Result
from player.playing.walk import play

#: Time for a sign of a win to appear, and for a surer one after the first, in seconds.
SIGN_S, SURER_S = 4.0, 1.5
#: How much longer than the first play the second one goes on without its last move: as a factor, and in seconds.
LONGER, MORE_S = 1.25, 1.0
#: Interval between two looks for signs, in milliseconds.
POLL_MS = 150


def played(
    lab: Lab,
    pause: Callable[[Result, BoardSeen], object] | None = None,
    watch: Callable[[], bool] | None = None,
) -> Result:
    """Load the page of `lab` again and play its board; return the result, which may hold an error.

    What the page shows is recorded. `pause` is called before the last move, `watch` after it (see `GamePage`).
    """
    result = Result(lab.game.name)
    lab.trials.listen()
    lab.page.record()
    lab.page.pause, lab.page.watch = partial(pause, result) if pause else None, watch
    try:
        play(lab.game, lab.page, result, lambda _stage: None)
    except PlayerError as error:
        if error.of_site or error.exit_code in {70, 77}:
            raise
        result.failed(error)
    return result


def stands(result: Result) -> bool:
    """Return True if all moves stand on the page, whether or not it says that the game is won."""
    return result.outcome in {Outcome.SOLVED, Outcome.UNCONFIRMED}


def first_play(lab: Lab, words: LearnWords) -> tuple[Result, list[SignFound]]:
    """Play without a known sign of the win; return the result, and what may be signs, the surest first."""
    found: list[SignFound] = []

    def watch(seconds: float = SIGN_S) -> bool:
        found[:] = _signs_after(lab, words, seconds)
        return bool(found)

    result = played(lab, watch=watch)
    if stands(result) and not found:  # it may have come while the page's verdict was awaited
        watch(0)
    return result, found if stands(result) else []


def _signs_after(lab: Lab, words: LearnWords, seconds: float) -> list[SignFound]:
    """Wait so long for what may be signs of a win after the last move, and return them, the surest first."""
    end = perf_counter() + seconds
    best: list[SignFound] = []
    while True:
        seen, alerts = lab.page.news()
        found = signs(Ending(seen["news"], alerts, lab.url, lab.trials.url), words)
        if found and (not best or found[0].rank < best[0].rank):
            best = found
            if are_sure(best):
                end = min(end, perf_counter() + SURER_S)
        if perf_counter() >= end or (best and best[0].rank < 1):
            return best
        lab.trials.rest(POLL_MS)


def are_sure(found: Sequence[SignFound]) -> bool:
    """Return True if one of the signs speaks of success."""
    return bool(found) and found[0].rank < NOVELTY


def confirmed(lab: Lab, found: Sequence[SignFound], seconds: float) -> tuple[SignFound | None, Result]:
    """Play another time with the signs; return the surest one that holds after the last move and at no time before, and
    the result.

    The page of `lab` is one that knows nothing of the first play, which took so many `seconds`. The last move is held
    back for longer than that: a sign that comes all the same, with the time or with other moves, tells of no win.
    """
    lab.use({"won": [one.sign for one in found]})
    refuted: set[str] = set()
    pause = partial(_control, lab, perf_counter() + LONGER * seconds + MORE_S, refuted)
    result = played(lab, pause)
    if not stands(result) and lab.page.pause is None:  # the idle moves were not taken back
        result = played(lab)
    end = perf_counter() + SIGN_S
    while stands(result) and lab.page.pause is None:
        held = {number for number, when in lab.page.news()[0]["held"].items() if when == "after"} - refuted
        sign = next((one for number, one in enumerate(found) if str(number) in held), None)
        if sign is not None and result.outcome is Outcome.UNCONFIRMED:  # it came later than a play waits
            result.confirmed = Verdict(sign.sign["as"])
            result.ended(Outcome.SOLVED, SOLVED)
        if sign is not None or perf_counter() > end:
            return sign, result
        lab.trials.rest(POLL_MS)
    return None, result


def _control(lab: Lab, end: float, refuted: set[str], result: Result, look: BoardSeen) -> None:
    """Make moves that do not win, and wait until `end`; add the numbers of signs that hold to `refuted`."""
    _move_idly(lab, result, look)
    lab.trials.rest(max(MORE_S, end - perf_counter()) * 1000)
    refuted |= lab.page.news()[0]["held"].keys()


def _move_idly(lab: Lab, result: Result, look: BoardSeen) -> None:
    """Make moves on the board of `look`, which lacks the last one, that do not win: a page may only count them, or the
    cells that are full. What they leave wrong, the play mends.
    """
    game, lab.look = lab.game, look
    assert result.proof is not None
    *_, last = verified_plan(game, result.board, result.proof.solution, game.play.state(look.snapshot))
    made = [move for move in result.plan if move != last]
    if isinstance(last, Tap):
        played, held = {lab.index(move.cell) for move in result.plan if isinstance(move, Tap)}, lab.held()
        others = [at for at in range(len(look.points)) if at not in played | held and lab.point(at).free]
        others += sorted(played - {lab.index(last.cell)})
        cycle = lab.section["cycle"]
        kinds = cycle if isinstance(cycle, dict) else {"click": cycle}
        for gesture, marks in kinds.items() if others else ():
            for _ in marks:  # until the cell is as it was
                lab.trials.click(lab.point(others[0]), "left" if gesture == "click" else gesture)
                lab.trials.rest(APART_MS)
    elif isinstance(last, Enter):
        wrong = [move.text for move in made if isinstance(move, Enter) and move.text != last.text]
        lab.trials.attempt([last._replace(text=text) for text in wrong[:1]], look, lab.section["enter"][0])
    elif isinstance(last, Box) and made and isinstance(made[0], Box) and "remove" in lab.section:
        lab.trials.attempt([Remove(made[0].cells)], look, lab.section["remove"][0])
        lab.trials.attempt([made[0]], look, lab.section["draw"][0])


def won_entry(found: SignFound) -> dict[str, Any]:
    """Return the sign as an entry of `won`."""
    return {"won": [found.sign]}
