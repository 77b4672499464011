"""Rules that differ between sites or boards, and that no cell shows: what each is, and its value on a page."""

from dataclasses import dataclass

from player.errors import PageNotUnderstood
from player.games.grid import shorten
from player.games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a board: what it is, its value if selectors.yaml has none, and the greatest number, if it is one."""

    says: str
    default: bool | int
    most: int = 1
    titles: tuple[str, ...] = ()
    """Words in the title of a page on which other values are likely."""

    @property
    def allowed(self) -> str:
        """The allowed values, as the manual has them."""
        return "`true`, `false`" if isinstance(self.default, bool) else f"1 to {self.most}"

    @property
    def others(self) -> tuple[bool | int, ...]:
        """The values besides the default."""
        return (not self.default,) if isinstance(self.default, bool) else tuple(range(self.default + 1, self.most + 1))

    def takes(self, value: bool | int) -> bool:
        """Return whether selectors.yaml may give the rule this value."""
        return isinstance(value, bool) == isinstance(self.default, bool) and 0 <= value <= self.most

    def meant(self) -> str:
        """Return the allowed values, for a message."""
        return "true or false" if isinstance(self.default, bool) else f"a number from 1 to {self.most}"


def flag(name: str, rule: Rule, snapshot: Snapshot) -> bool:
    """Return the flag `rule` under `name`; raise PageNotUnderstood if the page should say it, and does not."""
    value = snapshot.rules.get(name, rule.default)
    if isinstance(value, bool):
        return value
    raise PageNotUnderstood(_problem(name, rule, value))


def number(name: str, rule: Rule, snapshot: Snapshot) -> int:
    """Return the number `rule` under `name`; raise PageNotUnderstood if the page should say it, and does not."""
    value = snapshot.rules.get(name, rule.default)
    if isinstance(value, str) and value.isascii() and value.isdecimal():
        value = int(value[:4])
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= rule.most:
        return value
    raise PageNotUnderstood(_problem(name, rule, value))


def _problem(name: str, rule: Rule, value: object) -> str:
    if value is None:
        return f"the page does not say {rule.says}: fix {name!r} of 'rules' in selectors.yaml"
    return (
        f"the page says {shorten(value)} as {rule.says}, not {rule.meant()}: fix {name!r} of 'rules' in selectors.yaml"
    )
