"""`player explain`: the steps to a board's solution, told to people and to programs."""

from itertools import islice
from typing import Any

from rich.console import Console
from rich.text import Text

from player.explain import REASONERS, Explanation, Mark, Step, lit, steps
from player.games import Game
from player.prove import prove
from player.show.drawing import draw
from player.show.steps import line


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
        used = ", ".join(f"{rule} {times}" for rule, times in explanation.rules.most_common())
        console.print(Text.assemble("\n", (explanation.rating, "bold"), f": {used}"), soft_wrap=True)
