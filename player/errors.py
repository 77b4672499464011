"""Errors: one class and one exit code (the numbers of sysexits.h) each.

    PlayerError                    70  a bug in the player, unless a subclass has its own code
    ├── ArgumentInvalid             2  a function of the library got an argument that it can't use
    ├── BoardError                 65  the board is malformed, or has not exactly one solution
    ├── AnswerError                65  a solution from elsewhere is malformed, or breaks a rule
    ├── CertificateError           65  a certificate does not prove what it says
    │   └── NotCompared             1  the formula of a certificate can't be compared with its board
    ├── InputMissing               66  an input file is missing
    ├── NoBrowser                  69  no usable browser
    ├── NotInstalled               69  an optional dependency is not installed
    ├── CannotCreate               73  an output file or folder cannot be created
    ├── CannotWrite                74  writing failed (disk full)
    ├── Unavailable                75  a temporary failure: network, server, crash
    │   ├── BoardChanged           75  the page replaced the board by another one
    │   │   └── InputsLost         75  the page lost quick inputs, and its marks can't be right
    │   ├── Locked                 75  another run plays this profile
    │   ├── Crashed                75  the page or the browser is gone
    │   ├── NoNetwork              75  the site cannot be reached
    │   ├── Throttled              75  the server refuses requests for a while
    │   ├── TimeUp                 75  the time limit of one game is over
    │   └── DeadlineOver           75  the deadline of the run is over
    ├── PageNotUnderstood          76  the page differs from selectors.yaml
    ├── RequestStopped             76  a press on an unknown page set off a request that may change something
    ├── SignInNeeded               77  the site asks to sign in
    │   └── Denied                 77  the site refuses programs, or this user
    ├── ConfigInvalid              78  selectors.yaml, the settings, a session file or the history is invalid
    └── Interrupted          129, 130, 143  a signal ended the run

A message is one line: what is wrong, where, and what to do. It is without secrets.
"""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from enum import StrEnum
from typing import Any, ClassVar, Self

from player.secrets import SCRUBBER

SOLVED, NOT_CONFIRMED, USAGE = 0, 1, 2

#: The name of this package for installers; a package with the name of the command is somebody else's.
DISTRIBUTION = "logic-games-player"

#: The name of the selectors file in use, which replaces `DEFAULT_SELECTORS` in messages.
SELECTORS_FILE: ContextVar[str] = ContextVar("SELECTORS_FILE", default="selectors.yaml")
DEFAULT_SELECTORS = re.compile(r"(?<![\w./-])selectors\.yaml\b")


def with_real_name(message: str) -> str:
    """Return `message` with the name of the selectors file in use."""
    return DEFAULT_SELECTORS.sub(lambda _name: SELECTORS_FILE.get(), message)


class Outcome(StrEnum):
    """The end of one game, in the words of the result records."""

    SOLVED = "solved"
    ALREADY = "already"
    UNCONFIRMED = "unconfirmed"
    UNSAVED = "unsaved"
    UNSOLVED = "unsolved"
    FAILED = "failed"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    UNREADABLE = "unreadable"
    SIGN_IN = "signin"
    UNPLAYED = "unplayed"


#: The outcomes of games that are won, by us or before.
WON = frozenset({Outcome.SOLVED, Outcome.ALREADY})


class PlayerError(Exception):
    """The base of all errors that a user sees in one line."""

    exit_code: ClassVar[int] = 70
    outcome: ClassVar[Outcome] = Outcome.FAILED
    of_site: ClassVar[str] = ""
    """The reason not to try other games of the site; empty if the error concerns one game."""

    def __str__(self) -> str:
        return SCRUBBER.text(with_real_name(super().__str__()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self), *self.args), self.__dict__  # __init__ has other arguments

    @property
    def code(self) -> int:
        """The exit code of a program that ends with this error."""
        return self.exit_code


class Bug(PlayerError):
    """An unexpected error; with PLAYER_DEBUG its traceback is printed."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"a bug in the player: {type(error).__name__}: {error} (set PLAYER_DEBUG=1 for the traceback)")
        self.__cause__ = error


class ArgumentInvalid(PlayerError, ValueError):
    """A function of the library got an argument that it can't use."""

    exit_code = USAGE


class BoardError(PlayerError):
    """The board is malformed, or has not exactly one solution."""

    exit_code = 65
    outcome = Outcome.REFUSED


class AnswerError(PlayerError):
    """A solution from elsewhere is malformed, or breaks a rule."""

    exit_code = 65

    @classmethod
    def of(cls, broken: Sequence[str]) -> Self:
        """Return the error for the broken rules, one sentence each."""
        return cls(f"ERROR: {some(broken)}")


class CertificateError(PlayerError):
    """A certificate does not prove what it says, or its files were changed."""

    exit_code = 65


class NotCompared(CertificateError):
    """The formula of a certificate can't be compared with its board, so that it proves nothing of this board."""

    exit_code = NOT_CONFIRMED


class InputMissing(PlayerError):
    """An input file is missing."""

    exit_code = 66


class NoBrowser(PlayerError):
    """No browser can be used."""

    exit_code = 69
    outcome = Outcome.UNAVAILABLE


