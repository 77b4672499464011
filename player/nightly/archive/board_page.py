"""The page of a board: picture, solution, explanation and times, and what is needed to play it."""

import json
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from player.boards.board_json import board_of
from player.browser.offline.word_scripts import hashed
from player.errors import BoardError, InputMissing, PlayerError
from player.explanations.difficulty import HARD, Difficulty, measured
from player.explanations.explanation import SEARCH, Explanation, begun
from player.games import GAMES, Game
from player.nightly.archive.engines import engines
from player.nightly.archive.stepping import stepped
from player.nightly.archive.views import Play
from player.proof import prove
from player.render.html import rendered
from player.render.scene import scene
from player.render.shapes import MARGIN
from player.render.svg import svg
from player.render.terminal import settled


@dataclass(frozen=True, slots=True)
class BoardTask:
    """A board whose page is to be made: `data` and `solution` are in the public format, the solution None if unknown.

    Of a `withheld` board the page shows neither solution nor explanation.
    """

    name: str
    """The name of the page."""
    data: dict[str, Any]
    solution: Any
    difficulty: Difficulty | None
    plays: tuple[Play, ...]
    publish: bool
    withheld: bool


@dataclass(frozen=True, slots=True)
class _Reasons:
    """The explanation and the difficulty of a board, or the reason why there is none."""

    solution: Any = None
    explanation: Explanation | None = None
    difficulty: Difficulty | None = None
    unexplained: str = ""


@dataclass(frozen=True, slots=True)
class _Board:
    """A board of a known game, its solution, and what the page says of it."""

    game: Game
    board: Any
    solution: Any
    title: str
    rules: list[str] = field(default_factory=list)


def board_page(task: BoardTask) -> str:
    """Return the page; raise DeadlineOver or Interrupted if its explanation was stopped."""
    common = {"plays": task.plays, "publish": task.publish, "up": "../", "own": OWN, "withheld": task.withheld}
    common["first_day"] = min(play.day for play in task.plays)
    try:
        shown = _shown(task)
        picture = _svg(shown.game, shown.board)
    except BoardError as error:
        return rendered(
            __package__,
            "board.html",
            **common | dict.fromkeys(("picture", "solved", "steps", "playable", "unexplained"), ""),
            title=f"{str(task.data.get('game', 'unknown game'))[:40]}, a board",
            difficulty=task.difficulty,
            problem=_phrase(error),
        )
    reasons = _reasons(shown, task)
    return rendered(
        __package__,
        "board.html",
        **common,
        title=shown.title,
        difficulty=task.difficulty or reasons.difficulty,
        rules=shown.rules,
        picture=picture,
        **_to_play(shown, reasons.solution),
        **_solution(shown, None if task.withheld else reasons.solution),
        **_explanation(shown, reasons.explanation),
        unexplained=reasons.unexplained,
    )


#: The source of styles and scripts that pages allow: their own folder, also of a page that is opened as a file.
OWN = "'self' file:"


def _shown(task: BoardTask) -> _Board:
    """Return the board; raise BoardError if this version does not know it, or can't draw it."""
    name = task.data.get("game")
    if not isinstance(name, str) or name not in GAMES:
        raise BoardError(f"this version of the player does not know the game {str(name)[:40]!r}")
    game, board = board_of(task.data)
    solution = None
    if isinstance(task.solution, list):
        with suppress(BoardError):  # the history is damaged
            found = game.board.to_solution(board, task.solution)
            solution = None if game.board.check(board, found) else found
    rows, cols = board.shape
    if not game.has("book"):
        return _Board(game, board, solution, f"{game.name}, {rows} by {cols}")
    rules = [" ".join(game.book.rules(board)), *filter(None, [game.book.caption(board)])]
    return _Board(game, board, solution, f"{game.book.title(board)}, {rows} by {cols}", rules)


def _reasons(shown: _Board, task: BoardTask) -> _Reasons:
    """Explain the board; the solution is the history's, or the one that was proved."""
    if task.withheld:
        return _Reasons(shown.solution)
    try:
        proof = prove(shown.game, shown.board)
        found = begun(shown.game, shown.board, proof.solution)
        if found.stopped:
            raise found.stopped
        difficulty = task.difficulty or measured(shown.game, shown.board, proof.solution)
    except (BoardError, InputMissing) as error:
        return _Reasons(shown.solution, unexplained=_phrase(error))
    if SEARCH in found.rules:
        difficulty = max(difficulty, HARD)
    return _Reasons(proof.solution, replace(found, claim=proof.claim), difficulty)


def _to_play(shown: _Board, solution: Any) -> dict[str, Any]:
    """Return what the page needs to play the board."""
    engine = engines().get(shown.game.name)
    if engine is None:
        return {"playable": False, "unplayable": "no engine judges its game"}
    accepted = None
    if engine.accepted is not None and solution is not None:
        parts = shown.game.board.solution_to_json(solution)
        accepted = sorted(hashed(str(part[engine.accepted])) for part in parts)
    board = shown.game.board.to_json(shown.board)
    data = {"game": shown.game.name, "board": board, "accepted": accepted, "margin": MARGIN}
    text = json.dumps(data).replace("<", "\\u003c")
    scripts = ("assets/begin.js", *engine.scripts, "assets/play.js")
    return {"playable": True, "data": Markup(text), "scripts": scripts}  # noqa: S704  # "<" is escaped


def _solution(shown: _Board, solution: Any) -> dict[str, Any]:
    if solution is None:
        return {"solved": "", "solution_words": ()}
    alone, whole = (tuple(shown.game.drawing.words(shown.board, one)) for one in (None, solution))
    return {
        "solved": _svg(shown.game, shown.board, solution),
        "solution_words": [line for line in whole if line not in alone],
    }


def _explanation(shown: _Board, explanation: Explanation | None) -> dict[str, Any]:
    if explanation is None or not explanation.steps:
        return {"steps": (), "stepped": "", "claim": ""}
    steps = [
        {"rule": step.rule, "says": step.says, "found": ", ".join(settled(explanation.reasoner, step.settles))}
        for step in explanation.steps
    ]
    drawn = Markup(stepped(shown.game, shown.board, explanation))  # noqa: S704  # ElementTree has escaped it
    return {"steps": steps, "stepped": drawn, "claim": explanation.claim.says if explanation.claim else ""}


def _svg(game: Game, board: Any, solution: Any = None) -> Markup:
    return Markup(svg(scene(game, board, solution)))  # noqa: S704  # ElementTree has escaped it


def _phrase(error: PlayerError) -> str:
    """Return an error's text for use at the end of a sentence."""
    return str(error).rstrip(".")
