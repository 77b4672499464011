"""Several games in one browser: each is played and recorded, and none stops the others."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event, Thread
from typing import Any

from player.artifacts.run_log import RunLog
from player.browser.launch import BrowserOptions, EarlyBrowser
from player.browser.offline.page_source import Pages
from player.browser.page.connection import as_ours
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession, open_session
from player.days import puzzle_day
from player.deadlines import Watch
from player.errors import (
    Bug,
    CannotWrite,
    Crashed,
    DeadlineOver,
    Interrupted,
    PlayerError,
    Throttled,
    TimeUp,
    Unavailable,
    trace,
    worst,
)
from player.games import GAMES
from player.playing import DEFAULT_RULES, PlayRules
from player.playing.result import Result
from player.playing.walk import play
from player.render.progress import PROGRESS


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The site to play, its name in selectors.yaml, the browser, the rules, and limits. Times are in seconds."""

    site: SiteSelectors
    name: str
    browser: BrowserOptions
    offline: Pages | None = None
    """The source of pages that replaces the network."""
    session: Path | None = None
    rules: PlayRules = DEFAULT_RULES
    read_as: str | None = None
    """"guest" if boards are read on a guest's page, and played with the session."""
    traced: bool = False
    """True if the evidence of a game has a trace of its tab."""
    game_deadline: float | None = None
    """The time limit of each game."""
    retry_after: float | None = None
    """The time until temporary failures are tried once more; None for no second try."""
    pause: float = 0
    """The time between two games."""

    @property
    def can_verify(self) -> bool:
        """True if a fresh load may show the results of a win: pages out of files show none."""
        return self.site.results is not None and (self.offline is None or self.offline.ours)

    def facts(self, browser: str | None) -> dict[str, Any]:
        """Return what records and run.zip say of a run in `browser`, None if none was started."""
        return {
            "site": self.name,
            "puzzle_day": puzzle_day(self.site.timezone),
            "tz": self.site.timezone,
            "browser": browser,
            "mode": self.browser.mode,
            "source": "fixture" if self.offline else "live",
        }


@dataclass(frozen=True, slots=True)
class Observers:
    """Callbacks for the events of a run; an event without an observer is ignored."""

    stage: Callable[[str, Result, GamePage], None] = lambda _stage, _result, _page: None
    """Called with each stage of a game before it begins, and with "end"."""
    ended: Callable[[Result], None] = lambda _result: None
    """Called with each game after its verdict."""
    closing: Callable[[], object] = lambda: import_module("rich.table")
    """Called in a thread while the browser closes: it loads what the report needs."""