class NotInstalled(PlayerError):
    """An optional dependency is missing."""

    exit_code = 69

    @classmethod
    def of_extra(cls, extra: str, needed: str) -> Self:
        """Return the error for `needed`, a clause, with the command that adds the extra to this installation."""
        return cls(f"{needed}: type {install_command(extra)}")


def install_command(extra: str) -> str:
    """Return the command that installs the packages of an extra for this interpreter.

    It names these packages, and not the player, which is on no package index.
    """
    import shlex  # noqa: PLC0415  # this and the next two take time, and are for this line only
    from importlib import metadata  # noqa: PLC0415
    from importlib.util import find_spec  # noqa: PLC0415

    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        required = []
    named = re.compile(rf"(.*?) *;.*extra == ['\"]{extra}['\"]")
    packages = [shlex.quote(found[1]) for found in map(named.match, required) if found]
    if not packages:
        return f"pip install '.[{extra}]' in the folder of the player's sources"
    python = shlex.quote(sys.executable)
    installer = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f"{installer} {' '.join(packages)}"


class CannotCreate(PlayerError):
    """An output file or folder can't be created."""

    exit_code = 73


class CannotWrite(PlayerError):
    """A write failed."""

    exit_code = 74


class Unavailable(PlayerError):
    """A temporary failure of network, server or browser."""

    exit_code = 75
    outcome = Outcome.UNAVAILABLE


class BoardChanged(Unavailable):
    """The page replaced the board by another one."""


class InputsLost(BoardChanged):
    """The page lost a part of quick inputs: its marks can't be those of a game."""


class Locked(Unavailable):
    """Another run plays this profile."""


class Crashed(Unavailable):
    """The page or the browser is gone."""


class NoNetwork(Unavailable):
    """The site can't be reached."""

    of_site = "there is no network"


class Throttled(Unavailable):
    """The server refuses requests for `wait` seconds; None if it does not say how long."""

    of_site = "the site wants no more requests now"

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class TimeUp(Unavailable):
    """The time limit of one game is over."""


class DeadlineOver(Unavailable):
    """The deadline of the run is over."""


class PageNotUnderstood(PlayerError):
    """The page differs from selectors.yaml."""

    exit_code = 76
    outcome = Outcome.UNREADABLE


class RequestStopped(PlayerError):
    """A press on a page whose board was not proved set off a request that may change something."""

    exit_code = 76
    outcome = Outcome.UNREADABLE


class SignInNeeded(PlayerError):
    """The site asks to sign in."""

    exit_code = 77
    outcome = Outcome.SIGN_IN


class Denied(SignInNeeded):
    """The site refuses programs, or this user."""

    of_site = "the site denies requests"


class ConfigInvalid(PlayerError):
    """selectors.yaml, the settings, a session file or the history is invalid."""

    exit_code = 78


class Interrupted(PlayerError):
    """A signal ended the run; `signum` determines the exit code, as in shells."""

    def __init__(self, message: str, signum: int) -> None:
        super().__init__(message)
        self.signum = signum

    @property
    def code(self) -> int:
        """The exit code, 128 and the signal's number."""
        return 128 + self.signum


def trace(error: Exception) -> None:
    """Print the traceback of a handled error if PLAYER_DEBUG is set."""
    if os.environ.get("PLAYER_DEBUG"):
        import traceback  # noqa: PLC0415  # each command would wait for it

        with suppress(OSError):
            traceback.print_exception(error)


def short(text: str) -> str:
    """Return `text` of another program in quotation marks, shortened to one line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def some(sentences: Sequence[str]) -> str:
    """Join the first four sentences, and count the others."""
    more = f"; and {len(sentences) - 4} more" if len(sentences) > 4 else ""
    return "; ".join(sentences[:4]) + more


#: Exit codes by precedence in a run of several games: ordered by who must act first.
PRECEDENCE = (70, 78, 77, 76, 65, 66, 69, 73, NOT_CONFIRMED, 75, 74, SOLVED)


def worst(codes: list[int]) -> int:
    """Return the exit code of a run whose games ended with `codes`; a signal's comes first."""
    return max(set(codes).difference(PRECEDENCE), default=next((code for code in PRECEDENCE if code in codes), SOLVED))


#: The least similarity of a name that is suggested: "sudoku" means "mini-sudoku", "chess" does not mean "patches".
#: Of names with the same initial, which a slip seldom changes, `difflib`'s own 0.6 is enough.
LEAST_SIMILARITY = 0.7


def counted(number: int, what: str) -> str:
    """Return a number of things in words, such as "no queens", "1 queen" or "2 queens"."""
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """Return a hint for an error line: the most similar known name, or all names."""
    names = sorted(known)
    if not names:
        return "there are none"
    from difflib import get_close_matches  # noqa: PLC0415  # each command would wait for it

    same_initial = [name for name in names if name[:1] == wrong[:1]]
    close = get_close_matches(wrong, names, n=1, cutoff=LEAST_SIMILARITY) or get_close_matches(wrong, same_initial, n=1)
    return f"did you mean {close[0]!r}?" if close else f"one of {', '.join(names)}"
