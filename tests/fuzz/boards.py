"""Fuzzes boards: what is not solved is refused in one printable line, whatever the text, and nothing takes for ever.

    python -m tests.fuzz.boards -max_total_time=600

libFuzzer's options apply. Its first byte decides whether an input is a text, or changes to one of our own boards.
"""

import json
import sys
from copy import deepcopy
from typing import Any

import atheris

with atheris.instrument_imports(include=["player"]):
    from player.boards.board_files import BoardEntry
    from player.boards.report import answer
    from player.files import BOARDS

LARGEST = 4096
SEEDS = [json.loads(path.read_text(encoding="utf-8").splitlines()[0]) for path in sorted(BOARDS.glob("*.jsonl"))]
NUMBERS = [0, 1, -1, 2, 6, 15, 16, 31, 32, 33, 10**9, 10**4000, 0.5, float("inf"), float("nan")]


def text(source: Any) -> str:
    """The text of one board, or of what is none."""
    if source.ConsumeBool():
        return str(source.ConsumeUnicode(LARGEST))
    board = deepcopy(source.PickValueInList(SEEDS))
    for _ in range(source.ConsumeIntInRange(1, 4)):
        change(source, board)
    return json.dumps(board)


def change(source: Any, board: Any) -> None:
    """Put something else at some place in the tree of `board`, or take it away."""
    inside, key = board, source.PickValueInList(sorted(board) or ["game"])
    while isinstance(inside.get(key) if isinstance(inside, dict) else inside[key], list) and source.ConsumeBool():
        if not inside[key]:
            break
        inside, key = inside[key], source.ConsumeIntInRange(0, len(inside[key]) - 1)
    if source.ConsumeProbability() < 0.2:
        inside.pop(key, None) if isinstance(inside, dict) else inside.pop(key)
    elif isinstance(inside, list) and source.ConsumeBool():
        inside[key:key] = inside[: source.ConsumeIntInRange(0, 40)]
    else:
        inside[key] = junk(source)


def junk(source: Any, depth: int = 0) -> Any:
    kind = source.ConsumeIntInRange(0, 4 if depth > 3 else 6)
    if kind == 0:
        return source.PickValueInList([None, True, False, "sun", "moon", "equal", "cross", "square", "wide", "tall"])
    if kind <= 2:
        return source.PickValueInList(NUMBERS)
    if kind == 3:
        return source.ConsumeInt(2)
    if kind == 4:
        return source.ConsumeUnicode(20)
    return [junk(source, depth + 1) for _ in range(source.ConsumeIntInRange(0, 5))]


def one_input(data: bytes) -> None:
    found = answer(BoardEntry("fuzz", 1, text(atheris.FuzzedDataProvider(data))), deadline=2.0)
    json.dumps(found.record, allow_nan=False)
    if error := found.record.get("error"):
        assert found.code in {65, 75}, error
        assert error.isprintable(), repr(error)
        assert len(error) < 300, error


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
