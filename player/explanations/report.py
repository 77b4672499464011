"""The report of `player explain`: steps as text and as JSON."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from player.boards.board_files import BoardEntry, read
from player.boards.board_json import called, named
from player.boards.report import Answer, board_in
from player.deadlines import unbroken
from player.errors import SOLVED, BoardError, DeadlineOver, InputMissing, Interrupted, PlayerError
from player.explanations.difficulty import HARD, LEVELS, measured, said
from player.explanations.explanation import SEARCH, Explanation, begun
from player.explanations.steps import Fact, Mark, Step
from player.files.records import Records
from player.games import Game
from player.proof import prove
from player.render.html import steps_page
from player.render.terminal import chain_lines, printable, step_line

if TYPE_CHECKING:
    from player.bulk import Jobs


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains boards, by the first `most` steps or all: JSON lines to `records`, text to `console` if there is one.

    For a single board, `page` receives an HTML page. With `links`, steps that suppose something have each link of their
    chains. `effort` multiplies the budget of the steps; with `unique`, they may rest on the uniqueness
    of the solution. If a signal or the deadline stops an explanation, the steps so
    far are reported before the error is raised.
    """

    records: Records
    console: Console | None
    most: int | None = None
    page: Callable[[bytes], None] | None = None
    links: bool = False
    effort: float = 1
    unique: bool = False

    def file(self, file: str, jobs: "Jobs" = 1) -> int:
        """Explain each board in `file` ("-": standard input); return the greatest exit code.

        If there are several boards, each gets one line, and `jobs` explain them; boards without exactly one solution
        are reported and skipped. A single board is explained here, and its error is raised.
        """
        from player.bulk import ordered  # noqa: PLC0415  # its import takes as long as explaining some boards

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
        work = partial(answered, most=self.most, links=self.links, effort=self.effort, unique=self.unique)
        with closing(ordered(work, chain(first, entries), jobs)) as answers:
            for found, stopped in answers:
                with unbroken():  # lines are written completely
                    self.records.line(found.record)
                    self.records.require()
                    codes.add(found.code)
                    levels[_level(found.record)] += 1
                    self._say(_in_a_line(found))
                    if stopped:
                        self._total(levels)
                        raise stopped
        self._total(levels)
        return max(codes)

    def board(self, game: Game, board: Any) -> None:
        """Explain one board; raise BoardError if it does not have exactly one solution."""
        explanation = explained(game, board, self.most, self.effort, unique=self.unique)
        with unbroken() if explanation.stopped else nullcontext():
            whole = _is_whole(explanation, self.most)
            self.records.line(to_json(game, board, explanation, whole=whole, links=self.links))
            if self.page:
                self.page(steps_page(game, board, explanation, whole=whole, links=self.links).encode())
            if self.console:
                show(game, board, explanation, self.console, whole=whole, links=self.links)
            if explanation.stopped:
                raise explanation.stopped

    def _total(self, levels: Counter[str]) -> None:
        """Print the number of boards of each level of difficulty."""
        totals = ", ".join(f"{levels[level]} {level}" for level in (*LEVELS, "begun", "refused") if levels[level])
        self._say(f"{levels.total()} board{'s' * (levels.total() != 1)}: {totals}")

    def _say(self, text: str) -> None:
        if self.console:
            self.console.print(Text(printable(text)), soft_wrap=not self.console.is_terminal)


def answered(
    entry: BoardEntry, most: int | None, links: bool, effort: float, *, unique: bool = False
) -> tuple[Answer, PlayerError | None]:
    """Return the answer for one of several boards, and the error that stopped its explanation, if any."""
    data: dict[str, Any] = {}
    try:
        game, board = board_in(entry, data)
        found = explained(game, board, most, effort, unique=unique)
    except (BoardError, InputMissing) as error:
        return Answer.refused(entry, data, error), None
    result = to_json(game, board, found, whole=_is_whole(found, most), links=links)
    return Answer.of(entry, data, SOLVED, **result), found.stopped


def _is_whole(explanation: Explanation, most: int | None) -> bool:
    return most is None and explanation.stopped is None


def _level(record: Mapping[str, Any]) -> str:
    if "difficulty" in record:
        return str(record["difficulty"]["level"])
    return "refused" if "error" in record else "begun"


