"""The outputs of a run: progress, boards and a table on a terminal, records, and evidence."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from player import __version__
from player.boards.board_json import board_of, fingerprint
from player.browser.page.observation import Verdict, saved_in_words
from player.errors import WON, BoardError, Interrupted, Outcome, PlayerError, counted, trace
from player.explanations.explanation import said as difficulty_said
from player.files import Records
from player.games import GAMES, Game, title_of
from player.playing.cross_check import CrossCheck
from player.playing.result import Result
from player.proof import Proof
from player.render.progress import PROGRESS
from player.render.terminal import Columns, fitting, hanging, printable
from player.secrets import SCRUBBER
from player.sight.witness import WitnessVerdict

if TYPE_CHECKING:
    from rich.table import Table

    from player.artifacts.evidence import Evidence
    from player.browser.page.game_page import GamePage
    from player.browser.session import BrowserSession

# Two boards side by side where a picture of a page and its markup differ


def in_columns(game: Game, board: Any, check: CrossCheck) -> "Table":
    """Return the board that was read, beside it that of the picture, if it can be read, and below all differences."""
    from rich.table import Table  # noqa: PLC0415  # only where the two differ

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
    "sight": "comparing the picture",
    "play": "playing the moves",
    "verdict": "waiting for the verdict",
}
#: Times from here on are shown without a fraction.
LEAST_WHOLE_MS = 10
#: Exit codes above are of runs that a signal stopped.
MAX_OWN_EXIT_CODE = 128
#: Readable on light and on dark terminals.
_COLORS = {
    **dict.fromkeys(WON, "green"),
    **dict.fromkeys((Outcome.UNCONFIRMED, Outcome.UNSAVED), "black on yellow"),
}
#: The columns of the table in terminals that are less and less wide.
_NARROW = (("game", "size", "verdict", "seconds"), ("game", "verdict", "seconds"))


def styled(outcome: Outcome) -> Text:
    """Return the outcome with the colour of its kind."""
    return Text(outcome, style=_COLORS.get(outcome, "red"))


def report(console: Console, records: Iterable[Mapping[str, Any]], *, verbose: bool = False) -> None:
    """Print a table of the games in result records, without one that a signal stopped.

    If `verbose`, each board goes before, with its solution if there is one, what its proof is relative to, and times.
    """
    found = [one for one in records if one["exit"] <= MAX_OWN_EXIT_CODE]
    for one in found if verbose else ():
        _details(console, one)
    if found:
        seconds = [round(_seconds(one["ms"]), 1) for one in found]
        columns: Columns = {
            "game": [label(one) for one in found],
            "size": ["x".join(map(str, board_in(one)[1].shape)) if one["board"] else "" for one in found],
            "difficulty": [difficulty_said(one.get("difficulty")) for one in found],
            "verdict": [styled(Outcome(one["outcome"])) for one in found],
            "moves": [str(one["moves"]) for one in found],
            "seconds": [f"{one:.1f}" for one in seconds],
        }
        sums = {
            "game": f"{len(found)} games",
            "verdict": f"{sum(one['outcome'] in WON for one in found)} won",
            "moves": str(sum(one["moves"] for one in found)),
            "seconds": f"{sum(seconds):.1f}",
        }
        texts = ("game", "size", "difficulty", "verdict")
        console.print(fitting(console, columns, _NARROW, texts, sums if len(found) > 1 else None))


def _details(console: Console, record: Mapping[str, Any]) -> None:
    console.print(Text(f"\n{label(record)}", style="bold"))
    if record["board"] is not None:
        game, board, solution = board_in(record)
        console.print(game.text(board, solution))
    if claim := record.get("claim"):
        console.print(Text(f"proved {claim['says']}"))
    times = (f"{STAGES.get(stage, stage)} {ms:.{ms < LEAST_WHOLE_MS:d}f} ms" for stage, ms in record["ms"].items())
    console.print(Text(", ".join(times)))


def _seconds(ms: Mapping[str, float]) -> float:
    """Return the seconds of all stages together."""
    return sum(ms.values()) / 1000


def label(record: Mapping[str, Any]) -> str:
    """Return the title of a record's game, with the board's name if it has one."""
    return f"{title_of(record['game'])} {record.get('board_name', '')}".strip()


def board_in(record: Mapping[str, Any]) -> tuple[Game, Any, Any]:
    """Return the game, the board and the solution, or None, in a record; raise BoardError if they are malformed."""
    game, board = board_of(record["board"])
    solution = record.get("solution")
    return game, board, None if solution is None else game.board.to_solution(board, solution)


# The progress


class Progress:
    """A line for each game: in a terminal it is filled in while the game is played.

    A pipe gets it once the game has ended; if the user wants more, also a line for each stage.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        PROGRESS.stage("starting the browser")

    def stage(self, result: Result, stage: str) -> None:
        """Show the current stage of a game."""
        line = f"{_heading(result)}: {STAGES[stage]}"
        PROGRESS.stage(line)
        if PROGRESS.verbose and not PROGRESS.live:
            self._print(Text(line))

    def note(self, game: str, message: str) -> None:
        """Print a line about a game that is not about a stage."""
        if not PROGRESS.quiet:
            self._print(Text(f"{title_of(game)}: {_clean(message)}"))

    def done(self, result: Result) -> None:
        """Print the outcome of a game, and a board that a picture of its page does not show beside that one.

        The command itself says that a signal stopped it.
        """
        PROGRESS.advance()
        if isinstance(result.error, Interrupted) or (PROGRESS.quiet and result.outcome in WON):
            return
        line = Text.assemble(f"{_heading(result)}: ", styled(result.outcome))
        if result.clicks:
            line.append(f", {counted(result.moves, 'move')} in {_seconds(result.ms):.1f} s")
        if result.confirmed is not Verdict.NONE:
            saved = saved_in_words(result.saved.to_json()) if result.saved else ""
            line.append(f" (by the page's {result.confirmed}{'; ' if saved else ''}{saved})")
        if result.message:
            line.append(f": {_clean(result.message)}")
        self._print(hanging(line, self._console, 2))
        if result.board is not None and result.sight and result.sight.verdict is WitnessVerdict.DIFFERS:
            self._print(in_columns(GAMES[result.game], result.board, result.sight))

    def left_out(self, games: Sequence[str], why: str) -> None:
        """Print one line for games that are not played for the same reason."""
        self._print(Text(f"{', '.join(map(title_of, games))}: {_clean(why)}"))

    def _print(self, line: "Text | Table") -> None:
        with suppress(OSError):  # no reader: not a reason to stop a game
            self._console.print(line, soft_wrap=True)


