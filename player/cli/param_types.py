"""Types of option values: classes, or functions that return the value; a wrong one is reported in one line."""

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import click

from player.cli.completion import games
from player.errors import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class NotEmpty(click.Path):
    """A path; an empty one, often an unset shell variable, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path as click checks it; fail if it is empty."""
        if not str(value):
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


def duration(least: float) -> Callable[[str], float]:
    """Return the type of a duration from `least` on, up to the few years that a timer takes."""

    def number(value: str) -> float:
        try:
            found = float(value)
        except ValueError:
            found = math.nan
        if not least <= found <= 10**8:
            raise click.BadParameter(f"{value!r} is no number from {least:g} to 100000000")
        return found

    return number


def address(ports: Mapping[str, int], such_as: str) -> Callable[[str], str]:
    """Return the type of a URL with a scheme in `ports`, without a password, which it spells as a browser does."""

    def url(value: str) -> str:
        try:
            parts = urlsplit(value)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        if parts.scheme not in ports or not host or "@" in parts.netloc or re.search(r"[\s\\]", value):
            shown = re.sub("//.*@", "//", value)
            raise click.BadParameter(f"{shown!r} is no address such as {such_as}, without a password")
        host = f"[{host}]" if ":" in host else host
        netloc = host if port in {None, ports[parts.scheme]} else f"{host}:{port}"
        return urlunsplit(parts._replace(netloc=netloc, path=parts.path or "/"))

    return url


_WEB, _SOCKET = {"http": 80, "https": 443}, {"ws": 80, "wss": 443}
PAGE = address(_WEB, "http://127.0.0.1:8000/page.html")
DEVTOOLS = address({**_WEB, **_SOCKET}, "http://127.0.0.1:9222")
SERVER = address({**_WEB, **_SOCKET}, "ws://127.0.0.1:3000/")

FILE, NAME = NotEmpty(path_type=Path), NotEmpty()


def puzzle_number(value: str) -> str:
    """Return the digits of a puzzle's number on its site; commas may part them, as on the page."""
    digits = value.replace(",", "")
    if not re.fullmatch(r"[0-9]{1,15}", digits):
        raise click.BadParameter(f"{value!r} is no number of a puzzle such as 1234567")
    return digits


class GameName(click.ParamType[str]):
    """A game's name in any spelling, such as "Mini Sudoku"; a wrong one is reported with the most similar name."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; fail with the most similar one if no game has it."""
        from player.games import GAMES, spelt

        if (name := spelt(value)) not in GAMES:
            self.fail(f"unknown game {value!r}: {did_you_mean(value, GAMES)}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[str]]":
        """Return the games that begin with `incomplete`."""
        return games(ctx, param, incomplete)


def how_hard(value: str) -> str:
    """Return a level of difficulty, or the least number of it, as it was written."""
    from player.explanations.difficulty import LEVELS

    if value not in LEVELS and not re.fullmatch(r"10(\.0)?|[0-9](\.[0-9])?", value):
        raise click.BadParameter(f"{value!r} is neither {', '.join(LEVELS)} nor a number from 0 to 10 such as 6.5")
    return value
