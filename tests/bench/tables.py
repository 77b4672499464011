"""Figures as tables in Markdown, and as a plot."""

from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path
from statistics import median

from tests.bench.child import Figures
from tests.bench.rows import Row, spread

Growth = dict[str, dict[int, Figures]]
"""For each row the figures of each size."""

COMPARED = ["game", "solver", "boards", "median ms", "p99 ms", "max ms", "x ours", "peak MB"]


def compared(game: str, figures: Mapping[Row, Figures | None], boards: int) -> list[list[str]]:
    """A line for each row; the first row is ours, and did all the `boards`."""
    ours, *_ = figures.values()
    assert ours is not None
    lines = []
    for row, of_row in figures.items():
        if of_row is None:
            lines.append([game, row.name, "not installed", *[""] * 5])
            continue
        times = _times(of_row)
        same = spread(_times(ours), row.boards)
        ratio = "" if of_row is ours else _short(median(times) / median(same))
        ranked = sorted(times)
        typical = (median(times), ranked[len(ranked) * 99 // 100], ranked[-1])
        done = f"{len(times)} of {boards}"
        lines.append([game, row.name, done, *map(_short, typical), ratio, f"{of_row.peak:.0f}"])
    return lines


def grown(game: str, growth: Growth) -> list[list[str]]:
    """A line for each row: the median time in ms for each size, and the most memory of all."""
    sizes = sorted({size for of_row in growth.values() for size in of_row})
    lines = [[f"{game}, median ms", *map(str, sizes), "peak MB"]]
    for name, of_row in growth.items():
        peak = max(figures.peak for figures in of_row.values())
        lines.append([name, *(_cell(of_row.get(size)) for size in sizes), f"{peak:.0f}"])
    return lines


def _cell(figures: Figures | None) -> str:
    return _short(median(_times(figures))) if figures else ""


def _times(figures: Figures) -> list[float]:
    return [inf if ms is None else ms for ms in figures.ms]


def _short(number: float) -> str:
    """Two digits, or all before the point; what took too long is over the limit."""
    if number == inf:
        return "over"
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def markdown(lines: Sequence[Sequence[str]], words: int) -> str:
    """A table with its head in the first of `lines`; the first columns are so many of `words`, the others figures."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * width if at < words else "-" * (width - 1) + ":" for at, width in enumerate(widths)]

    def padded(line: Sequence[str]) -> list[str]:
        pairs = enumerate(zip(line, widths, strict=True))
        return [cell.ljust(width) if at < words else cell.rjust(width) for at, (cell, width) in pairs]

    return "\n".join("| " + " | ".join(padded(line)) + " |" for line in [lines[0], rule, *lines[1:]])


def plotted(growths: Mapping[str, Growth], file: Path) -> None:
    """A picture for each game: the time of a board against its side, by row."""
    from matplotlib.figure import Figure  # noqa: PLC0415  # the tables do without it

    lines = (len(growths) + 1) // 2
    picture = Figure(figsize=(10, 5 * lines), layout="constrained")
    for number, (game, growth) in enumerate(growths.items(), start=1):
        axes = picture.add_subplot(lines, 2, number)
        for name, of_row in growth.items():
            whole = {size: median(_times(figures)) for size, figures in of_row.items() if figures.whole}
            axes.plot(list(whole), list(whole.values()), marker="o", markersize=3, label=name)
        axes.set(title=game, xlabel="side of the board", ylabel="ms", xscale="log", yscale="log")
        sizes = sorted({size for of_row in growth.values() for size in of_row})
        axes.set_xticks(sizes, labels=map(str, sizes), minor=False)
        axes.set_xticks([], minor=True)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), fontsize="small", frameon=False)
    picture.savefig(file)
