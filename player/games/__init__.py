"""The puzzles, each a module (or package) with the names of `Game`. Pure: no browser, no YAML, no solver."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from player.games import mini_sudoku, patches, queens, tango, zip
from player.games.moves import Move
from player.games.snapshot import Snapshot
from player.games.zip import places
from player.logic.cnf import CNF


class Encoding(Protocol):
    """A formula of a game's boards, and what its variables say: see `Game`."""

    def encode(self, board: Any) -> CNF: ...

    def decode(self, board: Any, facts: list[Any]) -> Any: ...

    def sentence(self, name: Any) -> str: ...


class Game(Protocol):
    """What a game's module offers. Boards, solutions and states are the game's own types, opaque to everyone else."""

    NAME: str
    FIELDS: frozenset[str]
    """What `read` and `state` need of each cell: selectors.yaml says where a page shows it."""
    WITNESSES: frozenset[str]
    """What a page may show besides, and must then agree."""
    MARK: str
    """The field that moves change."""
    VALUES: Mapping[str, frozenset[str]]
    """Of the fields whose values have names of ours: the names that there are."""
    COMMON: frozenset[str]
    """Those of `FIELDS` that describe the board, the same for everybody that day; the others tell how far one is."""

    def from_json(self, data: dict[str, Any]) -> Any:
        """The board in the public format; BoardError where it is malformed."""

    def to_json(self, board: Any) -> dict[str, Any]: ...

    def to_solution(self, board: Any, data: list[Any]) -> Any: ...

    def solution_to_json(self, solution: Any) -> list[Any]: ...

    def read(self, snapshot: Snapshot) -> Any:
        """The board on the page; PageNotUnderstood or BoardError where it can't be one."""

    def columns(self, board: Any) -> Mapping[str, Sequence[object]]:
        """The fields `COMMON` of each cell, by names of our own: equal where two pages show one board."""

    def encode(self, board: Any) -> CNF: ...

    def decode(self, board: Any, facts: list[Any]) -> Any:
        """The solution in which the named variables `facts` of the formula are true."""

    def sentence(self, name: Any) -> str:
        """What a named variable says of the board, in words that no other one has."""

    def check(self, board: Any, solution: Any) -> list[str]:
        """The referee, which shares nothing with the encoding: the rules broken, a sentence each."""

    def state(self, snapshot: Snapshot, expected: Any = None) -> Any:
        """What stands on the board now; what a page does not show is taken from `expected` where the rest agrees."""

    def plan(self, board: Any, solution: Any, state: Any) -> list[Move]: ...

    def simulate(self, board: Any, state: Any, moves: Iterable[Move]) -> Any:
        """The state that the page will be in after `moves`."""

    def solved(self, board: Any, state: Any) -> bool: ...

    def shown(self, board: Any, state: Any) -> Sequence[str | bool]:
        """The field `MARK` of each cell in `state`."""


GAMES: Mapping[str, Game] = {game.NAME: game for game in (queens, zip, tango, mini_sudoku, patches)}

WHOLE: Mapping[str, Encoding] = {**GAMES, zip.NAME: places}
"""For each game the encoding that says every rule, so that it needs no cuts."""
