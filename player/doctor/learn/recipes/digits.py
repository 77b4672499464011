"""Digits, and which of them are given."""

import re
from collections.abc import Iterator
from itertools import product

from player.doctor.learn.choices import (
    Attempt,
    Choice,
    chosen,
    regroup,
)
from player.doctor.learn.columns import Column, Columns, Values
from player.doctor.learn.recipes.boxes import box_choices
from player.doctor.learn.recipes.common import is_square
from player.doctor.learn.words import GIVEN, speaks_of


def by_digits(columns: Columns) -> Iterator[Attempt]:
    """Yield the ways to read digits, those that are given, and the boxes."""
    rows, _ = columns.shape
    if not is_square(columns) or rows < 4:
        return
    digits = [column for column in columns.values if _is_digits(column.values, rows)]
    for digit, walls in product(regroup(digits, lambda column: column.values)[:4], box_choices(columns)):
        for given in _given_digits(columns, digit):
            yield Attempt({"digit": chosen(digit, ["digits"], once=False), "given": given, "walls": walls})


def _is_digits(values: Values, rows: int) -> bool:
    told = [value for value in values if value is not None]
    if not rows <= len(told) + 2 or len(told) == len(values):
        return False
    return all(isinstance(text, str) and re.fullmatch(r"[1-9]\d?", text) and int(text) <= rows for text in told)


def _given_digits(columns: Columns, digit: Column) -> list[Choice]:
    there = tuple(value is not None for value in digit.values)
    found = []
    for flag in columns.flags:
        if not any(flag.values) or any(
            value is True and not digit for value, digit in zip(flag.values, there, strict=True)
        ):
            continue
        words = [one for one in flag.readings if speaks_of(one.words, GIVEN)]
        if words:
            best = max(words, key=lambda one: one.weight)
            found.append(
                Choice(flag.values, dict(best.reading), 2 + best.weight / 5, f"cells with {best.reading['has']}")
            )
        elif flag.values == there:
            best = flag.best(1)[0]
            found.append(
                Choice(
                    flag.values,
                    {**best.reading, "once": True},
                    1,
                    f"just the cells with a digit have {best.reading['has']}",
                )
            )
    best = digit.best(1)[0]
    pattern = {} if "pattern" in best.reading else {"pattern": r"^(\d+)$"}
    entry = {"has": {**best.reading, **pattern}, "once": True}
    return [*found[:3], Choice(there, entry, 0, "what is there at the start is given", doubt=True)]
