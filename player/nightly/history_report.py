"""The history for people: a self-contained HTML page with charts, and a table and lines of bars on a terminal."""

from collections.abc import Iterable, Sequence
from datetime import date

from rich.console import Console
from rich.table import Table
from rich.text import Text

from player.days import day_text
from player.nightly.history import Row
from player.nightly.statistics import PlayTimes, Statistics, names, window
from player.render.html import rendered
from player.render.terminal import printable

# The page


#: Days of a chart: at least, so that bars stay narrow, and at most, so that each can be pointed at.
MIN_DAYS, MAX_DAYS = 30, 120


def page(found: Sequence[Statistics]) -> str:
    """Return the page, with all texts escaped."""
    days = window(found, MAX_DAYS, MIN_DAYS) if found else []
    charts = [(name, one, _most(one, days)) for name, one in zip(names(found), found, strict=True)]
    return rendered("player.nightly", "history.html", charts=charts, days=days, day_text=day_text)


def _most(one: Statistics, days: Iterable[date]) -> float:
    """Return the longest time of a game on one of the days, in seconds; 1 if it was won on none."""
    rows = filter(None, map(one.by_day.get, days))
    return max((row.whole_ms / 1000 for row in rows if row.whole_ms), default=1.0)


# The terminal


#: Bars from short to long; the second for terminals without Unicode.
_BARS, _ASCII_BARS = "▁▂▃▄▅▆▇█", "_-~=+*%#"

#: Days of a plot at most, and columns of the terminal to leave free.
_DAYS, _MARGIN_COLUMNS = 60, 2


def show(console: Console, found: Sequence[Statistics]) -> None:
    """Print the table and the plots."""
    table = Table()
    for column, justify in (("game", "left"), ("streak", "right"), ("wins", "right"), ("plays", "right")):
        table.add_column(column, justify=justify, no_wrap=column == "game")  # type: ignore[arg-type]
    for column in ("median\ns", "best\ns", "page\nmedian", "page\nbest", "boards\nkept"):
        table.add_column(column, justify="right")
    called = [printable(name) for name in names(found)]
    for name, one in zip(called, found, strict=True):
        counts = map(str, (one.streak, one.wins, len(one.rows)))
        table.add_row(Text(name), *counts, *_cells(one.ours), *_cells(one.page), str(one.boards))
    console.print(table)
    width = max(map(len, called))
    bars = _ASCII_BARS if console.options.ascii_only else _BARS
    levels = [f"  {one.difficulty}" if one.difficulty else "" for one in found]
    room = console.width - width - _MARGIN_COLUMNS - max(map(len, levels))
    days = window(found, max(1, min(_DAYS, room)))
    for name, one, level in zip(called, found, levels, strict=True):
        rows = one.by_day
        line = Text(f"{name:{width}}  ").append_text(_line(list(map(rows.get, days)), bars)).append(level)
        console.print(line, soft_wrap=True)
    signs = f"{'time':{width}}  of each day to {day_text(days[-1])}; o: won before, x: not won, .: not played"
    console.print(Text(signs + "; then the median difficulty" * any(levels), style="dim"))


def _cells(times: PlayTimes | None) -> tuple[str, str]:
    return ("", "") if times is None else (f"{times.median:.2f}", f"{times.best:.2f}")


def _line(rows: Sequence[Row | None], bars: str) -> Text:
    """Return a character for each day: a bar for its time, between the best and the worst."""
    times = [row.whole_ms for row in rows if row is not None and row.whole_ms is not None]
    least, most = min(times, default=0.0), max(times, default=0.0)
    line = Text()
    for row in rows:
        if row is None:
            line.append(".", "dim")
        elif row.whole_ms is not None:
            part = (row.whole_ms - least) / (most - least) if most > least else 0.0
            line.append(bars[min(len(bars) - 1, int(part * len(bars)))], "green")
        else:
            line.append("o" if row.won else "x", "green" if row.won else "red")
    return line
