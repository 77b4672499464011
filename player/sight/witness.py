"""The second witness: a board that was read elsewhere, compared with a picture of it.

A game with a witness has a module `witness.py` with a function `compare(sheet, board, shown, findings)`. It looks at
each thing that the board has, and at each place that should have none, and says what it saw: the same, something else
for sure, or nothing that can be judged. What is doubtful is no difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

from player.errors import BoardError
from player.games import Game
from player.games.grid import Cell
from player.sight.reading import Grid, require_installed

if TYPE_CHECKING:
    from player.sight.sheet import Sheet

#: The least side of a cell in pixels: what is drawn on smaller ones can't be told apart.
LEAST_SIDE = 24
#: The least share of what the board has that must be seen, for a picture to show this board.
LEAST_SHARE = 0.6
#: The number of differences up to which all else may be judged by what agrees.
FEW = 2


class Verdict(StrEnum):
    """The word of the witness."""

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_SEEN = "not seen"
    USED = "used"
    """There was no other reading to compare with: the board was read from the picture."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the picture shows something else than the board has: the cells, and both in words."""

    cells: tuple[Cell, ...]
    board: str
    picture: str

    @property
    def where(self) -> str:
        """The place in words."""
        return " and ".join(map(str, self.cells))

    def __str__(self) -> str:
        where = f" at {self.where}" if self.cells else ""
        return f"the markup has {self.board}{where}, the picture shows {self.picture}"


@dataclass(slots=True)
class Kind:
    """The findings about one kind of things on a board: walls, numbers, ..."""

    asked: int = 0
    """The number of things that the board has."""
    seen: int = 0
    """The number of them that the picture shows."""
    misread: int = 0
    """The number of other numbers or letters at their places, which show that the picture is one of such a board."""
    unclear: int = 0
    """The number of places where the board has nothing and the picture something that is not recognised."""
    others: list[Difference] = field(default_factory=list)
    """Things that the picture shows for sure, and the board has not."""
    absent: list[Difference] = field(default_factory=list)
    """Things that the board has where the picture shows nothing at all."""

    @property
    def differences(self) -> list[Difference]:
        """The differences. If nothing of a kind is seen, it is drawn in an unknown way, or not drawn."""
        unknown = self.asked > 1 and not self.seen and not self.others
        return self.others + ([] if unknown else self.absent)


@dataclass(slots=True)
class Findings:
    """The findings about a board, by the kind of things."""

    kinds: dict[str, Kind] = field(default_factory=dict)

    def of(self, kind: str) -> Kind:
        """Return the findings about one kind."""
        return self.kinds.setdefault(kind, Kind())

    @property
    def asked(self) -> int:
        """The number of things that the board has."""
        return sum(kind.asked for kind in self.kinds.values())

    @property
    def seen(self) -> int:
        """The number of them that the picture shows."""
        return sum(kind.seen for kind in self.kinds.values())

    @property
    def misread(self) -> int:
        """The number of other numbers or letters at their places."""
        return sum(kind.misread for kind in self.kinds.values())


@dataclass(frozen=True, slots=True)
class Statement:
    """The verdict of the witness, the differences in the order of the cells, and why nothing was seen."""

    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    why: str = ""


class Witness(Protocol):
    """`witness.py` of a game."""

    def compare(self, sheet: "Sheet", board: Any, shown: Sequence[str | bool], findings: Findings, /) -> None:
        """Add what the sheet shows of the board to `findings`; `shown` are the marks of the cells, row by row."""


def ask(data: bytes, grid: Grid, game: Game, board: Any, shown: Sequence[str | bool]) -> Statement:
    """Return what the picture `data` (the bytes of a PNG) says of `board`, whose cells lie on `grid`.

    `shown` are the marks of the cells by the page. Raise NotInstalled without the extra `sight`.
    """
    if not game.has("witness"):
        return _nothing(f"{game.name} has no witness")
    side = min(_least_step(grid.across), _least_step(grid.down))
    if side < LEAST_SIDE:
        return _nothing(f"its cells are {side:.0f} pixels wide: a witness needs {LEAST_SIDE}")
    require_installed()
    from player.sight.picture import decoded  # noqa: PLC0415  # of the extra
    from player.sight.sheet import Sheet  # noqa: PLC0415

    findings = Findings()
    try:
        pixels = decoded(data)
        if grid.down[-1] > pixels.shape[0] + 1 or grid.across[-1] > pixels.shape[1] + 1:
            return _nothing("a part of it is outside of the window")
        game.witness.compare(Sheet(pixels, grid), board, shown, findings)
    except BoardError as error:
        return _nothing(str(error))
    return judged(findings)


def judged(findings: Findings) -> Statement:
    """Return the verdict on findings: a board of which too little is seen is not judged."""
    differences = [one for kind in findings.kinds.values() for one in kind.differences]
    known = findings.seen + max(findings.misread, min(len(differences), FEW))
    if not findings.seen or known < LEAST_SHARE * findings.asked:
        return _nothing(f"{findings.seen} of {findings.asked} things on the board were recognised")
    if differences:
        return Statement(Verdict.DIFFERS, tuple(sorted(differences, key=lambda one: one.cells)))
    for name, kind in findings.kinds.items():
        if kind.seen < kind.asked:
            return _nothing(f"{kind.seen} of {kind.asked} {name} on the board were recognised")
        if kind.unclear:
            return _nothing(f"there may be {name} besides those of the board: {kind.unclear} were not recognised")
    return Statement(Verdict.AGREES)


def _nothing(why: str) -> Statement:
    return Statement(Verdict.NOT_SEEN, why=why)


def _least_step(lines: Sequence[float]) -> float:
    return min(after - before for before, after in pairwise(lines))
