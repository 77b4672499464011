"""The classes of commands and options: their help, in panels, and their defaults that last."""

import os
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from player import WORDS_VARIABLE
from player.errors import ConfigInvalid
from player.files import STATE_VARIABLE
from player.render import PATTERNS_VARIABLE

F = TypeVar("F", bound=Callable[..., Any])

#: The panels with the options that `--help-all` shows, by their names: an option has the same panel in each command.
PANELS = {
    "Page": "site url board id offline generation page read-as selectors",
    "Browser": "headed slow-mo engine browser cdp connect ahead",
    "Account": "as storage-state min-time verify-saved",
    "Evidence": "json artifacts trace certify report har with-page",
    "Board": "line no-proof any-solution sight wrong-words words patterns puzzlink",
    "Pictures": "svg png html no-solution numbered over gif paper",
    "New boards": "symmetry hardest",
    "Screen": "screen window won",
    "Explanation": "links effort unique",
    "N queens": "groups rotated greedy read limit mode dimacs smtlib",
    "Sites": "sites browsers pause",
    "Notifications": "notify on-failure notify-when",
    "Learning": "learn name",
    "Limits": "deadline board-deadline game-deadline retry-after jobs cluster",
    "Messages": "quiet verbose",
}
_PANEL_OF = {name: panel for panel, names in PANELS.items() for name in names.split()}
#: The options of which a default may last: those of how something is done, not of what is done once.
_NAMES = """
site offline generation selectors read-as headed slow-mo engine cdp connect ahead as storage-state min-time verify-saved
json artifacts trace certify lrat report sites browsers pause notify on-failure notify-when quiet verbose
no-proof any-solution sight wrong-words no-solution numbered no-steps paper size difficulty symmetry mode limit port
links effort unique deadline board-deadline game-deadline retry-after jobs cluster
"""
SETTINGS = frozenset(_NAMES.split())
#: The settings that are variables of the player's own, which hold for commands without such an option, too.
VARIABLES = {
    "browser": "PLAYER_BROWSER",
    "words": WORDS_VARIABLE,
    "patterns": PATTERNS_VARIABLE,
    "state": STATE_VARIABLE,
}
#: The environment variable that names another file of settings.
CONFIG_VARIABLE = "PLAYER_CONFIG"
#: The environment variable with which a shell's script asks `player` for completions.
COMPLETE_VARIABLE = "_PLAYER_COMPLETE"
_PREFIX = "PLAYER_"
#: The last parts of other variables: for the debugger, of parts of a night, and for the command of --on-failure.
_OTHERS = "CONFIG DEBUG PART_SERVER SUBJECT BODY EXIT CHANGE BOARDS"
#: The similarity, from 0 to 1, from which on an unknown variable is a typing error.
SIMILARITY = 0.75
#: The sources of values that were not typed.
LASTING = {ParameterSource.ENVIRONMENT, ParameterSource.DEFAULT_MAP}
#: Options, by the names of their parameters, of which one that was typed excludes lasting values of the others.
EXCLUDING = [
    frozenset(names.split())
    for names in (
        *("url offline page", "cdp connect engine", "cdp connect headed", "cdp account session", "sight read_as"),
        *("jobs cluster", "quiet verbose", "shape_file symmetry", "trace cdp", "no_solution numbered"),
        *(f"is_part {name}" for name in ("sites", "browsers", "notify", "on_failure", "notify_when")),
        *("is_part account", "is_part session"),
    )
]
#: The key of a context's `meta` that says that all options are shown.
_ALL = "player.help_all"


def long_name(option: click.Option) -> str:
    """Return the name of an option as it is typed, without its dashes."""
    return max(option.opts, key=len).lstrip("-")  # click orders those of --help by chance


def variable_of(name: str) -> str:
    """Return the environment variable of a setting."""
    return VARIABLES.get(name, _PREFIX + name.upper().replace("-", "_"))


_KNOWN_VARIABLES = {*map(variable_of, SETTINGS), *VARIABLES.values(), *(_PREFIX + name for name in _OTHERS.split())}
_KNOWN_NAMES = sorted(name.removeprefix(_PREFIX) for name in _KNOWN_VARIABLES)


