"""The result of a game as a record: one JSON object, the same in every output."""

from typing import Any

from player.games import GAMES, Game
from player.playing.result import Result
from player.proof import Proof
from player.secrets.scrubber import SCRUBBER
from player.sight.witness import Difference


def record(result: Result) -> dict[str, Any]:
    """Return the fields of a result record: times in milliseconds, boards and solutions in the public format.

    They are without secrets.
    """
    game = GAMES[result.game]
    fields = {
        "game": result.game,
        "outcome": result.outcome,
        "exit": result.exit,
        "confirmed": result.confirmed,
        "saved": result.saved.to_json() if result.saved else None,
        "generation": result.generation,
        "number": result.number,
        "account": result.account,
        "selectors": result.chosen,
        "read_as": result.read_as,
        **({"board_name": result.board_name} if result.board_name else {}),
        "board": game.board.to_json(result.board) if result.board is not None else None,
        **_proved(game, result.proof),
        **({"difficulty": result.difficulty.to_json()} if result.difficulty else {}),
        "moves": result.moves,
        "attempts": result.attempts,
        "way": result.way,
        "timer": result.timer,
        "sight": result.sight.verdict if result.sight else None,
        **_differences(result),
        "clicks": result.clicks,
        "reclicks": max(0, result.clicks - result.moves),
        "ms": {stage: round(ms, 2) for stage, ms in result.ms.items()},
        "message": result.message,
        **({"rejected": result.rejected} if result.rejected else {}),
    }
    return SCRUBBER.json(fields)


def _differences(result: Result) -> dict[str, Any]:
    """Return where a picture of the page differs from its markup; nothing if it does not."""
    found = result.sight.statement.differences if result.sight else ()
    return {"differences": [_difference(one) for one in found]} if found else {}


def _difference(one: Difference) -> dict[str, Any]:
    return {"cells": [[*at] for at in one.cells], "markup": one.board, "picture": one.picture}


def _proved(game: Game, proof: Proof | None) -> dict[str, Any]:
    """Return the proof's result: the number of solutions, and the only one, or two and their differences.

    With `any_solution` the solution is one of several, which was played.
    """
    picked = proof.picked if proof else None
    found = [game.board.solution_to_json(solution) for solution in proof.found] if proof else []
    return {
        "solutions": proof.solutions if proof else None,
        "solution": found[0] if len(found) == 1 else None if picked is None else game.board.solution_to_json(picked),
        **({"any_solution": True} if picked is not None else {}),
        "found": found if len(found) > 1 else [],
        "differ": [list(facts) for facts in proof.differ] if proof and len(found) > 1 else [],
        **(proof.told() if proof else {}),
    }
