"""The fields of a cell that a page may show, and the rules that no cell shows: what each is, and its allowed values."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from player.errors import PageNotUnderstood, did_you_mean
from player.games.grid import SIDES, shorten
from player.games.snapshot import NONE, Snapshot, Value


class Kind(StrEnum):
    """The type of a field's values."""

    FLAG = "flag"
    SIDES = "sides"
    NUMBER = "number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a cell: what it is, and its allowed values.

    `names` are the values of a text that selectors.yaml may use, and the only ones of a page too, unless `others` says
    in words what else a page may show. A `witness` may be left out; a field with `none` need not be on the site. A
    `common` field describes the board: it is the same for all visitors of one day.
    """

    says: str
    kind: Kind
    names: tuple[str, ...] = ()
    others: str = ""
    witness: bool = False
    none: bool = False
    common: bool = False

    @property
    def known(self) -> frozenset[str]:
        """The names that selectors.yaml may use for values."""
        return frozenset(SIDES if self.kind is Kind.SIDES else self.names)

    @property
    def is_closed(self) -> bool:
        """True if a page may show no other values than the names."""
        return self.kind in {Kind.FLAG, Kind.SIDES} or not self.others

    def knows(self, name: str) -> bool:
        """Return whether selectors.yaml may give a value of this field under that name."""
        if self.kind is Kind.NUMBER:
            return name.isascii() and name.isdecimal()
        return name in self.known or (self.kind is Kind.TEXT and not self.names)

    def fits(self, value: Value) -> bool:
        """Return whether a page may show `value`; what shows nothing is not asked here."""
        if value is None or (value == NONE and self.none):
            return True
        if self.kind is Kind.FLAG:
            return isinstance(value, bool)
        if self.kind is Kind.SIDES:
            return isinstance(value, list) and self.known.issuperset(value)
        return isinstance(value, str) and (not self.is_closed or value in self.known)

    def meant(self, value: str) -> str:
        """Return the allowed value that is nearest to `value`, and all of them."""
        if self.kind is Kind.FLAG:
            return "true or false, as 'has' gives them"
        if not self.known:
            return self.others
        every = f"one of {', '.join(sorted(self.known))}{f', or {self.others}' if self.others else ''}"
        hint = did_you_mean(value, self.known)
        return f"{hint} ({every})" if hint.startswith("did") else every


PLACES: Mapping[str, Field] = {
    name: Field(f"the {name} that a label names", Kind.NUMBER, others="numbers from 0 or 1", witness=True)
    for name in ("row", "column")
}
"""The witnesses that labels are which name a cell's row and column."""


def needed(fields: Mapping[str, Field]) -> frozenset[str]:
    """Return the fields that a page must show: all but the witnesses."""
    return frozenset(name for name, field in fields.items() if not field.witness)


def common(fields: Mapping[str, Field]) -> frozenset[str]:
    """Return the fields that are the same for all visitors of one day."""
    return frozenset(name for name, field in fields.items() if field.common)


def require_allowed(snapshot: Snapshot, fields: Mapping[str, Field], only: Iterable[str] | None = None) -> None:
    """Raise PageNotUnderstood if a cell shows a value that its field cannot have, with the nearest one that it can.

    `only` these fields are examined, if given.
    """
    for name in fields if only is None else only:
        field = fields[name]
        for at, cell in snapshot.places():
            value = cell.get(name)
            if not field.fits(value):
                parts = [part for part in value if part not in field.known] if isinstance(value, list) else [value]
                odd = parts[0] if parts else value
                raise PageNotUnderstood(
                    f"{at} shows {shorten(odd)} as {name!r}: {field.meant(str(odd))}; fix {name!r} in selectors.yaml"
                )


@dataclass(frozen=True, slots=True)
class BoardRule:
    """A rule of a board that differs between sites or boards, and that no cell shows.

    `says` is what it is, `default` its value if selectors.yaml has none, `most` the greatest number, if it is one.
    """

    says: str
    default: bool | int
    most: int = 1
    titles: tuple[str, ...] = ()
    """Words in the title of a page on which other values are likely."""
    said: str = "$."
    """A regex for what a page says, in small letters, if the default is wrong."""
    inferred_from_rows: int = 0
    """The least rows of a board that hardly has one solution by chance with a wrong value; 0 if any may have."""

    @property
    def is_flag(self) -> bool:
        """True if the rule holds or not, false if it is a number from 1."""
        return isinstance(self.default, bool)

    @property
    def others(self) -> tuple[bool | int, ...]:
        """The values besides the default."""
        return (not self.default,) if self.is_flag else tuple(range(self.default + 1, self.most + 1))

    def takes(self, value: object) -> bool:
        """Return whether the rule may have this value."""
        if isinstance(value, bool) or self.is_flag:
            return isinstance(value, bool) and self.is_flag
        return isinstance(value, int) and 1 <= value <= self.most

    def meant(self) -> str:
        """Return the allowed values, for a message."""
        return "true or false" if self.is_flag else f"a number from 1 to {self.most}"


def rules_said(rules: Mapping[str, BoardRule], text: str) -> set[str]:
    """Return the names of the rules of which a page with this `text` says that the default is wrong."""
    return {name for name, rule in rules.items() if re.search(rule.said, text.lower())}


def rule_of(rules: Mapping[str, BoardRule], name: str, snapshot: Snapshot) -> int:
    """Return the value of a rule on a page, of a flag 0 or 1.

    Raise PageNotUnderstood if the page should say it, and does not.
    """
    rule = rules[name]
    value = snapshot.rules.get(name, rule.default)
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value[:4])
    if isinstance(value, int) and rule.takes(value):
        return value
    said = f"says {shorten(value)} as {rule.says}, not {rule.meant()}"
    problem = f"does not say {rule.says}" if value is None else said
    raise PageNotUnderstood(f"the page {problem}: fix {name!r} of 'rules' in selectors.yaml")
