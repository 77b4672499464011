"""The kinds of pages on which the player is explored: one list for each game, the quickest case first."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from player.games.grid import Cell
from tests.model import boards
from tests.model.page import Setting
from tests.model.play import Case
from tests.support.places import PUZZLES

#: All ways in selectors.yaml, of which a page takes one: the player finds out which.
WAYS = ("keys", "drag", "taps")


def _cycle(game: str, name: str) -> dict[str, Any]:
    """Return the words of selectors.yaml for a click cycle, or one of keys at a cursor; nothing for no name."""
    kinds = dict(boards.CYCLES[game][name]) if name else {}
    clicks = {kind: marks for kind, marks in kinds.items() if kind in {"click", "double", "right", "hold"}}
    if kinds and not clicks:
        return {"cycle": {"keys": kinds}, "cursor": {"at": "focus"}}
    return {"cycle": clicks} if clicks else {}


def queens_cases() -> Iterator[Case]:
    """Yield each kind of click cycle, and each set of givens, on the smallest boards."""
    first = boards.QUEENS
    second = tuple(sorted(Cell(at.row, 3 - at.col) for at in first))

    def case(name: str, givens: tuple[Cell, ...], cycle: str = "", **more: Any) -> Case:
        both = tuple(boards.queens(one, fixed, cycle, **more) for one, fixed in ((first, givens), (second, second[:3])))
        return Case("queens", name, both, _cycle("queens", cycle))

    yield case("two of four queens given", first[1:3])
    for cycle in boards.CYCLES["queens"]:
        yield case(cycle, first[1:3], cycle)._replace(is_known=not cycle.startswith("key"))
    yield case("clicks in the other order", first[1:3], "click: cross, queen", turned=True)._replace(is_known=False)
    yield case("all four queens", ())
    for givens in boards.subsets(first):
        if len(givens) in {1, 3} or (len(givens) == 2 and givens != first[1:3]):
            yield case(f"given: {', '.join(map(str, givens))}", givens)
    win = case("a page of results", first[1:3])
    yield win._replace(setting=Setting(results=True))
    yield win._replace(name="a timer before the last input", setting=Setting(finish=3000))
    yield win._replace(name="handed in", selectors={"submit": {"selector": "button"}}, setting=Setting(submit=True))
    yield win._replace(name="by touch", selectors={"touch": True}, setting=Setting())
    start = {"start": [{"selector": "button"}]}
    yield win._replace(name="a start screen", selectors=start, setting=Setting(start=True))


def tango_cases() -> Iterator[Case]:
    """Yield each kind of click cycle, and each set of givens, of boards of two rows."""
    first = boards.TANGO
    other = {at: "moon" if mark == "sun" else "sun" for at, mark in first.items()}
    corner = min(first)

    def case(name: str, givens: tuple[Cell, ...], cycle: str = "") -> Case:
        both = (boards.tango(first, givens, cycle), boards.tango(other, [corner], cycle))
        return Case("tango", name, both, _cycle("tango", cycle))

    yield case("one of four given", (corner,))
    for cycle in boards.CYCLES["tango"]:
        yield case(cycle, (corner,), cycle)._replace(is_known=not cycle.startswith("key"))
    for givens in boards.subsets(first):
        if 0 < len(givens) < 4 and givens != (corner,):
            yield case(f"given: {', '.join(map(str, givens))}", givens)


def sudoku_cases() -> Iterator[Case]:
    """Yield each way to enter digits, and each set of givens, of boards of two rows; then four rows."""
    first = boards.SUDOKU
    other = {at: str(3 - int(digit)) for at, digit in first.items()}
    corner = min(first)
    for way in ("keys", "buttons", "palette"):
        for givens in boards.subsets(first):
            if 0 < len(givens) < 4:
                both = tuple(
                    boards.sudoku((1, 2), one, fixed, way) for one, fixed in ((first, givens), (other, [corner]))
                )
                yield Case("mini-sudoku", f"{way}, given: {', '.join(map(str, givens))}", both, {"enter": [way]})
    both = tuple(boards.sudoku((1, 2), one, [corner], "cursor") for one in (first, other))
    yield Case("mini-sudoku", "cursor", both, {"enter": ["cursor"], "cursor": {"at": "focus"}}, is_known=False)
    both = tuple(boards.sudoku((1, 2), one, [corner], "keys") for one in (first, other))
    yield Case(
        "mini-sudoku", "handed in", both, {"enter": ["keys"], "submit": {"selector": "button"}}, Setting(submit=True)
    )
    for way in ("keys", "buttons"):
        both = tuple(boards.sudoku((1, 2), one, [corner], way) for one in (first, other))
        yield Case("mini-sudoku", f"{way}, found out", both, {"enter": ["keys", "buttons"]}, is_known=False)


def zip_cases() -> Iterator[Case]:
    """Yield each path, and each way to draw it, of boards up to nine cells."""
    for shape in ((2, 2), (2, 3), (3, 3)):
        for path in boards.zip_paths(*shape):
            for way in WAYS:
                told = {"draw": [way]}
                both = (boards.zip_line(path, way), boards.zip_line(tuple(reversed(path)), way))
                if way != "keys":
                    yield Case("zip", f"{way} by touch, from {path[0]} to {path[-1]}", both, {**told, "touch": True})
                yield Case("zip", f"{way}, {shape[0]}x{shape[1]} from {path[0]} to {path[-1]}", both, told)
                yield Case(
                    "zip", f"{way}, found out, from {path[0]} to {path[-1]}", both, {"draw": list(WAYS)}, is_known=False
                )
                numbered = (boards.zip_line(path, way, path, ()), both[1])
                yield Case("zip", f"{way}, a number on each cell, from {path[0]} to {path[-1]}", numbered, told)


def patches_cases() -> Iterator[Case]:
    """Yield each tiling, and each way to draw and to remove, of boards up to six cells."""
    for shape in ((1, 2), (2, 2), (2, 3)):
        tilings = boards.tilings(*shape)
        for tiling in tilings:
            other = next(one for one in tilings if one != tiling)
            kinds = [
                ("drag", "click", False),
                ("drag", "keys", False),
                ("taps", "double", False),
                ("keys", "keys", False),
            ]
            kinds += [("drag", "right", True), ("drag", "hold", False), ("drag", "drag", False)]
            for way, removal, nameless in kinds:
                if nameless and sum(a != b for a, b in tiling) == 1:
                    continue  # it would look like two wrong patches
                both = tuple(boards.patches(shape, one, way, removal, nameless=nameless) for one in (tiling, other))
                name = f"{way}, removed by {removal}, {shape[0]}x{shape[1]}: {len(tiling)} patches"
                yield Case("patches", name, both, {"draw": [way], "remove": [removal]})
            touched = {"draw": ["drag"], "remove": ["click"], "touch": True}
            name = f"drag by touch, {shape[0]}x{shape[1]}: {len(tiling)} patches"
            yield Case(
                "patches", name, tuple(boards.patches(shape, one, "drag", "click") for one in (tiling, other)), touched
            )


def wend_cases() -> Iterator[Case]:
    """Yield each way to trace words, of one and of two words."""
    one = dict([boards.in_row(0, "FLY")])
    two = dict([boards.in_row(0, "FLY"), boards.in_row(1, "SKI")])
    other = dict([boards.in_row(0, "WHO"), boards.in_row(1, "TRY")])
    for way in (*WAYS, "again", "buttons"):
        small = (boards.wend(["FLY"], one, way), boards.wend(["WHO"], dict([boards.in_row(0, "WHO")]), way))
        large = (boards.wend(["FLY", "SKI"], two, way), boards.wend(["WHO", "TRY"], other, way))
        yield Case("wend", f"{way}, one word", small, {"draw": [way]})
        yield Case("wend", f"{way}, two words", large, {"draw": [way]})
    small = (boards.wend(["FLY"], one, "drag"), boards.wend(["WHO"], dict([boards.in_row(0, "WHO")]), "drag"))
    yield Case("wend", "drag, found out", small, {"draw": list(WAYS)}, is_known=False)


def _all_cases(game: str, small: Callable[[], Iterator[Case]]) -> Iterator[Case]:
    yield from small()
    yield from real_cases(game)


#: The boards of the site's days that are played, and the ways of inputs; the next board of the file replaces each.
REAL: Mapping[str, tuple[int, Sequence[str]]] = {
    "queens": (3, ("", "click: cross, queen")),
    "tango": (3, ("", "click: sun, moon")),
    "mini-sudoku": (1, ("keys", "palette")),
    "zip": (2, ("keys", "drag")),
    "patches": (1, ("drag",)),
    "wend": (1, ("drag", "keys")),
}


def real_cases(game: str) -> Iterator[Case]:
    """Yield the boards of the site's own days, if they are there."""
    file, (number, ways) = PUZZLES / f"{game}.jsonl", REAL[game]
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    boards_there = [json.loads(line) for line in lines[: number + 1]]
    for first, second in pairwise(boards_there):
        for way in ways:
            both = (boards.real(game, first, way), boards.real(game, second, way))
            is_plain = game in {"queens", "tango"}
            told = {"enter": [way]} if game == "mini-sudoku" else _cycle(game, way) if is_plain else {"draw": [way]}
            if game == "patches":
                told["remove"] = ["click"]
            yield Case(game, f"{first['id']}, {way or 'no cycle'}", both, told, is_known=game != "wend", fewer=1)


CASES: Mapping[str, Callable[[], Iterator[Case]]] = {
    game: partial(_all_cases, game, cases)
    for game, cases in {
        "queens": queens_cases,
        "tango": tango_cases,
        "mini-sudoku": sudoku_cases,
        "zip": zip_cases,
        "patches": patches_cases,
        "wend": wend_cases,
    }.items()
}


def named(game: str, name: str) -> Case:
    """Return the kind of page with this name."""
    return next(case for case in CASES[game]() if case.name == name)
