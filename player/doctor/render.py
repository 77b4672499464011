"""The doctor's report: a line per check, a table of each game's selectors, and the repairs."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.doctor.checkup import Checkup
from player.doctor.diagnosis import GameReport
from player.doctor.environment import NOTE, OFF, OK
from player.doctor.findings import IDLE, SPARE
from player.errors import SELECTORS_FILE
from player.render.terminal import printable

#: Columns of a terminal that no table needs.
MAX_WIDTH = 10_000
_COLORS = {OK: "green", OFF: "bold red", SPARE: "cyan", IDLE: "yellow", NOTE: "dim"}


def show_checkup(console: Console, found: Checkup, changes: str) -> None:
    """Print the report; `changes` is the text for selectors.yaml."""
    _machine(console, found)
    for report in found.games:
        _game(console, report)
    for report in found.games:
        if report.state == OFF:
            console.print(Text(f"\n{report.game}: {_way_out(report)}"), soft_wrap=True)
    if not found.exit and not found.written:
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
    table = _findings(report)
    if not report.findings:
        return
    if console.measure(table, options=console.options.update(max_width=MAX_WIDTH)).maximum <= console.width:
        console.print(table)
        return
    for one in report.findings:
        finding = f" {one.entry}: {one.found}, expected: {one.expected}"
        console.print(Text.assemble(_state(one.state), printable(finding)), soft_wrap=True)
        console.print(Text(f"      {printable(one.selector)}"), soft_wrap=True)


def _findings(report: GameReport) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("", "selector", "finds", "expected", f"as {SELECTORS_FILE.get()} has it for {report.page}"):
        table.add_column(column, no_wrap=True)
    for one in report.findings:
        cells = (one.entry, one.found, one.expected, one.selector)
        table.add_row(_state(one.state), *(Text(printable(cell)) for cell in cells))
    return table


def _state(state: str) -> Text:
    return Text(state, style=_COLORS[state])


def _way_out(report: GameReport) -> str:
    if report.repaired:
        return "with the changes, its board is read and proved"
    if report.changes or report.generations:
        return "the changes are not enough, look at the page"
    if report.findings:
        return "nothing was found on the page to put in the place of its selectors, look at the page"
    return "its page could not be examined"
