"""Several games in one browser: each is played and recorded, and none stops the others."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from player import __version__
from player.boards import fingerprint
from player.errors import CannotCreate, CannotWrite, Crashed, DeadlineOver, Interrupted, PlayerError, worst
from player.games import GAMES
from player.play import Result, play
from player.records import Records, puzzle_day
from player.show.progress import Progress
from player.signals import Watch
from player.web.browser import Wish
from player.web.offline import Offline
from player.web.schema import SiteSelectors
from player.web.site import GamePage
from player.web.visit import Visit, visit


@dataclass(slots=True)
class Run:
    """One run over some games of a site; `results` are those of the games so far.

    `artifacts` is a folder that exists, for evidence, or None. A browser that crashes is relaunched, once.
    """

    site: SiteSelectors
    wish: Wish
    records: Records
    progress: Progress
    watch: Watch = field(default_factory=Watch)
    offline: Offline | None = None
    session: Path | None = None
    artifacts: Path | None = None
    results: list[Result] = field(default_factory=list)
    relaunched: bool = False

    def play(self, games: Sequence[str]) -> int:
        """Play `games` in order; the exit code of the whole.

        Raises what keeps the run from starting, and Interrupted; the records tell of both.
        """
        code, browser, left = 70, None, list(games)
        try:
            while left:
                with visit(self.site, self.wish, self.offline, self.session) as opened:
                    if browser is None:
                        browser = opened.browser
                        self._write_start(browser)
                    while left and self._play_one(opened, left[0]):
                        left.pop(0)
            code = worst([result.exit for result in self.results])
        except Exception as error:
            code = self._reason(error).code
            if browser is None:
                self._write_start(None)
            raise
        finally:
            counts = Counter(result.outcome for result in self.results)
            self.records.write("run_end", exit=code, counts=dict(counts))
        return CannotWrite.exit_code if code == 0 and self.records.failed else code

    def _play_one(self, opened: Visit, game: str) -> bool:
        """Play `game` to its record; False where the browser crashed for the first time: it is to be relaunched."""
        result = Result(game)
        self.results.append(result)
        if any(isinstance(earlier.error, DeadlineOver) for earlier in self.results):
            result.failed(DeadlineOver("not played: the deadline is over"))
            self._close(result, None)
            return True
        page = None
        try:
            page = opened.tab(game)
            play(GAMES[game], page, result, lambda stage: self._tell(result, stage))
        except Exception as error:  # noqa: BLE001  # a bug in one game is no reason to leave out the next
            result.failed(self._reason(error))
        if isinstance(result.error, Crashed) and not self.relaunched:
            self.relaunched = True
            self.results.pop()
            return False
        self._close(result, page)
        if isinstance(result.error, Interrupted):
            raise result.error
        return True

    def _reason(self, error: Exception) -> PlayerError:
        """Why things ended with `error`: a signal or the deadline, where there was one, and no bug else."""
        self.watch.heard()
        if self.watch.reason:
            return self.watch.reason
        if isinstance(error, PlayerError):
            return error
        return PlayerError(f"a bug in the player: {type(error).__name__}: {error}")

    def _tell(self, result: Result, stage: str) -> None:
        self.progress.stage(result.game, stage)
        if stage == "solve":  # what was read is on record before anything is made of it
            self.records.write(
                "board",
                game=result.game,
                n=result.board.shape[0],
                fingerprint=fingerprint(GAMES[result.game], result.board),
                selectors=result.chosen,
            )

    def _close(self, result: Result, page: GamePage | None) -> None:
        """Keep the evidence, write the record, and leave the page."""
        evidence = self._keep(result, page) if self.artifacts else []
        self.records.write("result", **record(result), evidence=evidence)
        self.progress.done(result)
        if page is not None and result.error is None:
            page.close()

    def _keep(self, result: Result, page: GamePage | None) -> list[str]:
        """Write what tells how the game went; a file that can't be written turns exit code 0 into 74, no more."""
        assert self.artifacts is not None
        files = {"result.json": json.dumps(record(result), indent=2).encode()}
        if result.board is not None:
            files["board.json"] = json.dumps(GAMES[result.game].to_json(result.board)).encode()
        if page is not None and (picture := page.screenshot()):
            files["final.png"] = picture
        try:
            folder = self.artifacts / result.game
            folder.mkdir(exist_ok=True)
            for name, content in files.items():
                (folder / name).write_bytes(content)
        except OSError as error:
            result.exit = result.exit or CannotWrite.exit_code
            result.message = result.message or f"the evidence can't be written: {error.strerror}"
            return []
        return [f"{result.game}/{name}" for name in files]

    def _write_start(self, browser: str | None) -> None:
        self.records.write(
            "run_start",
            version=__version__,
            puzzle_day=puzzle_day(self.site.timezone),
            tz=self.site.timezone,
            browser=browser,
            mode="headed" if self.wish.headed else "headless",
            source="fixture" if self.offline else "live",
        )


def record(result: Result) -> dict[str, Any]:
    """The fields of a result record: times in milliseconds, boards and solutions in the public format."""
    game = GAMES[result.game]
    solution = result.proof.solution if result.proof else None
    return {
        "game": result.game,
        "outcome": result.outcome,
        "exit": result.exit,
        "confirmed": result.confirmed,
        "generation": result.generation,
        "selectors": result.chosen,
        "board": game.to_json(result.board) if result.board is not None else None,
        "solution": game.solution_to_json(solution) if solution is not None else None,
        "moves": result.moves,
        "attempts": result.attempts,
        "clicks": result.clicks,
        "reclicks": max(0, result.clicks - result.moves),
        "ms": {stage: round(ms, 2) for stage, ms in result.ms.items()},
        "message": result.message,
    }


def make_artifacts(folder: Path) -> Path:
    """The folder for evidence, closed to others: screenshots can show a name."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CannotCreate(f"the artifacts folder {folder} can't be made: {error.strerror}") from None
    return folder
