"""The outputs of a run: progress, boards and a table on a terminal, records, and evidence."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player import __version__
from player.boards.board_json import board_of, fingerprint
from player.browser.page.observation import Verdict, saved_in_words
from player.errors import BoardError, Outcome, PlayerError, trace
from player.files import Records
from player.games import GAMES, Game
from player.playing.cross_check import CrossCheck
from player.playing.result import Result
from player.proof import Proof
from player.render.progress import PROGRESS
from player.render.terminal import printable
from player.secrets import SCRUBBER
from player.sight.witness import WitnessVerdict

if TYPE_CHECKING:
    from player.artifacts.evidence import Evidence
    from player.browser.page.game_page import GamePage
    from player.browser.session import BrowserSession

# Two boards side by side where a picture of a page and its markup differ


def in_columns(game: Game, board: Any, check: CrossCheck) -> Table:
    """Return the board that was read, beside it that of the picture, if it can be read, and below all differences."""
    table, seen = Table.grid(padding=(0, 4)), _seen(game, check)
    heads, boards = [Text("as the markup has it", "dim")], [game.text(board)]
    if seen is not None:
        heads.append(Text("as the picture shows it", "dim"))
        boards.append(game.text(seen))
    for row in (heads, boards):
        table.add_row(*row)
    whole = Table.grid()
    whole.add_row(table)
    for one in check.statement.differences:
        whole.add_row(Text(f"- {printable(str(one))}"))
    return whole


def _seen(game: Game, check: CrossCheck) -> Any | None:
    """Return the board that the picture shows; None if it can't be read as a whole."""
    if check.picture is None:
        return None
    from player.sight.picture import read  # noqa: PLC0415  # only where the two differ

    try:
        return game.board.from_json(read(check.picture.data, game.name).board)
    except BoardError:
        return None
    except Exception as error:  # noqa: BLE001  # a bug of a reader must not lose the report
        trace(error)
        return None


# The report at the end


#: Labels of the stages of a play.
STAGES = {
    "load": "opening the page",
    "read": "reading the board",
    "solve": "proving the solution",
    "play": "playing the moves",
    "verdict": "waiting for the page's verdict",
}
#: Times from here on are shown without a fraction.
LEAST_WHOLE_MS = 10
_COLORS = {Outcome.SOLVED: "green", Outcome.ALREADY: "green", Outcome.UNCONFIRMED: "yellow", Outcome.UNSAVED: "yellow"}


def styled(outcome: Outcome) -> Text:
    """Return the outcome with the colour of its kind."""
    return Text(outcome, style=_COLORS.get(outcome, "red"))


def report(console: Console, records: Iterable[Mapping[str, Any]]) -> None:
    """Print the board of each result record, with its solution if there is one, and a table of all games."""
    table = Table(padding=(0, 0, 0, 1))  # it fits into 80 columns
    for column, width in (("game", 6), ("size", 0), ("verdict", 11)):
        table.add_column(column, min_width=width)
    for column in ("moves", *(f"{stage}\nms" for stage in STAGES)):
        table.add_column(column, justify="right")
    for record in records:
        size, ms = "", record["ms"]
        if record["board"] is not None:
            game, board, solution = board_in(record)
            size = "x".join(map(str, board.shape))
            console.print(Text(f"\n{label(record)}", style="bold"))
            console.print(game.text(board, solution))
        times = [f"{ms[stage]:.{ms[stage] < LEAST_WHOLE_MS:d}f}" if stage in ms else "" for stage in STAGES]
        table.add_row(label(record), size, styled(Outcome(record["outcome"])), str(record["moves"]), *times)
    console.print(table)


def label(record: Mapping[str, Any]) -> str:
    """Return the game of a record, with the board's name if it has one."""
    return f"{record['game']} {record.get('board_name', '')}".strip()


def board_in(record: Mapping[str, Any]) -> tuple[Game, Any, Any]:
    """Return the game, the board and the solution, or None, in a record; raise BoardError if they are malformed."""
    game, board = board_of(record["board"])
    solution = record.get("solution")
    return game, board, None if solution is None else game.board.to_solution(board, solution)


# The progress


class Progress:
    """The current stage in the progress of a terminal, one plain line per stage in a pipe; and lines about games."""

    def __init__(self, console: Console) -> None:
        self._console = console
        PROGRESS.stage("starting the browser")

    def stage(self, game: str, stage: str) -> None:
        """Show the current stage of a game."""
        line = f"{game}: {STAGES[stage]}"
        PROGRESS.stage(line)
        if not (PROGRESS.live or PROGRESS.quiet):
            self._print(Text(line))

    def note(self, game: str, message: str) -> None:
        """Print a line about a game that is not about a stage."""
        self._print(Text(f"{game}: {_clean(message)}"))

    def done(self, result: Result) -> None:
        """Print the outcome of a game, and a board that a picture of its page does not show beside that one."""
        PROGRESS.advance()
        line = Text.assemble(f"{result.label}: ", styled(result.outcome))
        if result.confirmed is not Verdict.NONE:
            saved = saved_in_words(result.saved.to_json()) if result.saved else ""
            line.append(f" (by the page's {result.confirmed}{'; ' if saved else ''}{saved})")
        if result.message:
            line.append(f": {_clean(result.message)}")
        self._print(line)
        if result.board is not None and result.sight and result.sight.verdict is WitnessVerdict.DIFFERS:
            self._print(in_columns(GAMES[result.game], result.board, result.sight))

    def left_out(self, games: Sequence[str], why: str) -> None:
        """Print one line for games that are not played for the same reason."""
        self._print(Text(f"{', '.join(games)}: {_clean(why)}"))

    def _print(self, line: Text | Table) -> None:
        with suppress(OSError):  # no reader: not a reason to stop a game
            self._console.print(line, soft_wrap=True)


def _clean(text: str) -> str:
    """Return `text` without secrets and without control characters."""
    return printable(SCRUBBER.text(text))


# The log of a run: its records, its evidence, and lines about its progress


#: The fields of a result that its record has as they are: about its end, its page, and the play.
_OF_END = ("game", "outcome", "exit", "confirmed", "message")
_OF_PAGE = ("generation", "number", "account", "read_as")
_OF_PLAY = ("moves", "attempts", "clicks", "way", "timer")


def record(result: Result) -> dict[str, Any]:
    """Return the fields of a result record: times in milliseconds, boards and solutions in the public format.

    They are without secrets.
    """
    game = GAMES[result.game]
    differing = result.sight.statement.differences if result.sight else ()
    places = [{"cells": [[*at] for at in one.cells], "markup": one.board, "picture": one.picture} for one in differing]
    fields = {
        **{name: getattr(result, name) for name in (*_OF_END, *_OF_PAGE, *_OF_PLAY)},
        "saved": result.saved.to_json() if result.saved else None,
        "selectors": result.chosen,
        **({"board_name": result.board_name} if result.board_name else {}),
        "board": game.board.to_json(result.board) if result.board is not None else None,
        **_proved(game, result.proof),
        **({"difficulty": result.difficulty.to_json()} if result.difficulty else {}),
        "sight": result.sight.verdict if result.sight else None,
        **({"differences": places} if places else {}),
        "reclicks": max(0, result.clicks - result.moves),
        "ms": {stage: round(ms, 2) for stage, ms in result.ms.items()},
        **({"rejected": result.rejected} if result.rejected else {}),
    }
    return SCRUBBER.json(fields)


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
