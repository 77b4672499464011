"""The doctor's report: a line per check, a table of each game's selectors, and the repairs."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.doctor.checkup import Checkup
from player.doctor.diagnosis import GameReport
from player.doctor.environment import NOTE, OFF, OK
from player.doctor.findings import IDLE, SPARE
from player.errors import SELECTORS_FILE
from player.render.console import printable

_COLORS = {OK: "green", OFF: "bold red", SPARE: "cyan", IDLE: "yellow", NOTE: "dim"}


def show_checkup(console: Console, found: Checkup, changes: str) -> None:
    """Print the report; `changes` is the text for selectors.yaml."""
    _machine(console, found)
    for report in found.games:
        _game(console, report)
    for report in found.games:
        if report.state == OFF:
            console.print(Text(f"\n{report.game}: {_way_out(report)}"), soft_wrap=True)
    if not found.exit:
        unseen = [f"{report.game} {entry}" for report in found.games for entry in report.unseen()]
        but = f", as far as these boards show it: they have nothing for {', '.join(unseen)}" if unseen else ""
        console.print(Text(f"\nall is well{but}"), soft_wrap=True)
    if changes:
        headline = f"# changes for {SELECTORS_FILE.get()} (--write FILE writes a copy with them)"
        console.print(Text(f"\n{headline}\n{changes.rstrip()}"), soft_wrap=True)


def _machine(console: Console, found: Checkup) -> None:
    table = Table.grid(padding=(0, 2))
    for check in found.checks:
        text = check.found + (f": {check.advice}" if check.advice else "")
        table.add_row(_state(check.state), check.name, Text(printable(text)))
    console.print(table)


def _game(console: Console, report: GameReport) -> None:
    build = f" ({report.generation} generation)" if report.generation else ""
    headline = Text.assemble("\n", (report.game, "bold"), f": {printable(report.verdict)}{build}")
    console.print(headline, soft_wrap=True)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "selector", "finds", "expected"):
        table.add_column(column, no_wrap=True)
    table.add_column(f"as {SELECTORS_FILE.get()} has it for {report.page}")
    for one in report.findings:
        cells = (one.entry, one.found, one.expected, one.selector)
        row = (Text(printable(cell), no_wrap=True, overflow="ellipsis") for cell in cells)
        table.add_row(_state(one.state), *row)
    if report.findings:
        console.print(table)


def _state(state: str) -> Text:
    return Text(state, style=_COLORS[state])


def _way_out(report: GameReport) -> str:
    if report.repaired:
        return "with the changes below, its board is read and proved"
    if report.changes or report.generations:
        return "the changes below are not enough, look at the page"
    if report.findings:
        return "nothing was found on the page to put in the place of its selectors, look at the page"
    return "its page could not be examined"
