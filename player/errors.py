"""What can go wrong, one class and one exit code each (the numbers of sysexits.h).

    PlayerError                    70  a bug in the player, unless a subclass says better
    ├── BoardError                 65  the board is no well-formed board with exactly one solution
    ├── AnswerError                65  a solution that is not ours is malformed, or breaks a rule
    ├── InputMissing               66  an input file is not there
    ├── NoBrowser                  69  no usable browser
    ├── NotInstalled               69  an extra that was asked for is not installed
    ├── CannotCreate               73  an output place cannot be made
    ├── CannotWrite                74  writing failed (disk full)
    ├── Unavailable                75  network, server, crash: may pass by itself
    │   ├── BoardChanged           75  another board took the place of ours
    │   ├── Locked                 75  another run plays this profile
    │   ├── Crashed                75  the page or the browser is gone
    │   ├── NoNetwork              75  the site is out of reach
    │   ├── Throttled              75  the server wants fewer requests, or none for a while
    │   ├── TimeUp                 75  the time given to one game is over
    │   └── DeadlineOver           75  the time given to the run is over
    ├── PageNotUnderstood          76  the page is not what selectors.yaml says
    ├── SignInNeeded               77  the site wants a person to sign in
    │   └── Denied                 77  the site answers no program, or nobody here
    ├── ConfigInvalid              78  selectors.yaml, a session file or the history is wrong
    └── Interrupted          129, 130, 143  a signal ended the run

A message is one line that says what, where and what to do.
"""

import os
import re
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from difflib import get_close_matches
from enum import StrEnum
from typing import ClassVar, Self

SOLVED, NOT_CONFIRMED, USAGE = 0, 1, 2


#: The name of the selectors file in use: messages call it as whoever wrote them does, `DEFAULT_SELECTORS`.
SELECTORS_FILE: ContextVar[str] = ContextVar("SELECTORS_FILE", default="selectors.yaml")
DEFAULT_SELECTORS = re.compile(r"(?<![\w./-])selectors\.yaml\b")


def with_real_name(message: str) -> str:
    """`message` with the name of the selectors file that is in use."""
    return DEFAULT_SELECTORS.sub(lambda _name: SELECTORS_FILE.get(), message)


class Outcome(StrEnum):
    """The end of one game, in the words of the result records."""

    SOLVED = "solved"
    ALREADY = "already"
    UNCONFIRMED = "unconfirmed"
    UNSOLVED = "unsolved"
    FAILED = "failed"
    REFUSED = "refused"
    UNAVAILABLE = "unavailable"
    UNREADABLE = "unreadable"
    SIGN_IN = "signin"
    UNPLAYED = "unplayed"


class PlayerError(Exception):
    exit_code: ClassVar[int] = 70
    outcome: ClassVar[Outcome] = Outcome.FAILED
    of_site: ClassVar[str] = ""
    """Why no other game of the site needs to be tried; empty where that says nothing of them."""

    def __str__(self) -> str:
        return with_real_name(super().__str__())

    @property
    def code(self) -> int:
        return self.exit_code


class Bug(PlayerError):
    """An error that nobody foresaw; with PLAYER_DEBUG its traceback is of use."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"a bug in the player: {type(error).__name__}: {error} (set PLAYER_DEBUG=1 for the traceback)")
        self.__cause__ = error


class BoardError(PlayerError):
    exit_code = 65
    outcome = Outcome.REFUSED


class AnswerError(PlayerError):
    exit_code = 65

    @classmethod
    def of(cls, broken: Sequence[str]) -> Self:
        """The sentences of the rules that are broken."""
        return cls(f"ERROR: {some(broken)}")


class InputMissing(PlayerError):
    exit_code = 66


class NoBrowser(PlayerError):
    exit_code = 69
    outcome = Outcome.UNAVAILABLE


class NotInstalled(PlayerError):
    exit_code = 69


class CannotCreate(PlayerError):
    exit_code = 73


class CannotWrite(PlayerError):
    exit_code = 74


class Unavailable(PlayerError):
    exit_code = 75
    outcome = Outcome.UNAVAILABLE


class BoardChanged(Unavailable):
    pass


class Locked(Unavailable):
    pass


class Crashed(Unavailable):
    pass


class NoNetwork(Unavailable):
    of_site = "there is no network"


class Throttled(Unavailable):
    """`wait` is for how many seconds the server wants no request, where it says so."""

    of_site = "the site wants no more requests now"

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class TimeUp(Unavailable):
    pass


class DeadlineOver(Unavailable):
    pass


class PageNotUnderstood(PlayerError):
    exit_code = 76
    outcome = Outcome.UNREADABLE


class SignInNeeded(PlayerError):
    exit_code = 77
    outcome = Outcome.SIGN_IN


class Denied(SignInNeeded):
    of_site = "the site denies requests"


class ConfigInvalid(PlayerError):
    exit_code = 78


class Interrupted(PlayerError):
    """A signal ended the run; `signum` decides the exit code, as shells expect it."""

    def __init__(self, message: str, signum: int) -> None:
        super().__init__(message)
        self.signum = signum

    @property
    def code(self) -> int:
        return 128 + self.signum


def trace(error: Exception) -> None:
    """With PLAYER_DEBUG, print the traceback of an error that does not end the program."""
    if os.environ.get("PLAYER_DEBUG"):
        with suppress(OSError):
            traceback.print_exception(error)


def some(sentences: Sequence[str]) -> str:
    """The first four in one line, and how many more there are."""
    more = f"; and {len(sentences) - 4} more" if len(sentences) > 4 else ""
    return "; ".join(sentences[:4]) + more


#: Which code a run of several games ends with: the first of these that occurred, ordered by who must act first.
PRECEDENCE = (70, 78, 77, 76, 65, 66, 69, 73, NOT_CONFIRMED, 75, 74, SOLVED)


def worst(codes: list[int]) -> int:
    """The exit code of a run whose games ended with `codes`; a signal's goes before all others."""
    return max(set(codes).difference(PRECEDENCE), default=next((code for code in PRECEDENCE if code in codes), SOLVED))


def nearest(wrong: str, known: Iterable[str]) -> str:
    """A hint that ends an error line: the name that was probably meant, or all there are."""
    names = sorted(known)
    if not names:
        return "there are none"
    close = get_close_matches(wrong, names, n=1)
    return f"did you mean {close[0]!r}?" if close else f"one of {', '.join(names)}"
