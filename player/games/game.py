"""The descriptor of a game: its required modules, and the optional parts that its folder has."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from player.errors import BoardError
from player.games.fields import BoardRule, Field
from player.games.grid import Cell
from player.games.moves import Mark, Move
from player.games.puzzlink import UrlFormat
from player.games.snapshot import Snapshot
from player.sat.cnf import CNF


class BoardFormat(Protocol):
    """`board.py`: boards and solutions as JSON, and the referee. Boards and solutions are the game's own types."""

    def from_json(self, data: dict[str, Any]) -> Any:
        """Return the board in the public format; raise BoardError if it is malformed."""

    def to_json(self, board: Any) -> dict[str, Any]:
        """Return the board in the public format."""

    def to_solution(self, board: Any, data: list[Any]) -> Any:
        """Return the solution in the public format; raise BoardError if it is malformed."""

    def solution_to_json(self, solution: Any) -> list[Any]:
        """Return the solution in the public format."""

    def check(self, board: Any, solution: Any) -> list[str]:
        """Return the rules that `solution` breaks, a sentence each. Shares nothing with the encoding."""


class Encoding(Protocol):
    """`encoding.py`, or a `Coding`: the board as CNF, and a model as a solution."""

    def encode(self, board: Any) -> CNF:
        """Return the formula whose models are the solutions."""

    def decode(self, board: Any, facts: list[Any]) -> Any:
        """Return the solution in which the named variables `facts` are true."""

    def sentence(self, name: Any) -> str:
        """Return the meaning of a named variable, unique on the board."""


class Coding(NamedTuple):
    """A further encoding of a game, by its functions."""

    encode: Callable[[Any], CNF]
    decode: Callable[[Any, list[Any]], Any]
    sentence: Callable[[Any], str]


class Description(NamedTuple):
    """A board in words: its `title` and `rules`, and the `caption`, which says what the grid does not show.

    `parts` are names in the singular with how many there are; `cells` are those that have a given or a clue; `lengths`
    those of the words that a solution has, to be written below the board.
    """

    title: str
    rules: Sequence[str] = ()
    caption: str = ""
    parts: Sequence[tuple[str, int]] = ()
    cells: Sequence[Cell] = ()
    lengths: Sequence[int] = ()


class Claim(NamedTuple):
    """The claim of a proof about a board whose rules don't settle everything: what it is relative to."""

    says: str
    """A phrase for a report, after the number of solutions."""
    data: dict[str, Any]
    """The same as JSON."""


class RejectedWord(NamedTuple):
    """A word that the page rejected: the word, and the board with that knowledge."""

    rejected: str
    board: Any


def _nothing(*_args: object, **_options: object) -> None:
    """Return None: the game has nothing to load, to claim or to learn."""


class PagePlay(Protocol):
    """`play.py`: from a snapshot of the page to the board, and from the solution to moves."""

    ALLOWED: Mapping[str, Field]
    """The fields of a cell, and the values that each may have."""
    MARK: str
    """The field that moves change."""

    def read(self, snapshot: Snapshot) -> Any:
        """Return the board; raise PageNotUnderstood or BoardError if the snapshot shows none."""

    def state(self, snapshot: Snapshot, expected: Any = None) -> Any:
        """Return the marks on the board; a mark that the page hides is taken from `expected` if the rest agrees."""

    def plan(self, board: Any, solution: Any, state: Any) -> list[Move]:
        """Return the moves from `state` to `solution`."""

    def simulate(self, board: Any, state: Any, moves: Iterable[Move]) -> Any:
        """Return the state of the page after `moves`."""

    def solved(self, board: Any, state: Any) -> bool:
        """Return whether `state` is a solution, by the referee."""


class GeneratorOption(NamedTuple):
    """An option of `player generate` that one game has: a switch if `default` is a bool, else a number from 1.

    The braces within `label`, a part of the id of a board, stand for the value that was given.
    """

    name: str
    default: bool | int
    help: str
    label: str
    most: int = 1
    """The greatest number."""


def title_of(name: str) -> str:
    """Return the name of a puzzle as people write it, such as "Mini Sudoku"."""
    return name.replace("-", " ").title()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A kind of puzzle: its name, and the package with its modules. Optional modules are loaded on demand."""

    name: str
    package: str

    @property
    def title(self) -> str:
        """The name as people write it."""
        return title_of(self.name)

    @property
    def drawing(self) -> Any:
        """The module `draw.py`: the puzzle in pictures and on a terminal (see `player.render.scene.Picture`)."""
        return self._module("draw", "drawn")

    def text(self, board: Any, solution: Any = None) -> Any:
        """Return the board, with a given solution, as rich's text for a terminal, or that it has no drawing."""
        return self.drawing.text(board, solution) if self.has("draw") else f"{self.title} can't be drawn yet"

    def has(self, module: str) -> bool:
        """Return whether the puzzle's folder has this module."""
        return find_spec(f"{self.package}.{module}") is not None

    def _module(self, module: str, done: str) -> ModuleType:
        if not self.has(module):
            raise BoardError(f"{self.title} can't be {done} yet")
        return import_module(f"{self.package}.{module}")


