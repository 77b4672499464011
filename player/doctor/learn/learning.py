"""The story of `player learn`: find the board, learn marks and inputs, play, find the sign of the win, confirm it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from player.browser.page.game_page import GamePage
from player.browser.selectors.loader import flow
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.experiments import experiment
from player.doctor.learn.finding import find
from player.doctor.learn.lab import Lab
from player.doctor.learn.playing import are_sure, confirmed, first_play, stands, won_entry
from player.doctor.learn.signs import SignFound
from player.errors import PageNotUnderstood
from player.games import Game
from player.playing.result import Result


@dataclass(slots=True)
class Lesson:
    """A page that was learnt: its section with the evidence by key path, what is guessed, and what is missing."""

    game: Game
    url: str
    section: dict[str, Any]
    board: Any
    evidence: dict[str, str]
    guessed: set[str]
    missing: list[str] = field(default_factory=list)
    overlays: list[str] = field(default_factory=list)
    """The names of the overlays that were closed on the way."""
    result: Result | None = None
    confirmed: bool = False
    """True if the page said that a second play was won, by the sign that the first one showed."""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def won(self) -> bool:
        """True if the page shows a sign of a win."""
        return "won" in self.section


def learn(
    page: GamePage,
    games: Sequence[Game],
    words: LearnWords,
    say: Callable[[str], object],
    again: Callable[[], GamePage] | None,
    *,
    read_only: bool = False,
) -> Lesson:
    """Return what can be learnt of `page`, whose selectors hold its address.

    `again` opens the same page where nothing is known of the first play, to confirm the sign of the win; without it,
    the sign stays a guess. With `read_only`, nothing is pressed but what begins the game.

    Raise PageNotUnderstood if the page shows no board of `games`, or if its inputs can't be learnt.
    """
    seconds: dict[str, float] = {}
    with _timed(seconds, "read"):
        lab = find(page, games, words, say)
    say(f"{lab.game.name}: the board is read, and has one solution")
    if read_only:
        return _lesson(lab, seconds)
    with _timed(seconds, "inputs"):
        lab.settle()
        result, found, took = _played(lab, words, say)
    lesson = _lesson(lab, seconds)
    lesson.result = result
    if not found:
        lesson.missing.append("won: nothing appeared after the last move, and the address did not change")
        return lesson
    with _timed(seconds, "confirm"):
        if again is not None:
            say("playing once more, to confirm the sign of the win")
        _confirm(lab, lesson, found, took, again)
    return lesson


def _played(lab: Lab, words: LearnWords, say: Callable[[str], object]) -> tuple[Result, list[SignFound], float]:
    """Try the inputs, and play with what was learnt of them; return the result, what may be signs of the win, and the
    seconds from the load of the page to these.
    """
    best: tuple[Result, list[SignFound], float] | None = None
    section, evidence = lab.section, dict(lab.evidence)
    say("learning marks and inputs: a few single inputs")
    for change in experiment(lab):
        lab.section, lab.evidence = section, dict(evidence)
        lab.use(change.section, change.evidence)
        say("playing the board")
        began, (result, found) = perf_counter(), first_play(lab, words)
        if result.error is not None:  # a part of the page may have come late
            began, (result, found) = perf_counter(), first_play(lab, words)
        now = result, found, perf_counter() - began
        if are_sure(found):
            return now
        if stands(result) and (best is None or (found and not best[1])):
            best = now
            kept = lab.section, dict(lab.evidence)
        if change.is_last and best is not None and best[1]:
            break
    if best is None:
        raise PageNotUnderstood(f"the board can't be played with what was learnt: {result.message or result.outcome}")
    lab.section, lab.evidence = kept
    lab.use({})
    return best


def _confirm(
    lab: Lab,
    lesson: Lesson,
    found: Sequence[SignFound],
    took: float,
    again: Callable[[], GamePage] | None,
) -> None:
    """Put the sign of the win into the section if a second play confirms it."""
    closed = lab.page.closed
    if again is None:
        lesson.missing.append(f"won: {flow(found[0].sign)} may be the sign of it: a second play has to confirm it")
        return
    lab.page = again()
    sign, second = confirmed(lab, found, took)
    if sign is not None:
        lesson.confirmed = True
        lesson.section = {**lab.section, **won_entry(sign)}
        lesson.evidence["won"] = f"{sign.evidence}; the same in a second play, and not before its last move"
    else:
        lesson.missing.append(f"won: {flow(found[0].sign)} is not the sign of it: a second play did not confirm it")
    lesson.result = second if sign else lesson.result
    lesson.overlays = sorted({*lesson.overlays, *closed, *lab.page.closed})


def _lesson(lab: Lab, seconds: dict[str, float]) -> Lesson:
    return Lesson(
        lab.game,
        lab.url,
        lab.section,
        lab.board,
        lab.evidence,
        set(lab.doubts),
        overlays=sorted(set(lab.page.closed)),
        seconds=seconds,
    )


@contextmanager
def _timed(seconds: dict[str, float], stage: str) -> Iterator[None]:
    start = perf_counter()
    try:
        yield
    finally:
        seconds[stage] = round(perf_counter() - start, 2)