@dataclass(slots=True)
class Run:
    """A run over some games of one site. `results` are those of the games so far.

    A browser that crashes is relaunched once, and temporary failures are retried once. The first browser may have
    `started` before.
    """

    options: RunOptions
    log: RunLog
    watch: Watch = field(default_factory=Watch)
    observers: Observers = field(default_factory=Observers)
    results: list[Result] = field(default_factory=list)
    relaunched: bool = False
    retried: bool = False
    started: EarlyBrowser | None = None

    def play(self, games: Sequence[str]) -> int:
        """Play `games` in order; return the exit code of the run.

        Raises an error that prevents the run from starting, and Interrupted; the records report both.
        """
        code, browser, left = 70, None, list(games)
        try:
            while left:
                with self._session() as opened:
                    if browser is None:
                        browser = opened.browser
                        self.log.start(self.options.facts(browser))
                    if self.options.browser.cdp:
                        self.log.protect(opened)
                    PROGRESS.expect(len(left))
                    left = self._play_in(opened, left)
                    if not left:
                        Thread(target=self.observers.closing).start()
                left = left or self._once_more()
            code = worst([result.exit for result in self.results])
        except Exception as error:
            code = self._reason(error).code
            if browser is None:
                self.log.start(self.options.facts(None))
            raise
        finally:
            with self.watch.held():
                offline = self.options.offline
                archives = self.log.pack(self.options.facts(browser), replica=offline is not None and offline.ours)
            self.log.end(code, self.results, archives)
        return CannotWrite.exit_code if code == 0 and self.log.records.failed else code

    def _session(self) -> AbstractContextManager[BrowserSession]:
        options = self.options
        started, self.started = self.started, None
        return open_session(
            *(options.site, options.browser, options.offline, options.session),
            min_time=options.rules.min_time,
            read_as=options.read_as,
            traced=options.traced,
            started=started,
        )

    def _play_in(self, opened: BrowserSession, games: Sequence[str]) -> list[str]:
        """Play `games` in one browser; return those left for another one, because this one crashed or may hang."""
        left = list(games)
        while left:
            if self.results and 0 < self.options.pause < self.watch.left():
                Event().wait(self.options.pause)  # ends early at a signal, which raises
            if not self._play_one(opened, *left[:2]):
                break
            left.pop(0)
            error = self.results[-1].error
            if error and error.of_site:
                self._leave_out(left, opened, error)
                return []
            if isinstance(error, TimeUp):
                break  # its page may never stop, and its browser neither
        return left

    def _once_more(self) -> list[str]:
        """Return the games with temporary failures, after a pause; each is tried again once."""
        again = [result.game for result in self.results if result.exit == Unavailable.exit_code]
        retry_after = None if self.retried else self.options.retry_after
        if retry_after is None or self._is_over or not again or self.watch.reason:
            return []
        asked = [result.error.wait or 0 for result in self.results if isinstance(result.error, Throttled)]
        pause = max(retry_after, *asked) if asked else retry_after
        if pause >= self.watch.left():  # the wait would end in the deadline
            return []
        Event().wait(pause)  # ends early at a signal, which raises
        self.retried = True
        self.results = [result for result in self.results if result.game not in again]
        return again

    @property
    def _is_over(self) -> bool:
        """True if the deadline ended a game."""
        return any(isinstance(result.error, DeadlineOver) for result in self.results)

    def _play_one(self, opened: BrowserSession, game: str, upcoming: str | None = None) -> bool:
        """Play `game` to its record; return False if the browser crashed for the first time and must be relaunched.

        The page of the `upcoming` game may be opened ahead.
        """
        if isinstance(self.watch.reason, DeadlineOver) or self._is_over:
            result = self._failed(game, DeadlineOver("not played: the deadline is over"))
            self._save(result, opened, None)
            return True
        result = self._new(game)
        page = self._walk(opened, result, upcoming)
        if isinstance(result.error, Crashed) and not self.relaunched:
            self.relaunched = True
            self.results.pop()
            return False
        result.grade()
        self.watch.heard()
        self._save(result, opened, page)
        for reason in (result.error, self.watch.reason):
            if isinstance(reason, Interrupted):
                raise reason
        return True

    def _new(self, game: str) -> Result:
        """Return a new result of `game`, which is the last one."""
        result = Result(game, read_as=self.options.read_as, board_name=self.options.site.board(game).name)
        self.results.append(result)
        return result

    def _failed(self, game: str, error: PlayerError) -> Result:
        """Return a new result of `game`, which is not tried because of `error`."""
        result = self._new(game)
        result.failed(error)
        return result

    def _walk(self, opened: BrowserSession, result: Result, upcoming: str | None) -> GamePage | None:
        """Walk a game to its verdict, or to an error in `result`; return its page, None if it was not opened."""
        page = None
        try:
            with self.watch.limited(self.options.game_deadline):
                page = opened.tab(result.game)
                page.arrival.say = partial(self.log.progress.note, result.game)
                tell = partial(self._tell, opened, result, page, upcoming)
                play(GAMES[result.game], page, result, tell, self.options.rules)
                try:
                    self.observers.stage("end", result, page)
                except Exception as error:  # noqa: BLE001  # the verdict stands, even if it can't be reported
                    trace(error)
                self.watch.heard()
        except Exception as error:  # noqa: BLE001  # a bug in one game must not stop the next
            opened.protect()
            result.failed(why := self._reason(error))
            if isinstance(why, Bug):
                trace(error)
        return page

    def _tell(self, opened: BrowserSession, result: Result, page: GamePage, upcoming: str | None, stage: str) -> None:
        if stage == "play" and upcoming and self.options.rules.ahead and not self.options.pause:
            opened.open_ahead(upcoming, page)
        self.log.stage(result, page, stage)
        self.observers.stage(stage, result, page)

    def _leave_out(self, games: Sequence[str], opened: BrowserSession, error: PlayerError) -> None:
        """Record that `games` are not tried, because one ended with `error`, which concerns the whole site."""
        message = f"not tried: {error.of_site}"
        why = Throttled(message, error.wait) if isinstance(error, Throttled) else type(error)(message)
        for game in games:
            self._save(self._failed(game, why), opened, None, reports=False)
        if games:
            self.log.progress.left_out(games, message)

    def _save(self, result: Result, opened: BrowserSession, page: GamePage | None, *, reports: bool = True) -> None:
        """Save the evidence, write the record, report it, begin to close the page; kill a browser that hangs."""
        with self.watch.held() as seconds, opened.bounded(seconds):
            self.log.save(result, opened, page)
            self.observers.ended(result)
            if reports:
                self.log.progress.done(result)
            if page is not None and result.error is None:
                page.close()
            elif page is not None:
                page.end_trace()

    def _reason(self, error: Exception) -> PlayerError:
        """Return the cause of `error`: a signal or the deadline, if there was one, else the error or a bug."""
        self.watch.heard()
        return self.watch.reason or (error if isinstance(error, PlayerError) else as_ours(error)) or Bug(error)
