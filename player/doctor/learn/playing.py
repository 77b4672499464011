"""Play a board with a section that was learnt, and find the sign of the win in what changed with the last move."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from player.browser.page.messages import News
from player.browser.page.observation import BoardSeen, ExpectedMarks, Verdict
from player.browser.page.trials import Starter
from player.browser.selectors.controls import SHADED
from player.doctor.learn.session import APART_MS, LearntPage
from player.doctor.learn.start import learn_words
from player.doctor.learn.table import phrase
from player.errors import SOLVED, Outcome, PlayerError
from player.games.grid import Cell
from player.games.moves import Box, Enter, Remove, Tap
from player.playing import PlayRules
from player.playing.attempts import verified_plan
from player.playing.result import Result
from player.playing.walk import MAX_AMBIGUOUS, play

#: Most signs that are considered.
MOST = 6
#: Words of so many letters have no other endings: "win" is not in "window".
SHORT = 4
#: From this letter on, scripts part no words: Chinese, Japanese and Korean.
JOINED = "\u3040"
#: The ranks of an element that says words of success, and of such a word that a picture shows.
IN_WORDS, IN_PICTURE = 1.0, 2.0
#: From this rank on nothing but its novelty speaks for a sign.
NOVELTY = 5.0


@dataclass(frozen=True, slots=True)
class SignFound:
    """A sign as in selectors.yaml, its `rank` (the lower, the surer it speaks of success), and the evidence."""

    sign: dict[str, Any]
    rank: float
    evidence: str


def signs(news: Sequence[News], alerts: Sequence[str], before: str, after: str) -> list[SignFound]:
    """Return what may be signs of a win after the last move, the surest first; what speaks of no success is left out.

    `news` is what is new on the page, `alerts` are its dialogs; `before` and `after` are its addresses.
    """
    found = [*_of_alerts(alerts), *_of_elements(news)]
    best = next((one for one in _ranked(found) if "selector" in one.sign), None)
    if best and (path := urlsplit(after).path) != urlsplit(before).path:
        pattern = f"^{re.escape(path)}$".replace(r"\-", "-")
        sign = {"as": "results", "path": pattern, "selector": best.sign["selector"]}
        evidence = "the address and the page changed after the last move"
        found.append(SignFound(sign, min(best.rank, NOVELTY) - 0.5, evidence))
    unique = {str(one.sign): one for one in reversed(_ranked(found))}
    return _ranked(unique.values())[:MOST]


def _ranked(found: Iterable[SignFound]) -> list[SignFound]:
    return sorted(found, key=lambda one: (one.rank, len(str(one.sign)), str(one.sign)))


def _of_alerts(alerts: Sequence[str]) -> Iterable[SignFound]:
    for text in alerts:
        if (said := _success(text)) and not speaks_of(text, learn_words().lost):
            rank = 0.0 if speaks_of(text, learn_words().won) else 1.5
            yield SignFound({"as": "banner", "alert": said}, rank, f"the page says {said!r} after the last move")


def _of_elements(news: Sequence[News]) -> Iterable[SignFound]:
    for one in news:
        own, text, said = one["own"], one["text"], _success(one["own"])
        bare = {"as": "banner", "selector": one["selector"]}
        sign = {**bare, **({"text": [said]} if said else {})}
        if one["where"] in {"title", "cells"} or (own.startswith((".", "[")) and not text):
            yield from _of_name(one)
        elif one["control"] or speaks_of(text, learn_words().lost):
            continue
        elif own and speaks_of(own, learn_words().won):
            rank = IN_WORDS - 0.5 * one["heading"] - 0.25 * one["dialog"]
            yield SignFound({**bare, "text": [said]}, rank, f"says {said!r} after the last move")
        elif one["fresh"] and speaks_of(text, learn_words().won):
            yield SignFound(bare, 3.0, "appears with words of success")
        elif one["fresh"] and one["where"] != "board":  # what is drawn on the board may be the last move itself
            rank = NOVELTY + (0.0 if one["dialog"] or one["heading"] else 1.0)
            yield SignFound(sign, rank, f"appears after the last move{f', with {own!r}' if own else ''}")
        elif one["where"] == "heading" and said:  # other texts may repeat the last move
            yield SignFound(sign, NOVELTY + 1, f"says {said!r} after the last move")


def _of_name(one: News) -> Iterable[SignFound]:
    """Yield the sign that an element, all cells or the title got this name with the last move.

    Without a word of success, a name with a number may count the moves, and one on the board may be the last move. A
    class of all cells counts nothing.
    """
    own, where = one["own"], one["where"]
    spoken = re.sub(r"[^\w]+|_", " ", own)
    if speaks_of(spoken, learn_words().lost):
        return
    rank = 2.5 if speaks_of(spoken, learn_words().won) else NOVELTY + 2
    is_class = where == "cells" and "[" not in own
    if rank > NOVELTY and (where == "board" or (any(letter.isdigit() for letter in own) and not is_class)):
        return
    if where != "title":
        key = "cells" if where == "cells" else "selector"
        who = "all cells " if where == "cells" else ""
        yield SignFound({"as": "board", key: one["selector"]}, rank, f"{who}got this name with the last move")
    elif said := _success(own):
        yield SignFound({"as": "banner", "title": said}, rank, f"the title says {said!r} after the last move")


def _success(text: str) -> str:
    """Return the words of `text` that speak of success, or else its first ones."""
    return phrase(text, lambda part: speaks_of(part, learn_words().won))


def speaks_of(text: str, words: Iterable[str]) -> bool:
    """Return True if `text` contains one of `words`, from the beginning of a word, of a script that parts words."""
    spoken = f" {_folded(text)} "
    return any(
        _folded(word) in spoken if word >= JOINED else f" {_folded(word)}{' ' if len(word) <= SHORT else ''}" in spoken
        for word in words
    )


def _folded(text: str) -> str:
    """Return `text` in lower case, without accents and punctuation."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("\u0131", "i"))
    return " ".join(re.sub(r"[^\w\s]|_", " ", "".join(c for c in plain if not unicodedata.combining(c))).split())


