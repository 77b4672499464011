"""Types of option values; a wrong value is reported in one line."""

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import click

from player.cli.completion import games

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class NotEmpty(click.Path):
    """A path; an empty one, often an unset shell variable, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path as click checks it; fail if it is empty."""
        if not str(value):
            self.fail("the path is empty", param, ctx)
        return super().convert(value, param, ctx)


class Duration(click.ParamType[float]):
    """A duration, up to the few years that a timer takes."""

    name = "number"

    def __init__(self, *, least: float) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; fail if it is below `least` or over 100000000."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= 10**8:
            self.fail(f"{value!r} is no number from {self.least:g} to 100000000", param, ctx)
        return number


class Address(click.ParamType[str]):
    """A URL in a browser's spelling, with a scheme in `ports`."""

    name = "url"

    def __init__(self, ports: Mapping[str, int], such_as: str) -> None:
        self.ports = ports
        self.such_as = such_as

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the address as a browser spells it; fail if it is none, or holds a password."""
        try:
            parts = urlsplit(value)
            host, port = parts.hostname, parts.port
        except ValueError:
            host, port, parts = None, None, urlsplit("")
        if parts.scheme not in self.ports or not host or "@" in parts.netloc or re.search(r"[\s\\]", value):
            self.fail(
                f"{re.sub('//.*@', '//', value)!r} is no address such as {self.such_as}, without a password", param, ctx
            )
        host = f"[{host}]" if ":" in host else host
        netloc = host if port in {None, self.ports[parts.scheme]} else f"{host}:{port}"
        return urlunsplit(parts._replace(netloc=netloc, path=parts.path or "/"))


_WEB, _SOCKET = {"http": 80, "https": 443}, {"ws": 80, "wss": 443}
PAGE = Address(_WEB, "http://127.0.0.1:8000/page.html")
DEVTOOLS = Address({**_WEB, **_SOCKET}, "http://127.0.0.1:9222")
SERVER = Address({**_WEB, **_SOCKET}, "ws://127.0.0.1:3000/")

FILE, NAME = NotEmpty(path_type=Path), NotEmpty()


class PuzzleNumber(click.ParamType[str]):
    """The number of a puzzle on its site, as the page shows it: commas may part its digits."""

    name = "number"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the digits; fail if it is no number."""
        digits = value.replace(",", "")
        if not re.fullmatch(r"[0-9]{1,15}", digits):
            self.fail(f"{value!r} is no number of a puzzle such as 1234567", param, ctx)
        return digits


class GameName(click.ParamType[str]):
    """A game's name in any spelling, such as "Mini Sudoku"; a wrong one is reported with the most similar name."""

    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; fail with the most similar one if no game has it."""
        from player.errors import did_you_mean
        from player.games import GAMES, spelt

        if (name := spelt(value)) not in GAMES:
            self.fail(f"unknown game {value!r}: {did_you_mean(value, GAMES)}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem[str]]":
        """Return the games that begin with `incomplete`."""
        return games(ctx, param, incomplete)


class HowHard(click.ParamType[str]):
    """A level of difficulty, or the least number of it."""

    name = "difficulty"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the level or the number as it was written."""
        from player.explanations.difficulty import LEVELS

        if value not in LEVELS and not re.fullmatch(r"10(\.0)?|[0-9](\.[0-9])?", value):
            self.fail(f"{value!r} is neither {', '.join(LEVELS)} nor a number from 0 to 10 such as 6.5", param, ctx)
        return value
