"""The fields of a cell that a page may show: what each is, and the values that are allowed."""

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
    in words what else a page may show. A `witness` may be left out; a field with `none` need not be on the site.
    """

    says: str
    kind: Kind
    names: tuple[str, ...] = ()
    others: str = ""
    witness: bool = False
    none: bool = False

    @property
    def known(self) -> frozenset[str]:
        """The names that selectors.yaml may use for values."""
        return frozenset(SIDES if self.kind is Kind.SIDES else self.names)

    @property
    def is_closed(self) -> bool:
        """True if a page may show no other values than the names."""
        return self.kind in {Kind.FLAG, Kind.SIDES} or not self.others

    @property
    def allowed(self) -> str:
        """The allowed values, as the manual has them."""
        names = ("true", "false") if self.kind is Kind.FLAG else tuple(SIDES) if self.kind is Kind.SIDES else self.names
        quoted = ", ".join(f"`{name}`" for name in names)
        shown = ", or ".join(part for part in (quoted, self.others) if part)
        return f"{shown}; or `none`" if self.none else shown

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


def needed(fields: Mapping[str, Field]) -> frozenset[str]:
    """Return the fields that a page must show."""
    return frozenset(name for name, field in fields.items() if not field.witness)


def witnesses(fields: Mapping[str, Field]) -> frozenset[str]:
    """Return the fields that a page may show besides."""
    return frozenset(fields) - needed(fields)


def names(fields: Mapping[str, Field]) -> Mapping[str, frozenset[str]]:
    """Return the names of values that selectors.yaml may use, by field."""
    return {name: field.known for name, field in fields.items() if field.known}


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


def place(says: str) -> Field:
    """Return the witness that a label's row or column is."""
    return Field(says, Kind.NUMBER, others="numbers from 0 or 1", witness=True)