# The play

#: Time for a sign of a win to appear, and for a surer one after the first, also after words of success, in seconds.
SIGN_S, SURER_S, WORDS_S = 4.0, 1.0, 0.4
#: Attempts at the moves before a page counts as refusing them.
MAX_ATTEMPTS = 4
#: Time for a sign to appear by itself before a control that hands in the board is pressed, in seconds.
BEFORE_SUBMIT_S = 1.5
#: How much longer than the first play the second one goes on without its last move: as a factor of the time with the
#: board, and in seconds.
LONGER, MORE_S = 1.25, 1.0
#: How much earlier than in the first play, from the load, the second one's sign may be awaited, in seconds: longer than
#: the last move and all that is waited for after it.
EARLIER_S = 15.0
#: Interval between two looks for signs, in milliseconds.
POLL_MS = 150
#: The least time between two inputs on a page that is busy for a moment after each, in milliseconds.
BUSY_MS = 500


class SignTimes(NamedTuple):
    """The seconds until signs of a win were seen: since the load of the page, and since its board was read."""

    page: float
    board: float


def played(
    learnt: LearntPage,
    pause: Callable[[Result, BoardSeen], object] | None = None,
    watch: Callable[[], bool] | None = None,
) -> Result:
    """Load the page of `learnt` again and play its board; return the result, which may hold an error.

    What the page shows is recorded. `pause` is called before the last move, `watch` after it (see `GamePage`). A board
    with several solutions may be another one at the next load.
    """
    for _ in range(MAX_AMBIGUOUS):
        result = _played_once(learnt, pause, watch)
        learnt.varies = learnt.varies or result.board not in {None, learnt.board}
        if result.error is None or result.proof is None or result.proof.solutions < 2:
            break
    return result


def _played_once(
    learnt: LearntPage, pause: Callable[[Result, BoardSeen], object] | None, watch: Callable[[], bool] | None
) -> Result:
    result = Result(learnt.game.name)
    learnt.page.arrival.varies = learnt.varies
    learnt.page.tab.hear_dialogs()
    learnt.page.performer.recorder.begin()
    learnt.page.pause, learnt.page.judgement.watch = partial(pause, result) if pause else None, watch
    try:
        rules, learnt.began = PlayRules(attempts=MAX_ATTEMPTS, any_solution=learnt.any_solution), perf_counter()
        play(learnt.game, learnt.page, result, lambda _stage: None, rules)
    except PlayerError as error:
        if error.of_site or error.exit_code in {70, 77}:
            raise
        result.failed(error)
    return result


def stands(result: Result) -> bool:
    """Return True if all moves stand on the page, whether or not it says that the game is won."""
    return result.outcome in {Outcome.SOLVED, Outcome.UNCONFIRMED}


