"""The story of `player learn`: find the board, learn marks and inputs, play, find the sign of the win, confirm it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

from player.browser.launch import BrowserOptions, browser
from player.browser.offline.page_source import Pages
from player.browser.page.game_page import GamePage
from player.browser.page.tab import Times
from player.browser.page.trials import Trials
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.browser.selectors.yaml_file import flow
from player.browser.session import open_session
from player.doctor.learn.drawing import experiment
from player.doctor.learn.playing import SignFound, SignTimes, are_sure, confirmed, first_play, stands
from player.doctor.learn.search import Wanted, found_by_sight, names_a_game, search
from player.doctor.learn.session import COVERED, GONE, NOTHING, LearntPage
from player.doctor.learn.start import QUIET_S, Start, learn_words
from player.doctor.learn.writing import picture_of
from player.doctor.probe import take_survey
from player.doctor.reading import PAGE
from player.errors import Outcome, PageNotUnderstood
from player.games import GAMES
from player.games.moves import Drag
from player.playing.walk import MAX_AMBIGUOUS
from player.proof import SEVERAL
from player.render.progress import PROGRESS

Say = Callable[[str], object]


def learn(
    page: GamePage,
    wanted: Wanted,
    again: Callable[[], GamePage] | None,
    *,
    touched: Callable[[], GamePage] | None = None,
    read_only: bool = False,
) -> LearntPage:
    """Return what can be learnt of `page`, whose selectors hold its address.

    `again` opens the same page where nothing is known of the first play, to confirm the sign of the win; without it,
    the sign stays a guess. `touched` opens it on a touch screen, once neither mouse nor keys played it. With
    `read_only`, nothing is pressed but what begins the game.

    Raise PageNotUnderstood if the page shows no board of a game that is wanted, or if its inputs can't be learnt.
    """
    seconds: dict[str, float] = {}
    by_touch = (lambda: learn(touched(), wanted, touched, read_only=read_only)) if touched else None
    try:
        with _timed(seconds, "read", "searching the page for a board"):
            learnt = _find(page, wanted)
    except PageNotUnderstood as error:
        kinds = page.trials.heard() or frozenset()
        if by_touch is None or "touch" not in kinds or (COVERED not in str(error) and len(kinds) > 1):
            raise
        wanted.say(f"{error}: trying touches")  # what begins the game may take nothing else
        return by_touch()
    learnt.seconds, learnt.again, learnt.any_solution = seconds, again, wanted.any_solution
    if page.reader.game.touched:
        learnt.use({"touch": True}, {"touch": "neither a mouse nor keys played it"})
    count = "several solutions" if learnt.is_picked else "one solution"
    wanted.say(f"{learnt.game.title}: the board is read, and has {count}")
    if not read_only:
        heard = learnt.trials.heard()
        if by_touch and heard == frozenset({"touch"}) and not learnt.by_sight:  # a frame may listen to more
            wanted.say("the page listens to no mouse: trying touches")
            return by_touch()
        try:
            with _timed(seconds, "inputs", f"{learnt.game.title}: trying inputs, and playing"), _naming(learnt):
                learnt, found, times = _played(learnt, wanted.say)
        except PageNotUnderstood as error:
            if by_touch is None or heard is None or (heard and heard.isdisjoint({"touch", "pointer"})):
                raise
            wanted.say(f"{error}: trying touches")
            try:
                return by_touch()
            except PageNotUnderstood:  # a library may listen to all kinds of input
                raise error from None
        with _timed(seconds, "confirm", f"{learnt.game.title}: playing once more"), _naming(learnt):
            _confirm(learnt, found, times, wanted.say)
    learnt.overlays |= {*learnt.page.arrival.closed}
    return learnt


@contextmanager
def _timed(seconds: dict[str, float], stage: str, shown: str) -> Iterator[None]:
    """Add the time of a stage to `seconds`, and show it as the progress."""
    PROGRESS.stage(shown)
    start = perf_counter()
    try:
        yield
    finally:
        seconds[stage] = round(perf_counter() - start, 2)


@contextmanager
def _naming(learnt: LearntPage) -> Iterator[None]:
    """Let a refusal inside say which board was found, too."""
    try:
        yield
    except PageNotUnderstood as error:
        raise PageNotUnderstood(f"{learnt.found} was found, but {error}") from error


def _played(learnt: LearntPage, say: Say) -> tuple[LearntPage, list[SignFound], SignTimes]:
    """Do what `_played_once` does; return the page, too. If a mark takes a name of cells away, do it with another
    selector of these, and at last by sight.
    """
    learnt.settle()
    try:
        return learnt, *_played_once(learnt, say)
    except PageNotUnderstood as error:
        if str(error) != GONE or learnt.by_sight:
            raise
        if learnt.names:
            learnt.use({"cell": learnt.names.pop(0)})
            learnt.afresh()
            return _played(learnt, say)
        learnt.afresh()
        pictured = found_by_sight(learnt.page, Wanted([learnt.game], any_solution=learnt.any_solution))
        if pictured is None:
            raise
        pictured.seconds, pictured.again, pictured.any_solution = learnt.seconds, learnt.again, learnt.any_solution
        if learnt.start:
            pictured.begins(learnt.start)
        return _played(pictured, say)


def _played_once(learnt: LearntPage, say: Say) -> tuple[list[SignFound], SignTimes]:
    """Try the inputs, and play with what was learnt of them; note the result.

    Return what may be signs of the win, and when they were seen.
    """
    best: tuple[list[SignFound], SignTimes] | None = None
    section, evidence = learnt.section, dict(learnt.evidence)
    say("learning marks and inputs: a few single inputs")
    for change in experiment(learnt):
        opening = {key: value for key, value in learnt.section.items() if key == "start"}
        learnt.section, learnt.evidence = {**section, **opening}, dict(evidence)
        learnt.use(change.section, change.evidence)
        learnt.renew()
        say("playing the board")
        for again in (False, True):  # after an error: a part of the page may have come late, or it asks to go on
            learnt.resume(covered=again)
            result, found, times = first_play(learnt)
            if result.error is None:
                break
        if stands(result) and (best is None or are_sure(found) or (found and not best[0])):
            best = found, times
            believed = result, learnt.section, dict(learnt.evidence)
        if best is not None and (are_sure(best[0]) or (change.is_last and best[0]) or change.is_enough):
            break
    if best is None:
        raise PageNotUnderstood(f"the board can't be played with what was learnt: {result.message or result.outcome}")
    learnt.result, learnt.section, learnt.evidence = believed
    learnt.use({})
    return best


def _confirm(learnt: LearntPage, found: Sequence[SignFound], times: SignTimes, say: Say) -> None:
    """Put the sign of the win into the section if a second play confirms it."""
    if not found and learnt.is_picked:
        learnt.missing.append("won: one of several solutions was played, and the page may accept another one only")
        return
    if not found:
        learnt.missing.append("won: nothing appeared after the last move, and the address did not change")
        return
    likeliest = flow(found[0].sign)
    if learnt.again is None:
        learnt.missing.append(f"won: {likeliest} may be the sign of it: a second play has to confirm it")
        return
    say("playing once more, to confirm the sign of the win")
    section = learnt.section
    learnt.overlays |= {*learnt.page.arrival.closed}
    learnt.page = learnt.again()
    sign, second = confirmed(learnt, found, times)
    if sign is None and second.outcome is Outcome.SOLVED and isinstance(second.plan[-1], Drag):
        learnt.page = learnt.again()  # its path may go on from its last cell only
        sign, second = confirmed(learnt, found, times, whole=True)
    learnt.section = section
    if sign is None:
        learnt.missing.append(f"won: {likeliest} is not the sign of it: a second play did not confirm it")
        return
    learnt.result, learnt.confirmed, learnt.section = second, True, {**section, "won": [sign.sign]}
    learnt.evidence["won"] = f"{sign.evidence}; the same in a second play, and not before its last move"


# The start

#: Time for a page without a board to show one, and the longest while it has work under way, in seconds.
LATE_S, WORK_S = 3.0, 60.0
#: The least distance of two cells that are played, in CSS pixels: a smaller board beside something that begins a game
#: is its picture in a list.
LEAST_PX = 20.0


def _find(page: GamePage, wanted: Wanted) -> LearntPage:
    """Load the page, begin its game if it must be begun, and return its board as the section that was found reads it.

    Nothing is clicked but what begins a game, on the layer on top; nothing that submits a form or leads to another
    address. A board with several solutions may be another one at the next load. Raise PageNotUnderstood with a list of
    what was searched for if there is no board of one of `games`, or if something covers it; RequestStopped if a press
    set off a request that may change something.
    """
    said: list[str] = []
    while True:
        wanted.say("loading the page" if not said else "the board has several solutions: loading another one")
        page.trials.careful()
        page.trials.go()
        try:
            return _begun(page, wanted)
        except PageNotUnderstood as error:
            said.append(str(error))
            is_same = len(said) > 1 and len({*said}) == 1
            if SEVERAL not in said[-1]:
                raise
            if is_same or len(said) == MAX_AMBIGUOUS:
                raise PageNotUnderstood(f"{error}; with --any-solution one of them is played") from error
        finally:
            page.end_trace()


def _begun(page: GamePage, wanted: Wanted) -> LearntPage:
    """Return the board of the loaded page, whose game is begun if it must be."""
    start = Start([game.name for game in wanted.games])
    while True:
        wait = not page.trials.surface(learn_words().start).starters
        learnt, refused = _search(page, wanted, wait=wait)
        page.tab.guard.require()
        is_ambiguous = SEVERAL in str(refused or "")
        start.several = start.several or is_ambiguous
        start.speaks = start.speaks or (learnt is None and names_a_game(page, wanted.games))
        if is_ambiguous and (level := start.next_level(page.trials)):
            wanted.say(f"the board has several solutions: pressing {level.text!r}")
            start.choose(page.trials, level)
            continue
        if refused:
            learnt, refused = _pictured(page, wanted, refused)
            if learnt:  # nothing lies over a board that a picture shows
                learnt.begins(start)
                return learnt
            if SEVERAL in str(refused) and not is_ambiguous:
                raise refused  # another load may show another one
        trials = learnt.page.trials if learnt else page.trials
        starter, is_free = start.next(trials, wait=learnt is not None)
        is_preview = learnt is not None and is_free and learnt.point(1).x - learnt.point(0).x < LEAST_PX
        if is_preview:
            starter = start.beside(trials)
        if learnt and is_free and not (is_preview and starter):
            learnt.begins(start)
            return learnt
        if starter is None or start.is_over:
            with _naming(learnt) if learnt else nullcontext():
                raise (refused and _with_advice(refused, trials)) or PageNotUnderstood(COVERED)
        doing = {"press": "pressing", "fill": "filling in", "choose": "choosing"}[starter.kind]
        why = "the board is tiny" if is_preview else "the board is covered" if learnt else "no board yet"
        wanted.say(f"{why}: {doing} {starter.text!r}")
        start.press(trials, starter)


#: What a person can do about what is never pressed, by its kind.
ADVICE = {
    "password": "the page asks for a password: give a session with --storage-state",
    "link": "a link leads to {}: learn that page",
    "form": "{!r} submits a form: press it in a Chrome that you started, and use --cdp",
}


def _with_advice(refused: PageNotUnderstood, trials: Trials) -> PageNotUnderstood:
    """Return the refusal of a page without a board, with what is never pressed though the game may stand behind it."""
    words = learn_words()
    surfaces = (trials.surface(target, kind="blocked") for target in (words.start, words.levels))
    found = next((surface.starters[0] for surface in surfaces if surface.starters), None)
    says = ADVICE[found.kind].format(found.text) if found else ""
    return PageNotUnderstood(f"{refused}; {says}") if says else refused


def _search(page: GamePage, wanted: Wanted, *, wait: bool) -> tuple[LearntPage | None, PageNotUnderstood | None]:
    """Search the page once it is quiet, and again if it changes while it has work under way that may bring a board.

    With `wait`, and if the browser does not say what is under way, a change is waited for in any case.
    """
    refused, known, began = None, None, perf_counter()
    while True:
        seconds, work = perf_counter() - began, page.trials.work()  # asked first: what ends then has shown its board
        page.trials.quiet(1000 * QUIET_S)
        if (survey := take_survey(page)) != known:
            known = survey
            try:
                return search(page, wanted, survey), None
            except PageNotUnderstood as error:
                refused = error
        if seconds >= (WORK_S if work else LATE_S if wait or work is None else 0):
            return None, refused


def _pictured(
    page: GamePage, wanted: Wanted, refused: PageNotUnderstood
) -> tuple[LearntPage | None, PageNotUnderstood]:
    """Search a page by sight whose document was refused, as it shows no board with one solution."""
    said = str(refused)
    games = [one for one in wanted.games if not one.has("learn") or getattr(one.recipe, "OTHER", "\0") not in said]
    try:
        learnt = found_by_sight(page, replace(wanted, games=games))
    except PageNotUnderstood as error:
        return None, PageNotUnderstood(f"{refused}; {error}")
    return learnt, refused


# The page

#: The longest wait for a sign of a win that is in the section: an unknown one is looked for after it.
TIMES = Times(load=15_000, win=2_500)


@dataclass(frozen=True, slots=True)
class LearnRequest:
    """The page to learn: its address, the site whose overlays and words are used, the browser and the session."""

    url: str
    site: SiteSelectors
    options: BrowserOptions
    offline: Pages | None = None
    session: Path | None = None

    def unknown_site(self, *, touch: bool = False) -> SiteSelectors:
        """Return the site at the address, of whose games nothing is known but their address, and that they take touches
        if so.
        """
        parts = urlsplit(self.url)
        nothing = PageSelectors(grid=[NOTHING], cell=[NOTHING], read={}, touch=touch)
        page = GameSelectors.model_construct(url=self.url, pages={PAGE: nothing})
        return self.site.model_copy(
            update={
                "origin": f"{parts.scheme}://{parts.netloc}",
                "games": dict.fromkeys(GAMES, page),
                "generations": {},
                **{key: [] for key in ("won", "already", "member", "guest")},
            }
        )


def learn_page(
    where: LearnRequest,
    wanted: Wanted,
    *,
    read_only: bool = False,
    keep: Callable[[bytes], object] | None = None,
) -> tuple[LearntPage, SiteSelectors]:
    """Return what can be learnt of a page, and its site; the sign of a win is confirmed in another context.

    In a person's own browser there is no other one: there no sign is confirmed. `keep` gets a picture of the page at
    the end, learnt or refused.
    """
    site = where.unknown_site()
    PROGRESS.stage("starting the browser")
    with browser(where.options) as started, ExitStack() as stack:

        def opened(*, touch: bool = False) -> GamePage:
            stack.close()
            site = where.unknown_site(touch=touch)
            offline = deepcopy(where.offline)  # the replica remembers the wins that its pages have saved
            shared = nullcontext(started)
            session = open_session(site, where.options, offline, where.session, times=TIMES, started=shared)
            pages.append(stack.enter_context(session).tab(wanted.games[0].name))
            pages[-1].trials.careful()
            return pages[-1]

        def pictured() -> None:
            if keep and (picture := picture_of(pages[-1], private=where.session is not None)):
                keep(picture)

        pages: list[GamePage] = []
        again, touched = (None, None) if where.options.cdp else (opened, partial(opened, touch=True))
        try:
            learnt = learn(opened(), wanted, again, touched=touched, read_only=read_only)
        except PageNotUnderstood:
            pictured()
            raise
        pictured()
        return learnt, site
