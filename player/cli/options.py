"""Options that several commands have, the types of their values, and how a command gets them."""

import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

import click

from player import WORDS_VARIABLE
from player.cli import say
from player.cli.command import completed_by, option
from player.errors import did_you_mean
from player.playing import PlayRules, SightMode
from player.render import PATTERNS_VARIABLE

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


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
    shell_complete = staticmethod(completed_by("games"))

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name; fail with the most similar one if no game has it."""
        from player.games import GAMES, spelt

        if (name := spelt(value)) not in GAMES:
            self.fail(f"unknown game {value!r}: {did_you_mean(value, GAMES)}", param, ctx)
        return name


class RecordFile(NotEmpty):
    """The file of records, "-" for standard output; a word that names a game or a command is no file's name here."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; fail for the name of a game or of a command, which follows a --json without a FILE."""
        from player.games import GAMES

        group = ctx and ctx.command
        if value in GAMES or (ctx and isinstance(group, click.Group) and value in group.list_commands(ctx)):
            self.fail(f"{value!r} is no FILE: write it before --json, or as ./{value}", param, ctx)
        return super().convert(value, param, ctx)


def how_hard(value: str) -> str:
    """Return a level of difficulty, or the least number of it, as it was written."""
    from player.explanations.explanation import LEVELS

    if value not in LEVELS and not re.fullmatch(r"10(\.0)?|[0-9](\.[0-9])?", value):
        raise click.BadParameter(f"{value!r} is neither {', '.join(LEVELS)} nor a number from 0 to 10 such as 6.5")
    return value


# Options

Gathered = TypeVar("Gathered", bound="DataclassInstance")


def seconds(name: str, default: float | None, what: str, *, least: float = 0.01) -> Callable[..., Any]:
    """Return an option that is a length of time."""
    return option(name, type=duration(least), default=default, show_default=True, metavar="SECONDS", help=what)


def number(name: str, default: int | None, what: str, *, most: int | None = None) -> Callable[..., Any]:
    """Return an option that is a number from 1 on."""
    return option(name, type=click.IntRange(1, most), default=default, show_default=True, metavar="N", help=what)


def choice(name: str, words: Sequence[str], what: str, *, default: str | None = None) -> Callable[..., Any]:
    """Return an option that is one of `words`."""
    return option(name, type=click.Choice(words), default=default, show_default=True, help=what)


#: The games named, each once.
GAMES = click.argument(
    "games",
    nargs=-1,
    type=GameName(),
    metavar="[GAME]...",
    callback=lambda _ctx, _param, games: list(dict.fromkeys(games)),
)
HEADED = option("--headed", is_flag=True, help="Show the browser's window.")
SLOW_MO = option("--slow-mo", type=duration(0), default=0, metavar="MS", help="Pause after each step.")
BROWSER = option("--browser", type=NAME, metavar="PATH", help="The browser to use (or set PLAYER_BROWSER).")
SELECTORS = option("--selectors", type=FILE, metavar="FILE", help="Use FILE in place of the selectors.yaml shipped.")
PUZZLINK = option("--puzzlink", "form", flag_value="puzzlink", help="Print each board as a URL of puzz.link.")
LINE = option("--line", type=int, metavar="N", help="The board on line N of FILE, where it holds several.")
DEADLINE = seconds("--deadline", 300, "The time for all of it.")


def formula_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that write a formula to a file, `dimacs` and `smtlib`; "-" without a name."""
    how: dict[str, Any] = {"type": NAME, "is_flag": False, "flag_value": "-", "metavar": "FILE|-"}
    forms = {"--dimacs": "DIMACS CNF", "--smtlib": "SMT-LIB 2 (QF_UF)"}
    options = [option(name, help=f"Write the formula to FILE as {form}.", **how) for name, form in forms.items()]
    return with_options(command, options)


def board_deadline(default: float) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the command gets the time for each board, and the `deadline`, which is none by default."""
    each = seconds("--board-deadline", default, "The time for each board.")
    return partial(with_options, options=(each, seconds("--deadline", None, "The time for all of it.")))


MIN_TIME = seconds("--min-time", 3, "With a session: what the page's timer must say before the last move.", least=0)

WRONG_WORDS = number("--wrong-words", 3, "Give a game up when its page has rejected N words.")

ANY_SOLUTION = option(
    "--any-solution", is_flag=True, help="If a board has several solutions, play one and let the page judge."
)


def _sight(default: SightMode, text: str) -> Callable[..., Any]:
    return option(
        "--sight",
        type=click.Choice([*map(str, SightMode)]),
        callback=lambda _ctx, _param, value: SightMode(value),
        default=str(default),
        show_default=True,
        help=text,
    )


SIGHT = _sight(
    SightMode.AUTO,
    "Compare the board with a picture of the page: where pictures can be read, always, or never. With 'only', "
    "read the board from pictures alone.",
)
SIGHT_OF_SOURCE = _sight(
    SightMode.OFF,
    "Of a GAME: compare its board with a picture of the page, or with 'only' read it from pictures.",
)
AHEAD = option(
    "--ahead/--no-ahead",
    default=True,
    help="Open the next page up to its start screen while a game is played, or when its game begins.",
)
SITE = option(
    "--site",
    default="linkedin",
    show_default=True,
    metavar="NAME",
    shell_complete=completed_by("sites"),
    help="The site, by its name in selectors.yaml.",
)
STORAGE_STATE = option(
    "--storage-state",
    "session",
    type=FILE,
    metavar="FILE",
    help="The session in FILE, saved by Playwright or `player login`.",
)

