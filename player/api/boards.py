"""The library's functions of boards: solve, explain, generate, draw; and its boundary. None needs a browser.

The arguments of its functions are of the types that they name, and all errors are PlayerErrors.
"""

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from itertools import islice
from numbers import Integral, Real
from os import PathLike
from pathlib import Path
from reprlib import Repr
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, get_args, get_origin

from player.boards.board_json import board_of, parse
from player.errors import ArgumentInvalid, Bug, CannotWrite, InputMissing, PlayerError, did_you_mean
from player.games import GAMES, Game, spelt
from player.proof import Proof, prove

if TYPE_CHECKING:
    from player.boards.drawing import Drawn
    from player.explanations.explanation import Explanation
    from player.games import Board

    #: A board, or a JSON object in the public format (docs/boards.md).
    BoardOrJson = Board | Mapping[str, Any]


P = ParamSpec("P")
T = TypeVar("T")

#: The types that are checked, in words. Boards, pages and solutions are known by what the functions do with them.
WORDS = {bool: "True or False", int: "a whole number", float: "a number", str: "a text", PathLike: "a path"}
_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 60


def public(function: Callable[P, T]) -> Callable[P, T]:
    """Return `function` with checked arguments; each error of it is a PlayerError.

    An argument of another type than its annotation names is refused, and so are texts that no path or name can be.
    A file that can't be read or written is missing; what is unforeseen is reported as a bug.
    """
    known = signature(function)
    kinds = {name: _kinds(parameter.annotation) for name, parameter in known.parameters.items()}

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        for name, value in known.bind(*args, **kwargs).arguments.items():
            if known.parameters[name].kind is not Parameter.VAR_KEYWORD:
                _require(name, value, kinds[name])
        try:
            return function(*args, **kwargs)
        except PlayerError:
            raise
        except OSError as error:
            kind = CannotWrite if "path" in kinds else InputMissing
            raise kind(f"{_SHORT.repr(error.filename)} can't be used: {error.strerror or error}") from error
        except Exception as error:  # the caller is promised a PlayerError
            raise Bug(error) from error

    return checked


def _kinds(annotation: object) -> frozenset[type]:
    """Return the types that `annotation` names, empty if it names others than those of `WORDS` and None."""
    kinds = {get_origin(one) or one for one in get_args(annotation) or (annotation,)}
    return frozenset(kinds) if kinds <= {*WORDS, type(None)} else frozenset()


def _require(name: str, value: Any, kinds: frozenset[type]) -> None:
    """Raise ArgumentInvalid unless `value` is of one of `kinds`, and a text or path that can be a name."""
    shown = f"{name}={_SHORT.repr(value)}"
    number = Real if float in kinds else Integral
    fits = type(value) is not bool and isinstance(value, number) and not {int, float}.isdisjoint(kinds)
    if kinds and not (fits or isinstance(value, tuple(kinds - {int, float}))):
        words = " or ".join(WORDS.get(kind, "None") for kind in sorted(kinds, key=[*WORDS, type(None)].index))
        raise ArgumentInvalid(f"{shown}: it is {words}, not {_named(value)}")
    if isinstance(value, Real) and not math.isfinite(value):
        raise ArgumentInvalid(f"{shown}: it is a finite number")
    if isinstance(value, str | PathLike) and (kinds or name == "source") and not _can_be_a_name(value):
        raise ArgumentInvalid(f"{shown}: it is empty, or has characters that no name of a file or a game has")


def _can_be_a_name(value: "str | PathLike[Any]") -> bool:
    try:
        return os.fsencode(value).strip() != b"" and b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


@public
def solve(board: "BoardOrJson") -> Proof:
    """Solve `board`, and search for a second solution.

    The proof has `solutions` (0, 1, or 2 for two or more), and the only `solution`, which raises BoardError if there is
    not just one. The search has no time limit of its own. Raise BoardError if the board is malformed.
    """
    return prove(*game_and_board(board))


@public
def explain(
    board: "BoardOrJson", *, steps: int | None = None, effort: float = 1, unique: bool = False
) -> "Explanation":
    """Return the steps from the givens of `board` to its only solution: all with the difficulty, or the first `steps`.

    `effort` multiplies the work that steps may take. With `unique`, steps of the rule "uniqueness" are allowed: else
    there would be two solutions. Raise BoardError if the board has not exactly one solution.
    """
    from player.explanations.report import explained  # noqa: PLC0415  # loaded when it is used: solving must be quick

    if steps is not None and steps < 1:
        raise ArgumentInvalid(f"steps={steps}: ask for one step or more, or leave it out for all")
    if effort <= 0:
        raise ArgumentInvalid(f"effort={effort}: it multiplies the work of the steps, so it is more than 0")
    found = explained(*game_and_board(board), steps, effort, unique=unique)
    if found.stopped:
        raise found.stopped
    return found


