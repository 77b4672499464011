"""The start of an unknown page: what is pressed in the layer on top until the board is free, as steps of a section."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from time import perf_counter
from typing import Any

from player.browser.page.tab import NAME
from player.browser.page.trials import Starter, Surface, Trials
from player.browser.selectors.loader import load
from player.browser.selectors.schema import LearnWords
from player.doctor.learn.table import phrase
from player.errors import ConfigInvalid
from player.files import SELECTORS
from player.games import GAMES, Game

#: Most steps of a start, and most presses on the way to it: some have no effect.
MAX_STEPS, MAX_PRESSES = 6, 10
#: Time for a page to become quiet, for what covers the board to go, or to show later what begins the game, and for a
#: layer whose controls are all disabled, as in a tutorial, in seconds; the time between two looks, in milliseconds.
QUIET_S, LATE_S, DISABLED_S, LOOK_MS = 3.0, 4.0, 15.0, 150
#: Time for a page that was loaded again to show anything, in seconds.
LOAD_S = 8.0
#: Longest name by which an element is known as a whole, in characters.
LONGEST_NAME = 30
#: What chooses the size of a board: another size has several solutions as well, more often than not.
SIZE = re.compile(r"\d+ ?[x×] ?\d+")  # noqa: RUF001  # the sign that pages show


@cache
def learn_words() -> LearnWords:
    """Return the words for pages that no section describes, of the selectors file that is shipped."""
    found = load(SELECTORS).learn
    if found is None:
        raise ConfigInvalid(f"{SELECTORS} has no 'learn': install the player again")
    return found


@dataclass(slots=True)
class Start:
    """The presses that begin a game. A page that `speaks` of a game may have more words for them."""

    games: Sequence[str] = ()
    """The names of the games of which one is wanted: the first that a menu of games names is pressed."""
    speaks: bool = False
    steps: list[dict[str, Any]] = field(default_factory=list)
    pressed: set[tuple[str, str]] = field(default_factory=set)
    """The selectors and names of what was pressed, on a page of boards with several solutions since its last effect."""
    presses: int = 0
    several: bool = False
    """True if a board had several solutions: the same press may begin another one."""
    levels: list[dict[str, Any]] = field(default_factory=list)
    """The steps that choose another board, which was there, and had several solutions."""
    stay: frozenset[str] = frozenset()
    """The selectors and names of what is there beside the board, too."""

    @property
    def is_over(self) -> bool:
        """True if nothing more is pressed."""
        return self.presses >= MAX_PRESSES

    def next(self, trials: Trials, *, wait: bool) -> tuple[Starter | None, bool]:
        """Return what to press next, nothing twice and nothing that something covers, and whether the board is free.

        With `wait`, what covers the board may go by itself, or show later what begins the game, unless it is known to
        have nothing under way and came before any press: a countdown counts as a clock.
        """
        began = perf_counter()
        while True:
            seconds = perf_counter() - began
            is_over = not wait or seconds > LATE_S
            is_late = is_over or trials.work() is False  # asked first: what ends then has shown its effect
            surface = trials.surface(learn_words().start)
            free = [point.free for point in surface.points or ()]
            if any(free) and (is_late or not surface.covered):  # a part of the board may be enough
                return None, True
            starter, is_disabled = self._first(surface), False
            if starter is None and is_late and (self.speaks or surface.covered):
                around = trials.surface(learn_words().start, wide=True)
                starter, is_disabled = self._first(around), surface.covered and around.is_disabled
            if starter is None and is_late and self.speaks and surface.points is None:
                starter = self._first(trials.surface(learn_words().names, kind="fill")) or self.next_level(trials)
            if starter is None and is_late and surface.points is None:
                starter = self._of_games(trials)
            waits = (is_disabled and seconds < DISABLED_S) or (not is_over and self.presses and surface.covered)
            if starter or (is_late and not waits):
                return starter, False
            trials.rest(LOOK_MS)

    def _of_games(self, trials: Trials) -> Starter | None:
        """Return what is called as the wanted game; of several wanted ones, if two things are called as a game each."""
        titles = {name: titles_of(game) for name, game in GAMES.items()}
        called = learn_words().start.model_copy(update={"text": [], "words": [*chain(*titles.values())]})
        menu: dict[str, Starter] = {}
        for one in trials.surface(called, wide=True).starters:
            game = next((game for game, words in titles.items() if self._calls(one.text, words)), None)
            if game and one.free and (one.selector, one.text) not in self.pressed:
                menu.setdefault(game, one)
        is_menu = len(menu) > 1 or len(self.games) == 1
        return next((menu[game] for game in self.games if game in menu and is_menu), None)

    def _calls(self, text: str, words: Sequence[str]) -> bool:
        """Return whether a control is called by one of `words`, maybe after a symbol or a start: "Play Queens"."""
        found = _title_in(text, words)
        before = _plain(text[: found.start()]) if found else None
        return before == "" or before in learn_words().start.text

    def next_level(self, trials: Trials) -> Starter | None:
        """Return what may choose another board, on a page that speaks of a game; None if nothing is left."""
        if not self.speaks or self.is_over:
            return None
        kinds = ("press", "choose", *(() if self.several else ("number",)))  # a board may have a keypad beside it
        surfaces = (trials.surface(learn_words().levels, kind=kind, wide=True) for kind in kinds)
        return next(filter(None, map(self._first, surfaces)), None)

    def choose(self, trials: Trials, level: Starter) -> None:
        """Press what may choose another board."""
        self._note(level)
        self.levels.append(_step(level))
        trials.begin(level, NAME)

    def beside(self, trials: Trials) -> Starter | None:
        """Return what may begin a game beside a board that nothing covers."""
        return self._first(trials.surface(learn_words().start, beside=True))

    def resumed(self, trials: Trials) -> "Start | None":
        """Press what leads to the board of a page that was loaded again, and shows no first starter; return the presses
        that begin its game then, if there are more.
        """
        end = perf_counter() + LOAD_S
        while (there := self._shown(trials)).points is None and not there.starters and perf_counter() < end:
            trials.rest(LOOK_MS)
        if any(self._begins_with(starter) for starter in there.starters if starter.free):
            return None
        again = replace(self, speaks=True, pressed=set(), presses=0)
        while not again.is_over:
            starter, is_free = again.next(trials, wait=True)
            if is_free or starter is None or self._begins_with(starter):
                break
            again.press(trials, starter)
        return again if len(again.steps) > len(self.steps) else None

    def begun(self, trials: Trials) -> "Start":
        """Return the start of the board that is there now, with what stays beside it."""
        words = learn_words()
        surfaces = [trials.surface(known, beside=True, wide=True) for known in (words.start, words.levels)]
        names = {name for surface in surfaces for one in surface.starters for name in (one.selector, one.text)}
        return replace(self, stay=frozenset(names))

    def _first(self, surface: Surface) -> Starter | None:
        for one in surface.starters:
            is_vain = _plain(one.text) in learn_words().skips or SIZE.fullmatch(one.text)
            is_other = (self.several and is_vain) or self._names_another_game(one)
            if one.free and not is_other and (one.selector, one.text) not in self.pressed:
                return one
        return None

    def _names_another_game(self, starter: Starter) -> bool:
        """Return whether a starter names games, and none that is wanted."""
        named = {game.name for game in GAMES.values() if _title_in(starter.text, titles_of(game))}
        return bool(named) and named.isdisjoint(self.games)

    def press(self, trials: Trials, starter: Starter) -> None:
        """Press a starter; it is a step of the start if that has an effect."""
        before = self._offers(trials)
        self._note(starter)
        trials.begin(starter, NAME)
        trials.quiet(1000 * QUIET_S)
        has_effect = self._offers(trials) != before
        if has_effect and self.several:
            self.pressed = {(starter.selector, starter.text)}
        if has_effect and len(self.steps) < MAX_STEPS:
            step = _step(starter)
            self.steps = [*self.steps, *([step] if step not in self.steps else [])]

    def _note(self, starter: Starter) -> None:
        self.pressed.add((starter.selector, starter.text))
        self.presses += 1

    def _begins_with(self, starter: Starter) -> bool:
        """Return True if the first press was this one."""
        return bool(self.steps) and self.steps[0] == _step(starter)

    def _shown(self, trials: Trials) -> Surface:
        """Return what the page offers to press, and which cells of its board are free."""
        return trials.surface(learn_words().start, wide=True)

    def _offers(self, trials: Trials) -> tuple[Surface, Surface, list[str]]:
        """Return what a press changes that has an effect: what may begin the game, what else is pressed, the tags."""
        return trials.surface(learn_words().start), self._shown(trials), trials.tags()

    def section(self) -> dict[str, Any]:
        """Return the key of the section, empty without steps; a begun game may be resumed by a word."""
        start = [
            {
                **step,
                **({} if {"fill", "choose"} & step.keys() else {"text": [*step.get("text", ()), *learn_words().again]}),
                **({"stays": True} if self.stay & {step["selector"], *step.get("text", ())} else {}),
            }
            for step in self.steps
        ]
        is_one = not start and len(self.levels) == 1 and "choose" not in self.levels[0]
        start += 2 * self.levels if is_one else self.levels  # of several, and of options, each is made once
        return {"start": start[0] if len(start) == 1 else start} if start else {}


def _plain(name: str) -> str:
    """Return a name in small letters, without signs."""
    return re.sub(r"[\W_]+", " ", name).strip().lower()


def _step(starter: Starter) -> dict[str, Any]:
    """Return the step that presses a starter: by its name, of a long one by what is the same each time.

    A field is filled in, an option chosen.
    """
    if starter.kind != "press":
        return {"selector": starter.selector, starter.kind: NAME if starter.kind == "fill" else starter.text}
    is_long = len(starter.text) > LONGEST_NAME
    named = {"words": [phrase(starter.text)]} if is_long else {"text": [starter.text]}
    return {"selector": starter.selector, **named}


def titles_of(game: Game) -> tuple[str, ...]:
    """Return the words by which pages speak of a game."""
    return (game.name.replace("-", " "), *(game.recipe.TITLES if game.has("learn") else ()))


def _title_in(text: str, words: Sequence[str]) -> re.Match[str] | None:
    """Return where one of `words` stands in the name of a control by itself: "Sun", not "Sunday".

    The parts of a card follow each other without a space: "DailyQueensOne in each row".
    """
    return re.search(rf"(?:(?<![a-zA-Z])|(?=[A-Z]))(?i:{'|'.join(words)})(?i:e?s)?(?![a-z])", text)
