"""Boards from a file: solved, proved, and reported one by one."""

import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from player.boards import board_of, bounded, entries, parse, read_text
from player.errors import SOLVED, BoardError
from player.prove import prove
from player.records import Records
from player.show.console import printable
from player.show.drawing import draw

_NUMBER = ("no solution", "1 solution", "2 solutions or more")


def solve_all(file: str, records: Records, console: Console) -> int:
    """Solve the boards in `file` ("-": standard input) in order; 65 where one is malformed or has not one solution."""
    text = _standard_input() if file == "-" else read_text(Path(file), "the board file")
    found = entries(text)
    if not found:
        raise BoardError(f"no board is in {file}: a JSON object, or a line of JSON for each board, was expected")
    codes = [_solve(line, board, records, console, alone=len(found) == 1) for line, board in found]
    return max(codes)


def _standard_input() -> str:
    try:
        return bounded(sys.stdin, "standard input")
    except UnicodeDecodeError:
        raise BoardError("standard input is not UTF-8 text") from None


def _solve(line: int, text: str, records: Records, console: Console, *, alone: bool) -> int:
    """Solve one board; a bad one is reported with its line, and is no reason to stop."""
    data: dict[str, Any] = {}
    try:
        data = parse(text)
        game, board = board_of(data)
    except BoardError as error:
        records.line({"id": data.get("id"), "line": line, "error": str(error)})
        console.print(Text(f"line {line}: {error}", style="red"), soft_wrap=True)
        return BoardError.exit_code
    proof = prove(game, board)
    solution = game.solution_to_json(proof.found[0]) if proof.found else None
    name = data.get("id") if isinstance(data.get("id"), str) else f"line {line}"
    ms = {stage: round(time, 3) for stage, time in proof.ms.items()}
    records.line(
        {"id": data.get("id"), "game": game.NAME, "solutions": proof.solutions, "solution": solution, "ms": ms}
    )
    times = ", ".join(f"{stage} {time:.2f} ms" for stage, time in proof.ms.items())
    unique = proof.solutions == 1
    heading = f"{game.NAME} {printable(str(name))}: {_NUMBER[proof.solutions]} ({times})"
    console.print(Text(heading, style="" if unique else "red"), soft_wrap=True)
    if alone:
        console.print(draw(game.NAME, board, proof.found[0] if proof.found else None))
    console.print(Text(json.dumps(solution)), soft_wrap=True)
    return SOLVED if unique else BoardError.exit_code
