"""The report of `player explain`: steps as text and as JSON."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from rich.console import Console
from rich.text import Text

from player.boards.board_json import called
from player.boards.records import Records
from player.boards.stream import Answer, Entry, board_in, name_of, read, refused
from player.errors import SOLVED, BoardError, InputMissing
from player.explain.difficulty import LEVELS, measured, said
from player.explain.explanation import Explanation, explain
from player.explain.steps import Mark, Step
from player.games import Game
from player.render.console import printable
from player.render.steps import line
from player.render.steps_page import steps_page
from player.render.terminal import draw
from player.solve import prove


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains boards, by the first `most` steps or all: JSON lines to `records`, text to `console` if there is one.

    For a single board, `page` receives an HTML page.
    """

    records: Records
    console: Console | None
    most: int | None = None
    page: Callable[[bytes], None] | None = None

    def file(self, file: str) -> int:
        """Explain each board in `file` ("-": standard input); return the greatest exit code.

        If there are several boards, each gets one line; boards without exactly one solution are reported and skipped.
        The error of a single board is raised.
        """
        entries = read([file])
        first = list(islice(entries, 2))
        if len(first) == 1:
            self.board(*board_in(first[0], {}))
            return SOLVED
        if self.page:
            raise BoardError(
                f"{file} holds several boards, but a page shows one: choose it, for example --line {first[0].line}"
            )
        codes, levels = set(), Counter[str]()
        for entry in chain(first, entries):
            found = _answer(entry, self.most)
            self.records.line(found.record)
            self.records.require()
            codes.add(found.code)
            levels[_level(found.record)] += 1
            self._say(_in_a_line(found))
        totals = ", ".join(f"{levels[level]} {level}" for level in (*LEVELS, "begun", "refused") if levels[level])
        self._say(f"{levels.total()} boards: {totals}")
        return max(codes)

    def board(self, game: Game, board: Any) -> None:
        """Explain one board; raise BoardError if it does not have exactly one solution."""
        explanation, whole = explained(game, board, self.most), self.most is None
        self.records.line(to_json(game, board, explanation, whole=whole))
        if self.page:
            self.page(steps_page(game, board, explanation, whole=whole).encode())
        if self.console:
            show(game, board, explanation, self.console, whole=whole)

    def _say(self, text: str) -> None:
        if self.console:
            self.console.print(Text(printable(text)), soft_wrap=not self.console.is_terminal)


def _answer(entry: Entry, most: int | None) -> Answer:
    data: dict[str, Any] = {}
    try:
        game, board = board_in(entry, data)
        result = to_json(game, board, explained(game, board, most), whole=most is None)
    except (BoardError, InputMissing) as error:
        return refused(entry, data, error)
    return Answer(entry, SOLVED, {"id": name_of(data), "file": entry.file, "line": entry.line, **result})


def _level(record: Mapping[str, Any]) -> str:
    if "difficulty" in record:
        return str(record["difficulty"]["level"])
    return "refused" if "error" in record else "begun"


def _in_a_line(found: Answer) -> str:
    """Return the report of one of several boards, in one line."""
    record = found.record
    if "error" in record:
        return f"line {record['line']}: {record['error']}"
    name = called(record, f"line {record['line']}")
    text = f"{record['board']['game']} {name}: {len(record['steps'])} step{'s' * (len(record['steps']) != 1)}"
    if "difficulty" not in record:
        return text
    return f"{text}, {said(record['difficulty'])}: {_times(record['rules'])}"


def _times(rules: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} {times}" for rule, times in Counter(rules).most_common())


def explained(game: Game, board: Any, most: int | None = None) -> Explanation:
    """Return the first `most` steps, or all and the difficulty.

    Raise BoardError if the board does not have exactly one solution.
    """
    proof = prove(game, board)
    difficulty = measured(game, board, proof.solution) if most is None else None
    return replace(explain(game, board, proof.solution, most), claim=proof.claim, difficulty=difficulty)


def to_json(game: Game, board: Any, explanation: Explanation, *, whole: bool) -> dict[str, Any]:
    """Return the explanation as JSON, cells as [row, column] from 0; difficulty and rules only if it is `whole`."""
    about: dict[str, Any] = {"rules": dict(explanation.rules)} if whole else {}
    if explanation.difficulty:
        about = {"rating": explanation.difficulty.level, "difficulty": explanation.difficulty.to_json(), **about}
    if explanation.claim:
        about["claim"] = {"says": explanation.claim.says, **explanation.claim.data}
    return {
        "board": game.board.to_json(board),
        **about,
        "steps": [_to_json(explanation, step) for step in explanation.steps],
    }


def _to_json(explanation: Explanation, step: Step) -> dict[str, Any]:
    marks = [explanation.reasoner.mark(fact) for fact in step.settles]
    return {
        "rule": step.rule,
        "proved": step.proved,
        "says": step.says,
        "uses": [list(cell) for cell in explanation.lit(step)],
        "settles": [_mark_to_json(mark) for mark in marks],
    }


def _mark_to_json(mark: Mark) -> dict[str, Any]:
    data = {"mark": mark.kind, "cells": [list(cell) for cell in mark.cells]}
    return {**data, "text": mark.text} if mark.text else data


def show(game: Game, board: Any, explanation: Explanation, console: Console, *, whole: bool) -> None:
    """Print the board without its solution, each step, and the difficulty; lines are wrapped on terminals only."""
    soft = not console.is_terminal
    console.print(draw(game, board))
    if explanation.claim:
        console.print(Text(f"one solution {explanation.claim.says}"), soft_wrap=soft)
    for number, step in enumerate(explanation.steps, start=1):
        console.print(line(explanation.reasoner, number, step), soft_wrap=soft)
    if whole:
        used = _times(explanation.rules)
        console.print(Text.assemble("\n", (str(explanation.difficulty or ""), "bold"), f": {used}"), soft_wrap=soft)
