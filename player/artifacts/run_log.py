"""The log of a run: its records, its evidence, and lines about its progress."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from player import __version__
from player.artifacts.run_report import Progress
from player.boards.board_json import fingerprint
from player.errors import PlayerError
from player.files.records import Records
from player.games import GAMES, Game
from player.playing.result import Result
from player.proof import Proof
from player.secrets import SCRUBBER
from player.sight.witness import Difference

if TYPE_CHECKING:
    from player.artifacts.evidence import Evidence
    from player.browser.page.game_page import GamePage
    from player.browser.session import BrowserSession


def record(result: Result) -> dict[str, Any]:
    """Return the fields of a result record: times in milliseconds, boards and solutions in the public format.

    They are without secrets.
    """
    game = GAMES[result.game]
    fields = {
        "game": result.game,
        "outcome": result.outcome,
        "exit": result.exit,
        "confirmed": result.confirmed,
        "saved": result.saved.to_json() if result.saved else None,
        "generation": result.generation,
        "number": result.number,
        "account": result.account,
        "selectors": result.chosen,
        "read_as": result.read_as,
        **({"board_name": result.board_name} if result.board_name else {}),
        "board": game.board.to_json(result.board) if result.board is not None else None,
        **_proved(game, result.proof),
        **({"difficulty": result.difficulty.to_json()} if result.difficulty else {}),
        "moves": result.moves,
        "attempts": result.attempts,
        "way": result.way,
        "timer": result.timer,
        "sight": result.sight.verdict if result.sight else None,
        **_differences(result),
        "clicks": result.clicks,
        "reclicks": max(0, result.clicks - result.moves),
        "ms": {stage: round(ms, 2) for stage, ms in result.ms.items()},
        "message": result.message,
        **({"rejected": result.rejected} if result.rejected else {}),
    }
    return SCRUBBER.json(fields)


def _differences(result: Result) -> dict[str, Any]:
    """Return where a picture of the page differs from its markup; nothing if it does not."""
    found = result.sight.statement.differences if result.sight else ()
    return {"differences": [_difference(one) for one in found]} if found else {}


def _difference(one: Difference) -> dict[str, Any]:
    return {"cells": [[*at] for at in one.cells], "markup": one.board, "picture": one.picture}


def _proved(game: Game, proof: Proof | None) -> dict[str, Any]:
    """Return the proof's result: the number of solutions, and the only one, or two and their differences.

    With `any_solution` the solution is one of several, which was played.
    """
    picked = proof.picked if proof else None
    found = [game.board.solution_to_json(solution) for solution in proof.found] if proof else []
    return {
        "solutions": proof.solutions if proof else None,
        "solution": found[0] if len(found) == 1 else None if picked is None else game.board.solution_to_json(picked),
        **({"any_solution": True} if picked is not None else {}),
        "found": found if len(found) > 1 else [],
        "differ": [list(facts) for facts in proof.differ] if proof and len(found) > 1 else [],
        **(proof.claim_json() if proof else {}),
    }


@dataclass(frozen=True, slots=True)
class RunLog:
    """The outputs of a run; `evidence` is None if none is saved."""

    records: Records
    progress: Progress
    evidence: "Evidence | None" = None

    @property
    def notes(self) -> Sequence[str]:
        """Lines for the user on the evidence."""
        return self.evidence.notes if self.evidence else ()

    def start(self, facts: Mapping[str, Any]) -> None:
        """Write the record of the start."""
        self.records.write("run_start", version=__version__, **facts)

    def protect(self, opened: "BrowserSession") -> None:
        """Treat pages as private: a member is signed in in this browser."""
        if self.evidence:
            self.evidence.private = True
            self.evidence.learn(opened.secrets())

    def stage(self, result: Result, page: "GamePage", stage: str) -> None:
        """Report the begin of a stage; save the page before the moves, and record a board once it is read."""
        self.progress.stage(result.game, stage)
        if stage == "play" and self.evidence:
            self.evidence.remember(result.game, page)
        if stage == "solve":  # the record gets what was read before it is used
            self.records.write(
                "board",
                game=result.game,
                n=result.board.shape[0],
                fingerprint=fingerprint(GAMES[result.game], result.board),
                selectors=result.chosen,
            )

    def save(self, result: Result, opened: "BrowserSession", page: "GamePage | None") -> None:
        """Save the evidence of a game, and write its record."""
        kept: list[str] = []
        opened.protect()
        if self.evidence:
            with suppress(PlayerError):  # the browser is gone: use the secrets known before
                self.evidence.learn(opened.secrets())
            kept = self.evidence.keep(result, record(result), page, opened.trace)
        self.records.write("result", **record(result), evidence=kept)

    def pack(self, facts: Mapping[str, Any], *, replica: bool) -> list[str]:
        """Pack the games that were not won, if evidence is saved; return the name of the archive."""
        if self.evidence is None:
            return []
        about = {"player": __version__, "playwright": version("playwright"), **facts, "replica": replica}
        archive = self.evidence.pack({**about, "time": datetime.now(UTC).isoformat(timespec="seconds")})
        return [archive] if archive else []

    def end(self, code: int, results: Iterable[Result], archives: Sequence[str]) -> None:
        """Write the record of the end, with the exit code of the run."""
        counts = Counter(result.outcome for result in results)
        self.records.write("run_end", exit=code, counts=dict(counts), evidence=archives)