def first_play(learnt: LearntPage) -> tuple[Result, list[SignFound], SignTimes]:
    """Play without a known sign of the win; return the result, what may be signs, the surest first, and their times."""
    found, seen = list[SignFound](), 0.0

    def watch(seconds: float = SIGN_S) -> bool:
        nonlocal seen
        found[:], seen = _signs_after(learnt, seconds)
        return bool(found)

    def watch_first() -> bool:
        is_handed_in = _submit(learnt) is not None
        return watch(BEFORE_SUBMIT_S if is_handed_in else SIGN_S) or is_handed_in

    result = played(learnt, watch=watch_first)
    if result.lost and not stands(result):
        pace = {**learnt.section.get("pace", {}), "any": BUSY_MS}
        learnt.use({"pace": pace}, {"pace": "inputs that came sooner after others had no effect"})
        learnt.renew()
        result = played(learnt, watch=watch_first)
    if stands(result) and not found:  # it may have come while the page's verdict was awaited
        watch(0)
    if stands(result) and not are_sure(found):
        shown_before = [] if found else _in_picture(learnt)
        if control := _submit(learnt):
            learnt.trials.click(control)
            watch()
            found = found or [one for one in _in_picture(learnt) if one not in shown_before]
            if are_sure(found):
                submit = {"selector": control.selector, "text": [control.text]}
                learnt.use({"submit": submit}, {"submit": "pressed once after the last move, it brought the sign"})
        if not found:
            seen, found = perf_counter(), shown_before
    times = SignTimes(seen - learnt.began, seen - _read_at(learnt, result))
    return result, found if stands(result) else [], times


def _in_picture(learnt: LearntPage) -> list[SignFound]:
    """Return what a picture shows now of a page that is played by sight, and may be a sign of the win."""
    return [
        SignFound({"as": "board", "picture": sign}, NOVELTY, "a shade lies on the board after the last move")
        if sign == SHADED
        else SignFound({"as": "banner", "picture": sign}, IN_PICTURE, f"a picture shows {sign} after the last move")
        for sign in pictured(learnt, [*_single(), SHADED])
    ]


def _read_at(learnt: LearntPage, result: Result) -> float:
    """Return when the board was read that was played last."""
    return learnt.began + result.ms.get("load", 0) / 1000


def _single() -> list[str]:
    """Return the words of success that a picture may show, first in capitals, then in any letters, and phrases."""
    won = learn_words().won
    found = [*dict.fromkeys(word for word in won if word.isascii() and word.isalpha() and len(word) > SHORT)]
    phrases = [one for one in won if " " in one and one.isascii() and one.replace(" ", "").isalpha()]
    return [*map(str.upper, found), *map(str.capitalize, [*found, *dict.fromkeys(phrases)])]


def pictured(learnt: LearntPage, among: Collection[str]) -> list[str]:
    """Return those signs in pictures that hold now on a page that is played by sight."""
    pictures = learnt.page.reader.picture_reader
    return pictures.signs(among) if pictures else []


def _submit(learnt: LearntPage) -> Starter | None:
    """Return what hands in a finished board, if there is just one such control."""
    controls = [one for one in learnt.trials.surface(learn_words().submit, beside=True).starters if one.free]
    return controls[0] if len(controls) == 1 else None


def _signs_after(learnt: LearntPage, seconds: float) -> tuple[list[SignFound], float]:
    """Wait so long for what may be signs of a win after the last move; return them, the surest first, and when the
    surest was first seen.
    """
    seen = perf_counter()
    end = seen + seconds
    best: list[SignFound] = []
    while True:
        recorder = learnt.page.performer.recorder
        found = signs(recorder.news(), recorder.alerts(), learnt.url, learnt.page.tab.page.url)
        if learnt.is_picked:  # a page that has another one in mind shows something, too
            found = [one for one in found if one.rank < NOVELTY]
        if found and (not best or found[0].rank < best[0].rank):
            best, seen = found, perf_counter()
            if are_sure(best):
                end = min(end, seen + (WORDS_S if best[0].rank <= IN_WORDS else SURER_S))
        if perf_counter() >= end or (best and best[0].rank < 1):
            return best, seen
        learnt.trials.rest(POLL_MS)


def are_sure(found: Sequence[SignFound]) -> bool:
    """Return True if one of the signs speaks of success."""
    return bool(found) and found[0].rank < NOVELTY


