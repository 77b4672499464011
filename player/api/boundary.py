"""The boundary of the library: arguments are of the types that the functions name, and errors are PlayerErrors."""

import math
import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from os import PathLike
from reprlib import Repr
from typing import Any, ParamSpec, TypeVar, get_args, get_origin

from player.errors import ArgumentInvalid, Bug, CannotWrite, InputMissing, PlayerError

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


def _named(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"