@public
def generate(
    game: str,
    *,
    size: int | None = None,
    seed: int = 1,
    number: int = 1,
    difficulty: str | float | None = None,
    **options: bool | int,
) -> "Board":
    """Return board `number` (from 1) of `seed`, with exactly one solution: that of the command `player generate`.

    Without a `size`, one of the game's usual sizes is drawn. `difficulty` is a word (easy, medium, hard), or the least
    number. `options` are those that the game has, by the names that the command gives them, such as `stars=2`. Raise
    ArgumentInvalid for what the game does not have, BoardError if there is no such board.
    """
    from player.boards.generation import require, stream  # noqa: PLC0415  # loaded when it is used: solving must be quick

    found = game_named(game)
    require(found.name, size, **options)
    if number < 1:
        raise ArgumentInvalid(f"number={number}: the boards of a seed are counted from 1")
    wanted = None if difficulty is None else _level(difficulty)
    boards = stream(game, size, seed, wanted=wanted, jobs=1, form=None, rated=False, **options)
    try:
        data = next(islice(boards, number - 1, None))
    finally:
        boards.close()
    board: Board = found.board.from_json(data)
    return board


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture of a board, in several forms; a notebook shows it."""

    _drawn: "Drawn"

    @property
    def broken(self) -> tuple[str, ...]:
        """The rules that the drawn solution breaks, a sentence each."""
        return tuple(self._drawn.broken)

    def svg(self) -> str:
        """Return the picture as SVG."""
        return self._drawn.content("svg").decode()

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file."""
        return self._drawn.content("png")

    def html(self) -> str:
        """Return the picture as a page of HTML, which needs no other file."""
        return self._drawn.page()

    def text(self) -> str:
        """Return the picture in characters, as a terminal shows it."""
        return self._drawn.content("txt").decode()

    @public
    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to a file, in the form of its ending: .svg, .png, .html or .txt.

        Raise ArgumentInvalid for another ending, CannotCreate or CannotWrite if the file can't be written.
        """
        from player.files import write_atomic  # noqa: PLC0415  # only for a file

        file = Path(path)
        ending = file.suffix.lower()
        if ending not in (forms := (".svg", ".png", ".html", ".txt")):
            raise ArgumentInvalid(f"{file} has no ending of a picture: {did_you_mean(ending, forms)}")
        write_atomic(file, self._drawn.content(ending[1:]), private=False)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        """Return the picture in characters."""
        return self.text()


@public
def draw(board: "BoardOrJson", solution: Any = None, *, solved: bool = True, steps: bool = False) -> Drawing:
    """Return the picture of `board` with its only solution; unless `solved`, without any.

    A given `solution`, as of `solve`, is drawn as it is: `Drawing.broken` has the rules that it breaks. With `steps`,
    the marks have the numbers of the steps of `explain`. Raise BoardError if the board has not exactly one solution.
    """
    from player.boards.drawing import drawn  # noqa: PLC0415  # loaded when it is used: solving must be quick

    if not solved and (steps or solution is not None):
        raise ArgumentInvalid("solved=False draws no solution: leave out the solution and its steps")
    if isinstance(board, Mapping) and solution is None:
        return Drawing(drawn(dict(board), solved=solved, steps=steps))
    return Drawing(drawn(to_json(board, solution), solved=solved, steps=steps))


@public
def from_json(data: Mapping[str, Any] | str) -> "Board":
    """Return the board of a JSON object in the public format, or of its text; raise BoardError if it is malformed."""
    if not isinstance(data, str | Mapping):
        raise ArgumentInvalid(f"a board as JSON is a dict or a text, not {_named(data)}")
    board: Board = board_of(parse(data) if isinstance(data, str) else dict(data))[1]
    return board


@public
def to_json(board: "BoardOrJson", solution: Any = None) -> dict[str, Any]:
    """Return `board` in the public format, with the `solution`, as of `solve`, if it is given."""
    game, one = game_and_board(board)
    data = game.board.to_json(one)
    if solution is None:
        return data
    try:
        return {**data, "solution": game.board.solution_to_json(solution)}
    except (TypeError, ValueError, AttributeError, IndexError, KeyError):
        raise ArgumentInvalid(f"that is no solution of a board of {game.title}: give one as solve(board) has") from None


def game_and_board(board: object) -> tuple[Game, Any]:
    """Return the game of `board`, and the board; raise BoardError if it is malformed JSON, ArgumentInvalid for what is
    no board.
    """
    if isinstance(board, Mapping):
        return board_of(dict(board))
    for game in GAMES.values():
        kind = getattr(game.board, "Board", None)
        if kind is not None and isinstance(board, kind):
            return game, board
    raise ArgumentInvalid(f"a board, or a dict in the format of docs/boards.md, was expected, not {_named(board)}")


def game_named(name: object) -> Game:
    """Return the game `name`; raise ArgumentInvalid, with the most similar name, if there is none such."""
    if isinstance(name, str) and (known := spelt(name)) in GAMES:
        return GAMES[known]
    raise ArgumentInvalid(f"there is no game {name!r}: {did_you_mean(str(name), GAMES)}")


def _level(difficulty: str | float) -> str:
    from player.explanations.explanation import LEVELS  # noqa: PLC0415  # loaded when it is used

    if difficulty in LEVELS or (isinstance(difficulty, int | float) and 0 <= difficulty <= 10):
        return str(difficulty)
    raise ArgumentInvalid(f"difficulty={difficulty!r}: it is {', '.join(LEVELS)}, or a number from 0 to 10")


def _named(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"


__all__ = ["Drawing", "draw", "explain", "from_json", "generate", "solve", "to_json"]
