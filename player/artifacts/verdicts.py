"""The report at the end of a run: the boards, and a table of the games."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.artifacts.both_boards import in_columns
from player.errors import Outcome
from player.games import GAMES
from player.playing.result import Result
from player.sight.witness import Verdict

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


def report(console: Console, results: Iterable[Result]) -> None:
    """Print each board with the solution to play, or as read if there is none, and a table of all games.

    A board that a picture of its page does not show stands beside the one that it shows.
    """
    for result in results:
        _draw(console, result)
    console.print(_table(map(_row, results)))


def _draw(console: Console, result: Result) -> None:
    if result.board is not None and result.sight and result.sight.verdict is Verdict.DIFFERS:
        console.print(Text(f"\n{result.game}", style="bold"))
        console.print(in_columns(GAMES[result.game], result.board, result.sight))
    elif result.board is not None:
        solution = (result.proof.unique or result.proof.picked) if result.proof else None
        console.print(Text(f"\n{result.label}", style="bold"))
        console.print(GAMES[result.game].text(result.board, solution))


def shown(console: Console, results: Iterable[Result]) -> dict[str, list[str]]:
    """Return by game what `report` prints on `console`, for another process: the board, and the row of the table."""
    found = {}
    for result in results:
        with console.capture() as board:
            _draw(console, result)
        found[result.game] = [board.get(), *_row(result)]
    return found


def report_shown(console: Console, found: Iterable[Sequence[str]]) -> None:
    """Print the report of games whose parts are as of `shown`."""
    games = [*found]
    for board, *_ in games:
        console.print(Text.from_ansi(board), end="", soft_wrap=True)
    console.print(_table(row for _, *row in games))


def _table(rows: Iterable[Sequence[str]]) -> Table:
    table = Table(padding=(0, 0, 0, 1))  # it fits into 80 columns
    for column, width in (("game", 6), ("size", 0), ("verdict", 11)):
        table.add_column(column, min_width=width)
    for column in ("moves", *(f"{stage}\nms" for stage in STAGES)):
        table.add_column(column, justify="right")
    for label, size, outcome, *numbers in rows:
        table.add_row(label, size, styled(Outcome(outcome)), *numbers)
    return table


def _row(result: Result) -> list[str]:
    size = "x".join(map(str, result.board.shape)) if result.board is not None else ""
    times = [_rounded(result.ms[stage]) if stage in result.ms else "" for stage in STAGES]
    return [result.label, size, result.outcome, str(result.moves), *times]


def _rounded(ms: float) -> str:
    return f"{ms:.0f}" if ms >= LEAST_WHOLE_MS else f"{ms:.1f}"