def confirmed(
    learnt: LearntPage, found: Sequence[SignFound], times: SignTimes, *, whole: bool = False
) -> tuple[SignFound | None, Result]:
    """Play another time with the signs; return the surest one that holds after the last move and at no time before, and
    the result.

    The page of `learnt` knows nothing of the first play, where they were seen at these `times`. The last move is held
    back for longer: a sign that comes all the same, with the time or with other moves, tells of no win. One that comes
    so long after the load as in the first play is none either if it is looked for only much earlier. Of a path the last
    cell is held back, or the `whole` path.
    """
    learnt.use({"won": [one.sign for one in found]})
    learnt.page.pauses_first = whole
    refuted: set[str] = set()

    def pause(result: Result, look: BoardSeen) -> None:
        until, loaded = _read_at(learnt, result) + LONGER * times.board, learnt.began + times.page
        end = (until if loaded > until + EARLIER_S else max(until, loaded)) + MORE_S
        _move_idly(learnt, result, look)
        learnt.trials.rest(max(MORE_S, end - perf_counter()) * 1000)  # a sign that holds then is none
        refuted.update(learnt.page.performer.recorder.held(), _pictured_signs(learnt, found))

    result = played(learnt, pause)
    if not stands(result) and learnt.page.pause is None:  # the idle moves were not taken back
        learnt.renew()
        result = played(learnt)
    believed = {str(number): one for number, one in enumerate(found) if str(number) not in refuted}
    sign, end = None, perf_counter() + SIGN_S
    while believed and stands(result) and learnt.page.pause is None:
        held = {number for number, when in learnt.page.performer.recorder.held().items() if when == "after"}
        held |= _pictured_signs(learnt, found)
        now = next((number for number in believed if number in held), None)
        if now and sign is None:  # a surer one may come later
            end = min(end, perf_counter() + SURER_S)
        sign = believed[now] if now else sign
        if perf_counter() > end or now == next(iter(believed)):
            break
        learnt.trials.rest(POLL_MS)
    if sign is not None and result.outcome is Outcome.UNCONFIRMED:  # it came later than a play waits
        result.confirmed = Verdict(sign.sign["as"])
        result.ended(Outcome.SOLVED, SOLVED)
    return sign, result


def _pictured_signs(learnt: LearntPage, found: Sequence[SignFound]) -> set[str]:
    """Return the numbers of those signs that a picture shows now."""
    signs = {number: str(one.sign["picture"]) for number, one in enumerate(found) if "picture" in one.sign}
    there = pictured(learnt, [*signs.values()])
    return {str(number) for number, sign in signs.items() if sign in there}


def _move_idly(learnt: LearntPage, result: Result, look: BoardSeen) -> None:
    """Make moves on the board of `look`, which lacks the last one, that do not win: a page may only count them, or the
    cells that are full. What they leave wrong, the play mends.
    """
    game, learnt.look = learnt.game, look
    assert result.proof is not None
    *_, last = verified_plan(game, result.board, result.proof.solution, game.play.state(look.snapshot))
    made = [move for move in result.plan if move != last]
    if isinstance(last, Tap):
        played, held = {learnt.index(move.cell) for move in result.plan if isinstance(move, Tap)}, learnt.held()
        others = [at for at in range(len(look.points)) if at not in played | held and learnt.point(at).free]
        if others:
            _turn_once(learnt, look, others[0])
        at = learnt.index(last.cell)
        _fill_wrongly(learnt, result, look, at, sorted(played - {at}))
    elif isinstance(last, Enter):
        wrong = [move.text for move in made if isinstance(move, Enter) and move.text != last.text]
        learnt.trials.attempt(
            [last._replace(text=text) for text in wrong[:1]], look, learnt.section.get("enter", ["keys"])[0]
        )
    elif isinstance(last, Box) and made and isinstance(made[0], Box) and "remove" in learnt.section:
        learnt.trials.attempt([Remove(made[0].cells)], look, learnt.section["remove"][0])
        learnt.trials.attempt([made[0]], look, learnt.section.get("draw", ["drag"])[0])


def _turn_once(learnt: LearntPage, look: BoardSeen, index: int) -> None:
    """Make all inputs of its cycle on a cell, until it is as it was."""
    cycle = learnt.section.get("cycle", {})
    kinds = {**cycle, **cycle.get("keys", {})} if isinstance(cycle, dict) else {"click": cycle}
    kinds.pop("keys", None)
    if "buttons" in learnt.section:
        kinds = {f"{learnt.section['enter'][0]} {text}": [text] for text in look.buttons}
    for number, kind in enumerate(kind for kind, marks in kinds.items() for _ in marks):
        learnt.trials.rest(APART_MS * bool(number))
        learnt.press(index, kind)


def _fill_wrongly(learnt: LearntPage, result: Result, look: BoardSeen, last: int, played: Sequence[int]) -> None:
    """Give the cell `last` its mark, but one of those that were `played` a wrong one before: the last move is made
    then, and the board not solved.
    """
    game, board, cols = learnt.game, result.board, look.snapshot.cols
    state = game.play.state(look.snapshot)
    assert result.proof is not None
    end = game.play.simulate(board, state, verified_plan(game, board, result.proof.solution, state))
    marks = game.shown(board, end)
    if wrong := [mark for mark in sorted({*marks}) if played and mark != marks[played[0]]]:
        expected = ExpectedMarks(game.play.MARK, {played[0]: wrong[0], last: marks[last]})
        taps = [Tap(Cell(*divmod(at, cols))) for at in expected.marks]
        learnt.page.performer.perform(taps, look, expected, wins=False, patience=1)
