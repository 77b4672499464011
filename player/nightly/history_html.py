"""The history as one self-contained HTML page: a table, and a chart of times for each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from player.days import day_text
from player.errors import Outcome
from player.nightly.history import Row
from player.nightly.statistics import Statistics, names, window
from player.render.html import rendered

#: Days of a chart: at least, so that bars stay narrow, and at most, so that each can be pointed at.
MIN_DAYS, MAX_DAYS = 30, 120

#: A chart's width in per cent of the page, and its height in pixels: text keeps its size on a phone.
CHART_WIDTH_PERCENT, CHART_HEIGHT_PX = 100.0, 120.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One day in a chart: a bar, or a `mark` at its foot; `says` is its description."""

    kind: str
    left: float
    width: float
    height: float
    mark: str
    says: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of one game's times."""

    name: str
    figures: Statistics
    most: float
    """The time at the top of the chart, in seconds."""
    bars: tuple[Bar, ...]


def page(found: Sequence[Statistics]) -> str:
    """Return the page, with all texts escaped."""
    days = window(found, MAX_DAYS, MIN_DAYS) if found else []
    charts = [_chart(name, one, days) for name, one in zip(names(found), found, strict=True)]
    return rendered(
        "player.nightly", "history.html", charts=charts, days=[*map(day_text, days)], height=CHART_HEIGHT_PX
    )


def _chart(name: str, one: Statistics, days: Sequence[date]) -> Chart:
    rows = [one.by_day.get(day) for day in days]
    most = max((row.whole_ms / 1000 for row in rows if row is not None and row.whole_ms), default=1.0)
    return Chart(name, one, most, tuple(_bars(days, rows, most)))


def _bars(days: Sequence[date], rows: Sequence[Row | None], most: float) -> Iterator[Bar]:
    width = CHART_WIDTH_PERCENT / len(days)
    for number, (day, row) in enumerate(zip(days, rows, strict=True)):
        if row is None:
            continue
        kind, mark = ("won", "") if row.outcome == Outcome.SOLVED else ("before", "o") if row.won else ("lost", "x")
        seconds = (row.whole_ms or 0) / 1000
        label = f"{day_text(day)}: {row.outcome or 'not finished'}" + (f", {seconds:.2f} s" if seconds else "")
        label += f", {row.difficulty}" if row.difficulty else ""
        yield Bar(kind, number * width, width * 0.8, max(1.0, CHART_HEIGHT_PX * seconds / most), mark, label)
