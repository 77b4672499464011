"""`player explain`: the steps to a board's solution, told to people and to programs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from rich.console import Console
from rich.text import Text

from player.explain import REASONERS, Explanation, Fact, Mark, Step, lit, steps
from player.games import Game
from player.prove import prove
from player.show.drawing import draw


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
        console.print(_line(explanation, number, step), soft_wrap=True)
    if whole:
        used = ", ".join(f"{rule} {times}" for rule, times in explanation.rules.most_common())
        console.print(Text.assemble("\n", (explanation.rating, "bold"), f": {used}"), soft_wrap=True)


def _line(explanation: Explanation, number: int, step: Step) -> Text:
    found = ", ".join(_settled(explanation, step.settles))
    return Text.assemble((f"{number:3d} ", "dim"), (step.rule, "bold"), f": {step.says} ", (f"-> {found}", "green"))


#: So many facts of a kind are named one by one.
NAMED = 3


def _settled(explanation: Explanation, facts: Sequence[Fact]) -> Iterator[str]:
    """What the facts are, those of a kind of which there are many by their number."""
    kinds = Counter(explanation.reasoner.mark(fact).kind for fact in facts)
    for kind, number in kinds.items():
        if number > NAMED:
            yield f"{number} {_MANY[kind]}"
        else:
            of_kind = (fact for fact in facts if explanation.reasoner.mark(fact).kind == kind)
            yield from (explanation.reasoner.words(fact) for fact in of_kind)


_MANY = {
    "queen": "queens",
    "cross": "cells without a queen",
    "sun": "suns",
    "moon": "moons",
    "number": "numbers",
    "no-number": "numbers ruled out",
    "owner": "cells of patches",
    "patch": "patches",
    "no-patch": "patches ruled out",
    "line": "edges of the path",
    "no-line": "edges that the path does not take",
}
