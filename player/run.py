"""Several games in one browser: each is played and recorded, and none stops the others."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from threading import Event

from player import __version__
from player.artifacts.evidence import Evidence
from player.artifacts.progress import Progress
from player.artifacts.result_record import record
from player.boards.board_json import fingerprint
from player.boards.records import Records, puzzle_day
from player.browser.failures import as_ours
from player.browser.launch import BrowserOptions
from player.browser.offline.page_source import Pages
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.browser.session import BrowserSession, open_session
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
from player.play import Result, play


@dataclass(slots=True)
class Run:
    """A run over some games of one site; `site` is its name in selectors.yaml, `results` those of the games so far.

    If `traced`, the evidence of a game has a trace of its tab. A browser that crashes is relaunched once.
    """

    site: SiteSelectors
    wish: BrowserOptions
    records: Records
    progress: Progress
    watch: Watch = field(default_factory=Watch)
    offline: Pages | None = None
    session: Path | None = None
    evidence: Evidence | None = None
    name: str = ""
    traced: bool = False
    results: list[Result] = field(default_factory=list)
    min_time: float = 3
    """With a session: the least value of the page's timer before the last move, in seconds."""
    read_as: str | None = None
    """"guest" if boards are read on a guest's page, and played with the session."""
    game_deadline: float | None = None
    """The time limit of each game, in seconds."""
    began: Callable[[Result], None] = lambda _result: None
    """Called with each game before its first move."""
    ended: Callable[[Result], None] = lambda _result: None
    """Called with each game after its verdict."""
    audience: Callable[[str, Result, GamePage], None] = lambda _stage, _result, _page: None
    """Called with each stage of a game before it begins, and with "end"."""
    retry_after: float | None = None
    """Seconds until temporary failures are tried once more; None for no second try."""
    relaunched: bool = False

    def play(self, games: Sequence[str]) -> int:
        """Play `games` in order; return the exit code of the run.

        Raises an error that prevents the run from starting, and Interrupted; the records report both.
        """
        code, browser, left = 70, None, list(games)
        try:
            while left:
                with self._visit() as opened:
                    if browser is None:
                        browser = opened.browser
                        self._write_start(browser)
                    if self.evidence and self.wish.cdp:  # the member who is signed in there
                        self.evidence.private = True
                        self.evidence.learn(opened.secrets())
                    while left and self._play_one(opened, left[0]):
                        left.pop(0)
                        error = self.results[-1].error
                        if error and error.of_site:
                            self._leave_out(left, opened, error)
                            left = []
                        if isinstance(error, TimeUp):
                            break  # its page may never stop, and its browser neither
                left = left or self._once_more()
            code = worst([result.exit for result in self.results])
        except Exception as error:
            code = self._reason(error).code
            if browser is None:
                self._write_start(None)
            raise
        finally:
            counts = Counter(result.outcome for result in self.results)
            self.records.write("run_end", exit=code, counts=dict(counts), evidence=self._pack(browser))
        return CannotWrite.exit_code if code == 0 and self.records.failed else code

    def _once_more(self) -> list[str]:
        """Return the games with temporary failures, after a pause; each is tried again once."""
        again = [result.game for result in self.results if result.exit == Unavailable.exit_code]
        over = any(isinstance(result.error, DeadlineOver) for result in self.results)
        if self.retry_after is None or over or not again or self.watch.reason:
            return []
        asked = [result.error.wait or 0 for result in self.results if isinstance(result.error, Throttled)]
        pause = max(self.retry_after, *asked) if asked else self.retry_after
        if pause >= self.watch.left():  # the wait would end in the deadline
            return []
        Event().wait(pause)  # ends early at a signal, which raises
        self.retry_after = None
        self.results = [result for result in self.results if result.game not in again]
        return again

    def _visit(self) -> AbstractContextManager[BrowserSession]:
        return open_session(
            self.site,
            self.wish,
            self.offline,
            self.session,
            min_time=self.min_time,
            read_as=self.read_as,
            traced=self.traced,
        )

    def _play_one(self, opened: BrowserSession, game: str) -> bool:
        """Play `game` to its record; return False if the browser crashed for the first time and must be relaunched."""
        result = Result(game, read_as=self.read_as)
        self.results.append(result)
        if isinstance(self.watch.reason, DeadlineOver) or any(
            isinstance(earlier.error, DeadlineOver) for earlier in self.results
        ):
            result.failed(DeadlineOver("not played: the deadline is over"))
            self._close(result, opened, None)
            return True
        page = None
        try:
            with self.watch.limited(self.game_deadline):
                page = opened.tab(game)
                page.say = partial(self.progress.note, game)
                play(GAMES[game], page, result, partial(self._tell, result, page))
                try:
                    self.audience("end", result, page)
                except Exception as error:  # noqa: BLE001  # the verdict stands, even if it can't be reported
                    trace(error)
                self.watch.heard()
        except Exception as error:  # noqa: BLE001  # a bug in one game must not stop the next
            result.failed(why := self._reason(error))
            if isinstance(why, Bug):
                trace(error)
        if isinstance(result.error, Crashed) and not self.relaunched:
            self.relaunched = True
            self.results.pop()
            return False
        with self.watch.held():
            self._close(result, opened, page)
        for reason in (result.error, self.watch.reason):
            if isinstance(reason, Interrupted):
                raise reason
        return True

    def _leave_out(self, games: Sequence[str], opened: BrowserSession, error: PlayerError) -> None:
        """Record that `games` are not tried, because one ended with `error`, which concerns the whole site."""
        for game in games:
            result = Result(game, read_as=self.read_as)
            result.failed(_not_tried(error))
            self.results.append(result)
            with self.watch.held():
                self._keep(result, opened, None)
        if games:
            self.progress.left_out(games, str(_not_tried(error)))

    def _reason(self, error: Exception) -> PlayerError:
        """Return the cause of `error`: a signal or the deadline, if there was one, else the error or a bug."""
        self.watch.heard()
        if self.watch.reason:
            return self.watch.reason
        if ours := error if isinstance(error, PlayerError) else as_ours(error):
            return ours
        return Bug(error)

    def _tell(self, result: Result, page: GamePage, stage: str) -> None:
        self.progress.stage(result.game, stage)
        if stage == "play":
            if self.evidence:
                self.evidence.remember(result.game, page)
            self.began(result)
        if stage == "solve":  # the record gets what was read before it is used
            self.records.write(
                "board",
                game=result.game,
                n=result.board.shape[0],
                fingerprint=fingerprint(GAMES[result.game], result.board),
                selectors=result.chosen,
            )
        self.audience(stage, result, page)

    def _close(self, result: Result, opened: BrowserSession, page: GamePage | None) -> None:
        """Save the evidence, write the record, report it, and close the page."""
        self._keep(result, opened, page)
        self.progress.done(result)
        if page is not None and result.error is None:
            with suppress(Unavailable):  # it hangs: its browser is closed at the end
                page.close()

    def _keep(self, result: Result, opened: BrowserSession, page: GamePage | None) -> None:
        """Save the evidence, and write the record."""
        if self.evidence:
            with suppress(PlayerError):  # the browser is gone: use the secrets known before
                self.evidence.learn(opened.secrets())
        kept = self.evidence.keep(result, record(result), page, opened.trace) if self.evidence else []
        self.records.write("result", **record(result), evidence=kept)
        self.ended(result)

    def _pack(self, browser: str | None) -> list[str]:
        """Pack the games that were not won, if evidence is saved; return the name of the archive."""
        if self.evidence is None:
            return []
        with self.watch.held():
            archive = self.evidence.pack(
                {
                    "player": __version__,
                    "playwright": version("playwright"),
                    "browser": browser,
                    "site": self.name,
                    "source": self._source(),
                    "replica": self.offline is not None and self.offline.ours,
                    "puzzle_day": puzzle_day(self.site.timezone),
                    "time": datetime.now(UTC).isoformat(timespec="seconds"),
                }
            )
        return [archive] if archive else []

    def _source(self) -> str:
        return "fixture" if self.offline else "live"

    def _write_start(self, browser: str | None) -> None:
        self.records.write(
            "run_start",
            version=__version__,
            puzzle_day=puzzle_day(self.site.timezone),
            tz=self.site.timezone,
            browser=browser,
            mode=self.wish.mode,
            source=self._source(),
        )


def _not_tried(error: PlayerError) -> PlayerError:
    """Return the error of a game that is not tried because of `error`, which concerns the whole site."""
    message = f"not tried: {error.of_site}"
    return Throttled(message, error.wait) if isinstance(error, Throttled) else type(error)(message)
