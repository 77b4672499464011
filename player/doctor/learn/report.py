"""The report of what was learnt: for the terminal and as JSON."""

from typing import Any

from rich.console import Console
from rich.text import Text

from player.doctor.learn.learning import Lesson
from player.render.terminal import printable


def certain(lesson: Lesson) -> list[str]:
    """Return the key paths that are neither guessed nor missing."""
    keys = [key for key in lesson.section if key != "read"]
    paths = [*keys, *(f"read.{name}" for name in lesson.section["read"])]
    return [path for path in paths if path not in lesson.guessed]


def to_json(lesson: Lesson, *, file: str | None) -> dict[str, Any]:
    """Return the report as JSON; `file` is where the section was written."""
    result = lesson.result
    return {
        "game": lesson.game.name,
        "url": lesson.url,
        "board": lesson.game.board.to_json(lesson.board),
        "section": lesson.section,
        "evidence": lesson.evidence,
        "certain": certain(lesson),
        "guessed": sorted(lesson.guessed),
        "missing": lesson.missing,
        "outcome": result.outcome if result else None,
        "confirmed": lesson.confirmed,
        "seconds": lesson.seconds,
        "file": file,
    }


def show(console: Console, lesson: Lesson) -> None:
    """Print what is certain, guessed and missing, a line each."""
    took = sum(lesson.seconds.values())
    console.print(
        Text.assemble((lesson.game.name, "bold"), f" at {printable(lesson.url)}, {took:.1f} s"), soft_wrap=True
    )
    for path in certain(lesson):
        _line(console, "certain", "green", path, lesson.evidence.get(path, ""))
    for path in sorted(lesson.guessed):
        _line(console, "guessed", "yellow", path, lesson.evidence.get(path, ""))
    for line in lesson.missing:
        _line(console, "missing", "bold red", *line.split(": ", 1))


def _line(console: Console, state: str, style: str, path: str, why: str = "") -> None:
    text = Text.assemble((f"{state:8}", style), f" {path:14} {printable(why)}".rstrip())
    console.print(text, soft_wrap=True)
