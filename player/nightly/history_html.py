"""The history as one page that needs nothing else: a table, and a chart of the times of each game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from player.nightly.history import Row
from player.nightly.statistics import Figures, names, window
from player.render.html import rendered

#: The days of a chart at least, so that the first ones are no walls, and at most, to be pointed at one by one.
LEAST, MOST = 30, 120

#: A chart is as wide as the page lets it, in per cent, and so many pixels high: letters keep their size on a phone.
WIDTH, HEIGHT = 100.0, 120.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One day in a chart of `WIDTH` by `HEIGHT`: a bar, or with `mark` a sign at its foot; `says` tells it in words."""

    kind: str
    left: float
    width: float
    height: float
    mark: str
    says: str


@dataclass(frozen=True, slots=True)
class Chart:
    name: str
    figures: Figures
    most: float
    """The time that reaches to the top, in seconds."""
    bars: tuple[Bar, ...]


def page(found: Sequence[Figures]) -> str:
    """The page, in which all text is escaped."""
    days = window(found, MOST, LEAST) if found else []
    charts = [_chart(name, one, days) for name, one in zip(names(found), found, strict=True)]
    return rendered("player.nightly", "history.html", charts=charts, days=days, height=HEIGHT)


def _chart(name: str, one: Figures, days: Sequence[date]) -> Chart:
    rows = [one.by_day.get(day) for day in days]
    most = max((row.whole_ms / 1000 for row in rows if row is not None and row.whole_ms), default=1.0)
    return Chart(name, one, most, tuple(_bars(days, rows, most)))


def _bars(days: Sequence[date], rows: Sequence[Row | None], most: float) -> Iterator[Bar]:
    width = WIDTH / len(days)
    for number, (day, row) in enumerate(zip(days, rows, strict=True)):
        if row is None:
            continue
        kind, mark = ("won", "") if row.outcome == "solved" else ("before", "o") if row.won else ("lost", "x")
        seconds = (row.whole_ms or 0) / 1000
        told = f"{day}: {row.outcome or 'not finished'}" + (f", {seconds:.2f} s" if seconds else "")
        yield Bar(kind, number * width, width * 0.8, max(1.0, HEIGHT * seconds / most), mark, told)