def _in_a_line(found: Answer) -> str:
    """Return the report of one of several boards, in one line."""
    record = found.record
    if "error" in record:
        return f"{named(record['file'])} line {record['line']}: {record['error']}"
    name = called(record, f"line {record['line']}")
    text = f"{record['board']['game']} {name}: {len(record['steps'])} step{'s' * (len(record['steps']) != 1)}"
    if "difficulty" not in record:
        return text
    return f"{text}, {said(record['difficulty'])}: {_times(record['rules'])}"


def _times(rules: Mapping[str, int]) -> str:
    return ", ".join(f"{rule} {times}" for rule, times in Counter(rules).most_common())


def explained(
    game: Game, board: Any, most: int | None = None, effort: float = 1, *, unique: bool = False
) -> Explanation:
    """Return the first `most` steps, or all and the difficulty, or what a signal or the deadline leaves time for.

    With `unique`, steps may rest on the uniqueness of the solution; the difficulty is that without them.

    Raise BoardError if the board does not have exactly one solution.
    """
    proof = prove(game, board)
    found = replace(begun(game, board, proof.solution, most, effort, unique=unique), claim=proof.claim)
    if most is not None or found.stopped:
        return found
    try:
        difficulty = measured(game, board, proof.solution)
        return replace(found, difficulty=max(difficulty, HARD) if SEARCH in found.rules else difficulty)
    except (DeadlineOver, Interrupted) as error:
        return replace(found, stopped=error)


def to_json(game: Game, board: Any, explanation: Explanation, *, whole: bool, links: bool = False) -> dict[str, Any]:
    """Return the explanation as JSON, cells as [row, column] from 0; difficulty and rules only if it is `whole`.

    With `links`, steps that suppose something have their `supposes` and their `links`.
    """
    about: dict[str, Any] = {"rules": dict(explanation.rules)} if whole else {}
    if explanation.difficulty:
        about = {"rating": explanation.difficulty.level, "difficulty": explanation.difficulty.to_json(), **about}
    if explanation.claim:
        about["claim"] = {"says": explanation.claim.says, **explanation.claim.data}
    if explanation.stopped:
        about["stopped"] = str(explanation.stopped)
    return {
        "board": game.board.to_json(board),
        **about,
        "steps": [_to_json(explanation, step, links=links) for step in explanation.steps],
    }


def _to_json(explanation: Explanation, step: Step, *, links: bool) -> dict[str, Any]:
    chain = {}
    if links and step.links:
        chain["supposes"] = _marks_to_json(explanation, step.supposed)
        chain["links"] = [
            {
                "says": link.says,
                "uses": [list(cell) for cell in explanation.lit(link)],
                "settles": _marks_to_json(explanation, link.settles),
            }
            for link in step.links
        ]
    return {
        "rule": step.rule,
        "proved": step.proved,
        "says": step.says,
        "uses": [list(cell) for cell in explanation.lit(step)],
        "settles": _marks_to_json(explanation, step.settles),
        **chain,
    }


def _marks_to_json(explanation: Explanation, facts: Iterable[Fact]) -> list[dict[str, Any]]:
    return [_mark_to_json(explanation.reasoner.mark(fact)) for fact in facts]


def _mark_to_json(mark: Mark) -> dict[str, Any]:
    data = {"mark": mark.kind, "cells": [list(cell) for cell in mark.cells]}
    return {**data, "text": mark.text} if mark.text else data


def show(
    game: Game, board: Any, explanation: Explanation, console: Console, *, whole: bool, links: bool = False
) -> None:
    """Print the board without its solution, each step, and the difficulty; lines are wrapped on terminals only.

    With `links`, each step that supposes something is followed by a line for each link.
    """
    soft = not console.is_terminal
    console.print(game.text(board))
    if explanation.claim:
        console.print(Text(f"one solution {explanation.claim.says}"), soft_wrap=soft)
    for number, step in enumerate(explanation.steps, start=1):
        console.print(step_line(explanation.reasoner, number, step), soft_wrap=soft)
        for text in chain_lines(explanation.reasoner, step) if links else ():
            console.print(text, soft_wrap=soft)
    if whole:
        used = _times(explanation.rules)
        console.print(Text.assemble("\n", (str(explanation.difficulty or ""), "bold"), f": {used}"), soft_wrap=soft)
    if explanation.stopped:
        count = len(explanation.steps)
        console.print(Text(f"\nstopped after {count} step{'s' * (count != 1)}"), soft_wrap=soft)