def _show_all(context: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        context.meta[_ALL] = True
        click.echo(context.get_help())
        context.exit()


class Option(click.Option):
    """An option; in SETTINGS, an environment variable and the settings file have defaults of it that last.

    It may have a `panel` of its own, and no `lasting` default.
    """

    def __init__(self, *args: Any, panel: str = "", lasting: bool = True, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.panel = panel
        if lasting and long_name(self) in SETTINGS:
            self.envvar = variable_of(long_name(self))

    def consume_value(self, ctx: click.Context, opts: Mapping[str, Any]) -> tuple[Any, ParameterSource]:
        """Return the value and its source; a lasting one gives way to an option that was typed and excludes it."""
        value, source = super().consume_value(ctx, opts)
        gives_way = any(self.name in names and names & opts.keys() for names in EXCLUDING)
        if source in LASTING and (gives_way or not takes_lasting(ctx)):
            return self.default, ParameterSource.DEFAULT
        return value, source


def option(*names: str, **attributes: Any) -> Callable[[F], F]:
    """Return the decorator that adds an `Option` to a command."""
    return click.option(*names, cls=Option, **attributes)


def completed_by(name: str) -> Callable[..., Any]:
    """Return a function of `player.cli.completion`, which is imported when a line is completed."""

    def complete(*arguments: Any) -> Any:
        return getattr(import_module("player.cli.completion"), name)(*arguments)

    return complete


def settings_file() -> Path | None:
    """Return the file of settings that PLAYER_CONFIG names, else that of the system's folder; None for os.devnull."""
    named = os.environ.get(CONFIG_VARIABLE)
    if named:
        return None if named == os.devnull else Path(named).absolute()
    import platformdirs

    return platformdirs.user_config_path("player", appauthor=False) / "config.toml"


def set_variables() -> dict[str, str]:
    """Return the variables that are settings, for a program that the system starts: of the file too, if it is there."""
    names = filter(os.environ.get, map(variable_of, sorted(SETTINGS)))
    file = settings_file() if os.environ.get(CONFIG_VARIABLE) or os.environ.get("XDG_CONFIG_HOME") else None
    config = {CONFIG_VARIABLE: str(file)} if file and os.access(file, os.F_OK) else {}
    return config | {name: os.environ[name] for name in names}


def takes_lasting(ctx: click.Context) -> bool:
    """Return whether lasting defaults count for a command: not for the group of all, nor for one that shows them."""
    return ctx.parent is not None and getattr(ctx.command, "lasting", True)


def _require_known_variables(ctx: click.Context) -> None:
    """Raise UsageError for a variable whose name is almost that of a setting."""
    for name in os.environ:
        if name.startswith(_PREFIX) and name not in _KNOWN_VARIABLES:
            from difflib import get_close_matches  # each command would wait for it

            close = get_close_matches(name.removeprefix(_PREFIX), _KNOWN_NAMES, 1, cutoff=SIMILARITY)
            if close:
                raise click.UsageError(f"{name} is no variable of the player: did you mean {_PREFIX}{close[0]}?", ctx)


class Command(click.Command):
    """A command with `examples`, one on each line.

    Of one with many options `--help` shows those whose names are in `first`, in that order, and the first paragraph.
    One that is not `lasting` takes no defaults from the settings file and from variables.
    """

    def __init__(
        self, *args: Any, first: str = "", examples: str = "", lasting: bool = True, **attributes: Any
    ) -> None:
        super().__init__(*args, **attributes)
        self.lasting = lasting
        self.first, self.examples = first.split(), [line.strip() for line in examples.strip().splitlines()]
        text = "Show this message with all options." if first else "As --help."
        self.params.append(
            click.Option(
                ["--help-all"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_show_all,
                help=text,
                hidden=not first,
            )
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the options; those that are not typed have the lasting defaults. Raises ConfigInvalid, too."""
        if not takes_lasting(ctx) or ctx.resilient_parsing or {"-h", "--help", "--help-all"} & {*args}:
            return super().parse_args(ctx, args)
        _require_known_variables(ctx)
        file = settings_file()
        if file and (os.environ.get(CONFIG_VARIABLE) or os.access(file, os.F_OK)):
            from player.cli.config import defaults

            ctx.default_map = {**defaults(ctx, file), **(ctx.default_map or {})}
        try:
            return super().parse_args(ctx, args)
        except click.BadParameter as error:
            source = error.param and error.param.name and ctx.get_parameter_source(error.param.name)
            if source is ParameterSource.DEFAULT_MAP and isinstance(error.param, Option) and error.param.envvar:
                raise ConfigInvalid(f"{file}: {long_name(error.param)}: {error.message}") from None
            if source is ParameterSource.ENVIRONMENT and error.param:
                error.param_hint = str(error.param.envvar)
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error says where an option that it names, and nobody typed, comes from."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            sources = {one: ctx.get_parameter_source(one.name or "") for one in self.params if isinstance(one, Option)}
            places = {
                long_name(one): one.envvar if source is ParameterSource.ENVIRONMENT else settings_file()
                for one, source in sources.items()
                if source in LASTING and re.search(rf"--{long_name(one)}(?![\w-])", error.message)
            }
            if not places:
                raise
            hints = "; ".join(f"--{name} is from {place}" for name, place in places.items())
            raise click.UsageError(f"{error.format_message()} ({hints})", ctx) from None

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the text, or its first paragraph; then the examples, and the games if the command takes them."""
        text, self.help = self.help, self.help if self._shows_all(ctx) else (self.help or "").partition("\n\n")[0]
        super().format_help_text(ctx, formatter)
        self.help = text
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        if any("GAME" in one.make_metavar(ctx) for one in self.params if isinstance(one, click.Argument)):
            from player.games import GAMES

            formatter.write_paragraph()
            formatter.write_text(f"Games: {', '.join(GAMES)}.")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, or those that people use first and how to see the others."""
        shows_all, panels = self._shows_all(ctx), self.panels(ctx)
        for panel, options in panels:
            if shows_all or panel == "Options":
                with formatter.section(panel):
                    formatter.write_dl([record for one in options if (record := one.get_help_record(ctx))])
        if not shows_all:
            others = sum(len(options) for panel, options in panels if panel != "Options")
            formatter.write_paragraph()
            formatter.write_text(f"`{ctx.command_path} --help-all` shows {others} more options.")

    def _shows_all(self, ctx: click.Context) -> bool:
        return not self.first or _ALL in ctx.meta

    def panels(self, ctx: click.Context) -> list[tuple[str, list[click.Option]]]:
        """Return the options that the help shows, by the titles of their panels; those used first are "Options"."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option) and not one.hidden]
        if not self.first:
            return [("Options", options)]
        named = {long_name(one): one for one in options}
        shown = [*filter(None, map(named.get, self.first)), *(named[name] for name in ("help-all", "help"))]
        panels: dict[str, list[click.Option]] = {"Options": shown, **{panel: [] for panel in (*PANELS, "More")}}
        for one in options:
            if one not in shown:
                panels[getattr(one, "panel", "") or _PANEL_OF.get(long_name(one), "More")].append(one)
        return [(panel, found) for panel, found in panels.items() if found]


class Group(click.Group, Command):
    """A group of commands, with examples."""

    command_class = Command
