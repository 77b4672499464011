"""The page of a board: picture, solution, explanation and times, and what is needed to play it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, tostring

from markupsafe import Markup

from player.boards.board_json import board_of
from player.browser.offline.sources import hashed
from player.errors import BoardError, InputMissing
from player.explanations.explanation import HARD, SEARCH, Difficulty, Explanation, explain, measured
from player.explanations.steps import Mark
from player.explanations.words import settled
from player.files import REPLICA
from player.games import GAMES, Game, title_of
from player.proof import prove
from player.render import glyphs
from player.render.html import drawn, rendered
from player.render.scene import mark_shapes, scene
from player.render.shapes import MARGIN, Shape
from player.render.svg import put_in, svg

#: The source of styles and scripts that pages allow: their own folder, also of a page that is opened as a file.
OWN = "'self' file:"
#: What a thumbnail shows around the cells, in units of a picture: half of the outer line.
THUMBNAIL_EDGE = 4
UNKNOWN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60">'
    '<text x="30" y="42" font-size="36" text-anchor="middle" fill="#6b6b6b">?</text></svg>\n'
)


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
    plays: tuple[dict[str, Any], ...]
    """The rows of the history as text, ordered by day."""
    publish: bool
    withheld: bool
    before: str = ""
    """The page of the same game's board before this one, in the same folder; `after` is that of the next one."""
    after: str = ""


def board_page(task: BoardTask) -> str:
    """Return the page; raise DeadlineOver or Interrupted if its explanation was stopped."""
    values: dict[str, Any] = dict.fromkeys(("picture", "solved", "steps", "playable", "unexplained"), "")
    values |= {"plays": task.plays, "publish": task.publish, "up": "../", "own": OWN, "difficulty": task.difficulty}
    values |= {"game": title_of(str(task.data.get("game"))), "before": task.before, "after": task.after}
    values |= {"withheld": task.withheld, "first_day": task.plays[0]["day"]}
    try:
        game, board = board_of(task.data)
        picture = scene(game, board)
        values |= {"picture": drawn(picture), "ratio": f"{picture.width / picture.height:.3f}"}
    except BoardError as error:
        values |= {"title": f"{str(task.data.get('game', 'unknown game'))[:40]}, a board"}
        return rendered(__package__, "board.html", **values, problem=str(error).rstrip("."))
    said = game.description(board)
    values["title"] = f"{said.title}, {board.shape[0]} by {board.shape[1]}"
    values["rules"] = [line for line in (" ".join(said.rules), said.caption) if line]
    solution = _recorded(game, board, task.solution)
    if not task.withheld:
        try:
            solution, explanation, values["difficulty"] = _explained(game, board, task.difficulty)
            values |= _steps(game, board, explanation)
        except (BoardError, InputMissing) as error:
            values["unexplained"] = str(error).rstrip(".")
        if solution is not None:
            values |= _solution(game, board, solution)
    return rendered(__package__, "board.html", **values | _to_play(game, board, solution))


def thumbnail(data: Mapping[str, Any]) -> str:
    """Return the small picture of a board as SVG; that of a board which can't be read is a question mark."""
    try:
        return svg(scene(*board_of(dict(data))), MARGIN - THUMBNAIL_EDGE)
    except BoardError:
        return UNKNOWN


def _recorded(game: Game, board: Any, data: Any) -> Any:
    """Return the solution in the history; None if there is none, or a wrong or damaged one."""
    if isinstance(data, list):
        with suppress(BoardError):
            solution = game.board.to_solution(board, data)
            return None if game.board.check(board, solution) else solution
    return None


def _explained(game: Game, board: Any, known: Difficulty | None) -> tuple[Any, Explanation, Difficulty]:
    """Return the proved solution, its explanation, and the difficulty if it is not `known`."""
    proof = prove(game, board)
    found = explain(game, board, proof.solution)
    if found.stopped:
        raise found.stopped
    difficulty = known or measured(game, board, proof.solution)
    if known is None and SEARCH in found.rules:
        difficulty = max(difficulty, HARD)
    return proof.solution, replace(found, claim=proof.claim), difficulty


def _to_play(game: Game, board: Any, solution: Any) -> dict[str, Any]:
    """Return what the page needs to play the board."""
    engine = engines().get(game.name)
    if engine is None:
        return {"playable": False, "unplayable": "no engine judges its game"}
    accepted = None
    if engine.accepted is not None and solution is not None:
        accepted = sorted(hashed(str(part[engine.accepted])) for part in game.board.solution_to_json(solution))
    data = {"game": game.name, "board": game.board.to_json(board), "accepted": accepted, "margin": MARGIN}
    text = json.dumps(data).replace("<", "\\u003c")
    scripts = ("assets/begin.js", *engine.scripts, "assets/play.js")
    return {"playable": True, "data": Markup(text), "scripts": scripts}  # noqa: S704  # "<" is escaped