def _heading(result: Result) -> str:
    """Return the title of the game, the board's name if it has one, and its size once it is known."""
    size = "x".join(map(str, result.board.shape)) if result.board is not None else ""
    return " ".join(filter(None, (title_of(result.game), result.board_name, size)))


def _clean(text: str) -> str:
    """Return `text` without secrets and without control characters."""
    return printable(SCRUBBER.text(text))


# The log of a run: its records, its evidence, and lines about its progress


#: The fields of a result that its record has as they are: about its end, its page, and the play.
_OF_END = ("game", "outcome", "exit", "confirmed", "message")
_OF_PAGE = ("generation", "number", "account", "read_as")
_OF_PLAY = ("moves", "attempts", "clicks", "way", "timer")


def board_record(result: Result) -> dict[str, Any]:
    """Return the fields of the record of a board that was read."""
    mark = fingerprint(GAMES[result.game], result.board)
    return {"game": result.game, "n": result.board.shape[0], "fingerprint": mark, "selectors": result.chosen}


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
            self.evidence.secrets |= opened.secrets()

    def stage(self, result: Result, page: "GamePage", stage: str) -> None:
        """Report the begin of a stage; save the page before the moves, and record a board once it is read."""
        self.progress.stage(result, stage)
        if stage == "play" and self.evidence:
            self.evidence.remember(result.game, page)
        if stage == "solve":  # the record gets what was read before it is used
            self.records.write("board", **board_record(result))

    def save(self, result: Result, opened: "BrowserSession", page: "GamePage | None") -> None:
        """Save the evidence of a game, and write its record."""
        kept: list[str] = []
        opened.protect()
        if self.evidence:
            with suppress(PlayerError):  # the browser is gone: use the secrets known before
                self.evidence.secrets |= opened.secrets()
            kept = self.evidence.keep(result, record(result), page, opened.trace)
        self.records.write("result", **record(result), evidence=kept)

    def pack(self, facts: Mapping[str, Any], *, replica: bool) -> list[str]:
        """Pack the games that were not won, if evidence is saved; return the name of the archive."""
        if self.evidence is None:
            return []
        from importlib.metadata import version  # noqa: PLC0415  # only of evidence

        about = {"player": __version__, "playwright": version("playwright"), **facts, "replica": replica}
        archive = self.evidence.pack({**about, "time": datetime.now(UTC).isoformat(timespec="seconds")})
        return [archive] if archive else []

    def end(self, code: int, results: Iterable[Result], archives: Sequence[str]) -> None:
        """Write the record of the end, with the exit code of the run."""
        counts = Counter(result.outcome for result in results)
        self.records.write("run_end", exit=code, counts=dict(counts), evidence=archives)