@dataclass(frozen=True, slots=True)
class Game(Puzzle):
    """A game that is read, solved and played. What has a default is optional: see `of`.

    A game without `complete_encoding` needs no cuts. `load` gets the board, loads what its encoding needs, so that this
    is not counted as solving, and returns its name or None. `relaxed_encoding` is for boards without a solution: it
    leaves out what the player may be wrong about, and counts if it has one solution. `search` finds up to two solutions
    without a formula, as the variables that are true in them, or gives up with None. `claim` gets the board, the true
    variables of the solutions that were found, and whether the encoding was the relaxed one.
    """

    board: BoardFormat
    encoding: Encoding
    play: PagePlay
    complete_encoding: Encoding | None = None
    load: Callable[[Any], object] = _nothing
    relaxed_encoding: Encoding | None = None
    search: Callable[[Any], list[list[Any]] | None] = _nothing
    claim: Callable[..., Claim | None] = _nothing
    describe: Callable[[Any], Description] | None = None
    images: Callable[[Any], Iterable[Any]] = lambda board: (board,)
    """Yield the boards that are equal to a board by turning or renaming, and itself: the same ones for each of them."""
    url: UrlFormat | None = None
    """The board as the grid of a URL of puzz.link."""
    generator_options: tuple[GeneratorOption, ...] = ()
    learn: Callable[..., RejectedWord | None] = _nothing
    """Return the lesson of moves without effect in a state, or None: the input was lost. See the game's `play.py`."""
    done: Callable[[Any], Mapping[str, int]] = lambda _state: {}
    """Return the number of done items of each list beside the grid in a state."""
    enclosed: Callable[[Any, Any, Snapshot], Any] = lambda _board, state, _snapshot: state
    """Return the state that a page shows which draws by lines, if moves should lead to `state`."""
    lists: frozenset[str] = frozenset()
    """The lists beside the grid that a page must show; selectors.yaml says where."""
    rules: Mapping[str, BoardRule] = field(default_factory=dict)
    """The rules that differ between sites or boards, and that no cell shows; selectors.yaml gives their values."""
    archive_keys: frozenset[str] = frozenset()
    """The keys that archives of this game's boards have beside the format; they are ignored."""
    shown: Callable[[Any, Any], Sequence[Mark]] = lambda _board, state: tuple(state)
    """Return the field `MARK` of each cell in a state; by default the state is that."""
    columns: Callable[[Any], Mapping[str, Sequence[object]]] = lambda _board: {}
    """Return the common fields of each cell, by names of our own: equal if two pages show one board."""

    @classmethod
    def of(cls, name: str, package: str, board: Any, encoding: Any, play: Any, **more: Any) -> "Game":
        """Return the game of three modules, with what is optional: what a module has by the name of it, and `more`."""
        known = {one.name for one in fields(cls)}
        offered = {
            part: one for module in (board, encoding, play) for part, one in vars(module).items() if part in known
        }
        return cls(name, package, board, encoding, play, **offered, **more)

    def __reduce__(self) -> tuple[Any, ...]:
        return resolve_name, (f"{self.package}:GAME",)  # modules can't be copied

    @property
    def whole_encoding(self) -> Encoding:
        """The encoding that states every rule, so that it needs no cuts."""
        return self.complete_encoding or self.encoding

    def description(self, board: Any) -> Description:
        """Return the board in words; of a game that describes none its name only."""
        return self.describe(board) if self.describe else Description(self.title)

    def generator(self, **options: bool | int) -> Any:
        """Return the generator of boards (see `player.games.shapes.Generator`); BoardError if the game has none.

        Of the options it gets those that are not their defaults.
        """
        return self._module("generate", "generated").generator(**options)

    @property
    def recipe(self) -> Any:
        """The module `learn.py`: the ways in which its fields may be read on a page that no selector describes."""
        return self._module("learn", "learnt")

    @property
    def sight(self) -> Any:
        """The module `sight.py`, the reader of pictures (see `player.sight`); BoardError if there is none."""
        return self._module("sight", "read from pictures")

    @property
    def facts(self) -> Callable[[list[Any], Collection[str]], Iterable[str]]:
        """The function `facts` of `board.py`: the facts of a solution, worded anew for certificates."""
        if not hasattr(self.board, "facts"):
            raise BoardError(f"{self.title} can't be certified yet")
        facts: Callable[[list[Any], Collection[str]], Iterable[str]] = self.board.facts
        return facts

    @property
    def reasoner(self) -> Callable[[Any], Any]:
        """The class that explains a board (see `player.explanations.steps.Reasoner`); BoardError if there is none."""
        reasoner: Callable[[Any], Any] = self._module("explain", "explained").Reasons
        return reasoner
