"""`player explain`: the steps to a board's solution, told to people and to programs."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain, islice
from typing import Any

from rich.console import Console
from rich.text import Text

from player.entries import Answer, Entry, board_in, name_of, read, refused
from player.errors import SOLVED, BoardError, InputMissing
from player.explain import RATINGS, REASONERS, Explanation, Mark, Step, lit, steps
from player.games import Game
from player.prove import prove
from player.records import Records
from player.show.console import printable
from player.show.drawing import draw
from player.show.steps import line


def explain_file(file: str, most: int | None, records: Records, console: Console, *, quiet: bool) -> int:
    """Explain the board in `file` ("-": standard input), or each of many in a line: the greatest exit code of any.

    A line that holds no board with one solution is told, and is no reason to stop, unless there is nothing else.
    """
    entries = read([file])
    first = list(islice(entries, 2))
    if len(first) == 1:
        explain_board(*board_in(first[0], {}), most, records, console, quiet=quiet)
        return SOLVED
    codes, ratings = set(), Counter[str]()
    for entry in chain(first, entries):
        found = _answer(entry, most)
        records.line(found.record)
        codes.add(found.code)
        ratings[found.record.get("rating", "refused" if "error" in found.record else "begun")] += 1
        if not quiet:
            console.print(Text(printable(_in_a_line(found))), soft_wrap=True)
    if not quiet:
        told = ", ".join(f"{ratings[rating]} {rating}" for rating in (*RATINGS, "begun", "refused") if ratings[rating])
        console.print(Text(f"{ratings.total()} boards: {told}"), soft_wrap=True)
    return max(codes)


def _answer(entry: Entry, most: int | None) -> Answer:
    data: dict[str, Any] = {}
    try:
        game, board = board_in(entry, data)
        told = to_json(game, board, explained(game, board, most), whole=most is None)
    except (BoardError, InputMissing) as error:
        return refused(entry, data, error)
    return Answer(entry, SOLVED, {"id": name_of(data), "file": entry.file, "line": entry.line, **told})


def _in_a_line(found: Answer) -> str:
    record = found.record
    if "error" in record:
        return f"line {record['line']}: {record['error']}"
    name = record["id"] if isinstance(record["id"], str) else f"line {record['line']}"
    said = f"{record['board']['game']} {name}: {len(record['steps'])} steps"
    return f"{said}, {record['rating']}: {_times(record['rules'])}" if "rating" in record else said


def _times(rules: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} {times}" for rule, times in Counter(rules).most_common())


def explain_board(game: Game, board: Any, most: int | None, records: Records, console: Console, *, quiet: bool) -> None:
    """Explain one board to programs, and unless `quiet` to people."""
    explanation = explained(game, board, most)
    records.line(to_json(game, board, explanation, whole=most is None))
    if not quiet:
        show(game, board, explanation, console, whole=most is None)


def explained(game: Game, board: Any, most: int | None = None) -> Explanation:
    """The first `most` steps, or all of them; BoardError where the board has not exactly one solution."""
    solution = prove(game, board).solution
    reasoner = REASONERS[game.NAME](board)
    return Explanation(reasoner, tuple(islice(steps(reasoner, solution), most)))


def to_json(game: Game, board: Any, explanation: Explanation, *, whole: bool) -> dict[str, Any]:
    """Cells as [row, column] from 0; of the first steps alone nothing is said of the whole board."""
    about = {"rating": explanation.rating, "rules": dict(explanation.rules)} if whole else {}
    return {"board": game.to_json(board), **about, "steps": [_to_json(explanation, step) for step in explanation.steps]}


def _to_json(explanation: Explanation, step: Step) -> dict[str, Any]:
    marks = [explanation.reasoner.mark(fact) for fact in step.settles]
    return {
        "rule": step.rule,
        "proved": step.proved,
        "says": step.says,
        "uses": [list(cell) for cell in lit(explanation.reasoner, step)],
        "settles": [_mark_to_json(mark) for mark in marks],
    }


def _mark_to_json(mark: Mark) -> dict[str, Any]:
    told = {"mark": mark.kind, "cells": [list(cell) for cell in mark.cells]}
    return {**told, "text": mark.text} if mark.text else told


def show(game: Game, board: Any, explanation: Explanation, console: Console, *, whole: bool) -> None:
    """The board as it is given, each step in its order, and how hard it was."""
    console.print(draw(game.NAME, board))
    for number, step in enumerate(explanation.steps, start=1):
        console.print(line(explanation.reasoner, number, step), soft_wrap=True)
    if whole:
        used = _times(explanation.rules)
        console.print(Text.assemble("\n", (explanation.rating, "bold"), f": {used}"), soft_wrap=True)