ARTIFACTS = option("--artifacts", type=FILE, metavar="DIR", help="Keep evidence of each game in DIR.")
TRACE = option("--trace", is_flag=True, help="Keep a trace of each game that is not won, too (with --artifacts).")
CERTIFY = option(
    "--certify", is_flag=True, help="Keep the certificate of each board with its evidence (see `player certify`)."
)


def json_option(text: str, *, lasting: bool = False) -> Callable[..., Any]:
    """Return the option that names the file of records, with its help; without a name it is standard output."""
    how: dict[str, Any] = {"type": RecordFile(allow_dash=True), "is_flag": False, "flag_value": "-"}
    return option("--json", "json_target", metavar="FILE|-", help=text, lasting=lasting, **how)


JSON = json_option("Append result records to FILE as JSON Lines.", lasting=True)
#: Of commands that print a report.
JSON_REPORT = json_option("Append the report to FILE as a line of JSON; - is standard output, in place of the text.")


def _use_words(context: click.Context, _param: click.Parameter, file: Path | None) -> None:
    """Let the lists of words be those of `file`, if it was given, until the command ends."""
    if file is None:
        return
    from player.games.word_lists import require

    require(file)
    set_until_the_end(context, WORDS_VARIABLE, str(file))


def set_until_the_end(context: click.Context, variable: str, value: str) -> None:
    """Set an environment variable, which other processes of the command have too, until the command ends."""
    before = os.environ.get(variable)
    os.environ[variable] = value
    context.call_on_close(lambda: os.environ.pop(variable) if before is None else os.environ.update({variable: before}))


WORDS = option(
    "--words",
    type=FILE,
    metavar="FILE",
    expose_value=False,
    callback=_use_words,
    help=f"The words that games with words have, one on each line (or set {WORDS_VARIABLE}).",
)


def _use_patterns(context: click.Context, _param: click.Parameter, given: bool) -> None:
    if given:
        set_until_the_end(context, PATTERNS_VARIABLE, "1")


PATTERNS = option(
    "--patterns",
    is_flag=True,
    expose_value=False,
    callback=_use_patterns,
    help=f"Fill regions and patches with patterns, for eyes that confuse colours (or set {PATTERNS_VARIABLE}=1).",
)


def rules_options(command: Callable[..., Any], more: Sequence[Callable[..., Any]] = ()) -> Callable[..., Any]:
    """Add the options of how boards are played, and `more` of them; the command gets its `rules`, a PlayRules."""
    return with_options(gathered("rules", PlayRules)(command), (MIN_TIME, WRONG_WORDS, ANY_SOLUTION, *more))


def with_options(command: Callable[..., Any], options: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    """Return `command` with `options`, which its help names in their order."""
    for one in reversed(tuple(options)):
        command = one(command)
    return command


#: Adds the options of a command that plays: what it saves and reports.
evidence_options = partial(with_options, options=(ARTIFACTS, TRACE, JSON))


def gathered(name: str, kind: "type[DataclassInstance]") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the command gets the options that are fields of `kind` as one argument, `name`."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def gathering(*args: Any, **values: Any) -> Any:
            values[name] = taken(kind, values)
            return command(*args, **values)

        return gathering

    return decorated


def taken(kind: type[Gathered], values: dict[str, Any]) -> Gathered:
    """Take the fields of `kind`, a dataclass, out of the `values` of options; return one with these fields."""
    return kind(**{one.name: values.pop(one.name) for one in fields(kind) if one.name in values})


def one_of(**flags: bool) -> str | None:
    """Return the flag that was given, if any; raise UsageError for two, of which neither can be meant."""
    given = [name for name, is_given in flags.items() if is_given]
    if len(given) > 1:
        raise click.UsageError(f"--{given[0]} and --{given[1]} exclude each other: leave one of them out")
    return given[0] if given else None


# The options of bulk work: how many processes, or which cluster


def scheduler_address(value: str) -> str:
    """Return the address of a Dask scheduler, with its scheme in small letters, without a last slash."""
    try:
        parts = urlsplit(value)
        named = parts.scheme in {"tcp", "tls"} and parts.hostname and parts.port != 0
        more = "@" in parts.netloc or parts.path.strip("/") or parts.query or parts.fragment
    except ValueError:  # a port that is no number
        named, more = False, ""
    if not named or more or re.search(r"[\s\\]", value):
        shown = re.sub("//.*@", "//", value)
        raise click.BadParameter(f"{shown!r} is no address of a Dask scheduler such as tcp://127.0.0.1:8786")
    return parts.scheme + value[len(parts.scheme) :].rstrip("/")  # Dask knows no other letters


def parallel_options(most: int, alone: str = "") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the command gets `jobs`, at most `most` processes or a cluster; `alone` ends the help."""
    options = (
        number("--jobs", 1, f"The number of processes{alone and '; '}{alone}.", most=most),
        option(
            "--cluster",
            type=scheduler_address,
            metavar="ADDRESS",
            help="Work on a Dask cluster instead: tcp://HOST:PORT of its scheduler (needs the extra cluster).",
        ),
    )

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def choosing(*arguments: Any, jobs: int, cluster: str | None, **values: Any) -> Any:
            if cluster is None:
                return command(*arguments, jobs=jobs, **values)
            source = click.get_current_context().get_parameter_source("jobs")
            one_of(jobs=source is not click.core.ParameterSource.DEFAULT, cluster=True)
            from player.bulk.cluster import cluster as workers_at

            return command(*arguments, jobs=partial(workers_at, cluster, say), **values)

        return with_options(choosing, options)

    return decorated
