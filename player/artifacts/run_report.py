"""The output of a run on a terminal: progress, boards, and a table."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.boards.board_json import board_of
from player.browser.page.observation import Verdict, saved_in_words
from player.errors import BoardError, Outcome, trace
from player.games import GAMES, Game
from player.playing.cross_check import CrossCheck
from player.playing.result import Result
from player.render.progress import PROGRESS
from player.render.terminal import printable
from player.secrets import SCRUBBER
from player.sight.witness import WitnessVerdict

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
        times = [_rounded(ms[stage]) if stage in ms else "" for stage in STAGES]
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


def _rounded(ms: float) -> str:
    return f"{ms:.0f}" if ms >= LEAST_WHOLE_MS else f"{ms:.1f}"


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