def _solution(game: Game, board: Any, solution: Any) -> dict[str, Any]:
    alone, whole = ([*game.drawing.words(board, one)] for one in (None, solution))
    words = [line for line in whole if line not in alone]
    return {"solved": drawn(scene(game, board, solution)), "solution_words": words}


def _steps(game: Game, board: Any, explanation: Explanation) -> dict[str, Any]:
    steps = [
        {"rule": step.rule, "says": step.says, "found": "; ".join(settled(explanation.reasoner, step.settles))}
        for step in explanation.steps
    ]
    layers = "".join(_layers(game, board, explanation))
    picture = f"{svg(scene(game, board)).rpartition('</svg>')[0]}{layers}</svg>\n"
    claim = explanation.claim.says if explanation.claim else ""
    return {"steps": steps, "stepped": Markup(picture), "claim": claim}  # noqa: S704  # ElementTree has escaped it


# The picture of an explanation: layers for what each step points at and what it settles


class Shown(NamedTuple):
    """A mark, the step from which it is shown, and the step from which it no longer is."""

    begin: int
    end: int
    mark: Mark


def _layers(game: Game, board: Any, explanation: Explanation) -> Iterator[str]:
    """Yield groups of SVG; their `data-from` and `data-until` are numbers of steps, from 1."""
    steps = [*enumerate(explanation.steps, start=1)]
    found = {number: [explanation.reasoner.mark(fact) for fact in step.settles] for number, step in steps}
    lit = {number: explanation.lit(step) for number, step in steps}
    for number, _ in steps:
        yield _layer(glyphs.tinted(lit[number]), number, number + 1)
    for (begin, end), group in groupby(sorted(shown(found), key=lambda one: one[:2]), key=lambda one: one[:2]):
        yield _layer(mark_shapes(game, board, [one.mark for one in group]), begin, end)
    for number, _ in steps:
        fresh = dict.fromkeys(at for mark in found[number] for at in mark.cells)
        used = [at for at in lit[number] if at not in fresh]
        yield _layer([*glyphs.framed(used, "lit"), *glyphs.framed(fresh, "settled")], number, number + 1)
    yield _layer((one for one in game.drawing.figures(board, []) if one.kind != "grid"), 1, len(steps) + 1)


def shown(found: Mapping[int, Sequence[Mark]]) -> list[Shown]:
    """Return when each mark is shown, by the marks that each step has found.

    A mark that a move puts on the board hides what an earlier step has noted in its cells.
    """
    end = max(found, default=0) + 1
    all_marks = [(number, mark) for number, marks in found.items() for mark in marks]
    return [Shown(number, next(_hidden(mark, number, found), end), mark) for number, mark in all_marks]


def _hidden(mark: Mark, number: int, found: Mapping[int, Sequence[Mark]]) -> Iterator[int]:
    """Yield the steps after `number` that hide `mark`."""
    for later, marks in found.items():
        if later > number and any(one.positive and {*one.cells}.issuperset(mark.cells) for one in marks):
            yield later


def _layer(shapes: Iterable[Shape], begin: int, end: int) -> str:
    """Return a group of SVG; nothing without shapes."""
    group = Element("g", {"data-from": str(begin), "data-until": str(end)})
    put_in(group, shapes)
    return tostring(group, encoding="unicode") + "\n" if len(group) else ""


# The engines that judge a board on its page: the replica's own scripts, and the `playable.js` of each game

#: The folders of the archive for the replica's scripts, and for those of the games.
_ENGINES, _GAMES = "assets/replica/", "assets/games/"


class Engine(NamedTuple):
    """The engine of a game."""

    scripts: tuple[str, ...]
    """Its scripts in the archive, in their order."""
    accepted: int | None
    """The place of the word in each part of a solution, if the engine judges words by their hashes."""


@cache
def engines() -> dict[str, Engine]:
    """Return the engines of the games that can be played on a page."""
    listed: dict[str, Any] = json.loads((REPLICA / "engines.json").read_text(encoding="utf-8"))
    return {
        name: Engine((*(f"{_ENGINES}{script}" for script in one["scripts"]), f"{_GAMES}{name}.js"), one.get("accepted"))
        for name, one in listed.items()
        if name in GAMES and _playable(name).is_file()
    }


def scripts() -> dict[str, bytes]:
    """Return the scripts of all engines, by their names in the archive."""
    of_games = {f"{_GAMES}{name}.js": _playable(name).read_bytes() for name in engines()}
    names = {name for engine in engines().values() for name in engine.scripts} - of_games.keys()
    return of_games | {name: (REPLICA / name.removeprefix(_ENGINES)).read_bytes() for name in sorted(names)}


def _playable(game: str) -> Any:
    return files(GAMES[game].package) / "playable.js"
