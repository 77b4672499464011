"""The lasting defaults of options, in a file and in environment variables, and the command that shows them: config."""

import json
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from player.cli import reported
from player.cli.command import SETTINGS, VARIABLES, Command, Option, long_name, option, settings_file, variable_of
from player.cli.options import json_option, set_until_the_end
from player.errors import CannotCreate, ConfigInvalid, did_you_mean
from player.files import closed_folder, new, os_errors, toml_in


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: its command ("" for all), name and value, and where it comes from, such as a file."""

    command: str
    name: str
    value: Any
    source: str

    def __str__(self) -> str:
        where = f"[{self.command}] " if self.command else ""
        return f"{where}{self.name} = {json.dumps(self.value, default=str)}"


def read(path: Path, commands: Collection[str]) -> list[Setting]:
    """Return the settings in a file, those for all first; raise ConfigInvalid with the place of what is wrong."""
    found = toml_in(path, "settings file")
    tables = {name: value for name, value in found.items() if isinstance(value, dict)}
    for name in tables:
        if name not in commands:
            raise ConfigInvalid(f"{path}: there is no command [{name}]: {did_you_mean(name, commands)}")
    tables = {"": {name: value for name, value in found.items() if name not in tables}, **tables}
    known = SETTINGS | VARIABLES.keys()
    for command, table in tables.items():
        if unknown := next((name for name in table if name not in known), ""):
            where = f"[{command}] " if command else ""
            raise ConfigInvalid(f"{path}: {where}there is no setting {unknown!r}: {did_you_mean(unknown, known)}")
    return [Setting(command, *item, str(path)) for command, table in tables.items() for item in table.items()]


def defaults(ctx: click.Context, path: Path) -> dict[str, Any]:
    """Return the default map of a command by the settings in a file; those that are variables are set until it ends."""
    root, command = ctx.find_root(), ctx.command_path.split()[1]
    found = read(path, root.command.list_commands(root) if isinstance(root.command, click.Group) else ())
    own = options_of(ctx.command)
    if ctx.parent is root and not isinstance(ctx.command, click.Group):
        require_own(found, command, own)
    merged = {one.name: one.value for one in found if one.command in {"", command}}
    for name, variable in VARIABLES.items():
        if name in merged and not os.environ.get(variable):
            set_until_the_end(ctx, variable, text_of(f"{path}: {name}", merged[name]))
    given = {name: one for name, one in own.items() if name in merged}
    return {one.name or "": value_for(one, merged[name], f"{path}: {name}") for name, one in given.items()}


def options_of(command: click.Command) -> dict[str, Option]:
    """Return the options of a command that may have lasting defaults, by their long names."""
    return {long_name(one): one for one in command.params if isinstance(one, Option) and one.envvar}


def require_own(found: Iterable[Setting], command: str, own: Collection[str]) -> None:
    """Raise ConfigInvalid for a setting of a command that has no such option."""
    for one in found:
        if one.command == command and one.name not in own and one.name not in VARIABLES:
            raise ConfigInvalid(f"{one.source}: {command} has no setting {one.name!r}: {did_you_mean(one.name, own)}")


def value_for(one: Option, value: Any, where: str) -> Any:
    """Return a value of the file as click takes it; raise ConfigInvalid if it has another kind than the option."""
    if one.is_flag:
        if not isinstance(value, bool):
            raise ConfigInvalid(f"{where} is true or false, not {json.dumps(value, default=str)}")
        return value
    if one.multiple:
        return [text_of(where, part) for part in (value if isinstance(value, list) else [value])]
    if isinstance(value, bool):
        raise ConfigInvalid(f"{where} is {one.metavar or 'a word'}, not {json.dumps(value)}")
    return text_of(where, value)


def text_of(where: str, value: Any) -> str:
    """Return a value as it would be typed; "~/" begins a path in the home folder."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, str):
        return str(Path(value).expanduser()) if value.startswith("~/") else value
    if isinstance(value, int | float):
        return f"{value}"
    raise ConfigInvalid(f"{where} is a text or a number, not {json.dumps(value, default=str)}")


# The command


@click.command(
    cls=Command,
    lasting=False,
    examples="""
    player config
    player config --init                   # then edit the file
    """,
)
@option("--init", is_flag=True, help="Write the file, with all settings as comments; never over another one.")
@json_option("Append the settings to FILE as a line of JSON; - is standard output, in place of the text.")
@click.pass_context
def config(ctx: click.Context, init: bool, json_target: str | None) -> int:
    """Show each setting that differs from its default, and where it comes from: the settings file, or a variable.

    A setting is the default of an option that lasts: `deadline = 600` in the file, or PLAYER_DEADLINE=600 in the
    environment. Options come before variables, these before the file. In the file, a table such as [nightly] is for one
    command. PLAYER_CONFIG names another file.
    """
    file = settings_file()
    if init:
        _write_example(ctx, file)
    found = [*_differing(ctx, file)]
    if json_target != "-":
        width = max((len(str(one)) for one in found), default=0)
        for one in found:
            click.echo(f"{one!s:<{width}}  {one.source}")
        exists = file is not None and file.is_file()
        click.echo(f"the settings file is {file}" + ("" if exists else " (not there: --init writes it)"))
    rows = [{"command": one.command or None, "setting": one.name, "value": one.value} for one in found]
    settings = [{**row, "from": one.source} for row, one in zip(rows, found, strict=True)]
    return reported(json_target, {"schema": 1, "file": file and str(file), "settings": settings}, 0)


def _differing(ctx: click.Context, file: Path | None) -> Iterator[Setting]:
    """Yield the settings that differ from the default; all of them are checked."""
    from player.cli.completion import inner

    commands = {one.command_path.removeprefix("player "): one for one in inner(ctx.find_root())}
    variables = {name: variable_of(name) for name in sorted(SETTINGS | VARIABLES.keys())}
    found = [Setting("", name, value, at) for name, at in variables.items() if (value := os.environ.get(at))]
    if file is not None and file.exists():
        found += read(file, [*commands])
    for one in found:
        inside = [at for path, at in commands.items() if one.command in {"", path.split()[0]}]
        own = [(at, option) for at in inside if (option := options_of(at.command).get(one.name))]
        if one.command and not own and one.name not in VARIABLES:
            require_own(found, one.command, options_of(inside[0].command))
        differs = [_differs(at, option, one) for at, option in own]
        if one.name in VARIABLES or True in differs:
            hides = one.source == str(file) and os.environ.get(variables[one.name])
            source = f"{file} (the variable comes before it)" if hides else one.source
            yield replace(one, value=_without_secrets(one.name, one.value), source=source)


def _without_secrets(name: str, value: Any) -> Any:
    """Return a value without the URLs of --notify, which are secrets; an @FILE with them stays."""
    if name != "notify":
        return value
    urls = value.split() if isinstance(value, str) else value
    return [url if str(url).startswith("@") else f"{str(url).partition(':')[0]}://..." for url in urls]


def _differs(at: click.Context, one: Option, setting: Setting) -> bool:
    """Return whether a value is not the default of an option of a command; raise an error if it is none at all."""
    kind: type[Exception] = click.UsageError
    if setting.source == one.envvar:
        where, given = setting.source, one.value_from_envvar(at)
    else:
        kind, where = ConfigInvalid, f"{setting.source}: {setting.name}"
        given = value_for(one, setting.value, where)
    try:
        is_set = isinstance(one.default, bool | int | float | str)
        return not is_set or one.type_cast_value(at, given) != one.type_cast_value(at, one.default)
    except click.BadParameter as error:
        raise kind(f"{where}: {error.message}") from None


def _write_example(ctx: click.Context, file: Path | None) -> None:
    """Write the settings file with all settings as comments; raise CannotCreate if there is one."""
    if file is None:
        raise click.UsageError(f"PLAYER_CONFIG={os.devnull} stands for no file: unset it")
    with os_errors(CannotCreate, f"the settings file {file} can't be made"):
        closed_folder(file.parent)
        try:
            new(file, example(ctx.find_root()).encode())
        except FileExistsError:
            raise CannotCreate(f"the settings file {file} is there already, and is not replaced") from None


def example(root: click.Context) -> str:
    """Return a settings file in which each setting is a comment, with its default or what it takes."""
    from player.cli.completion import inner

    lines = [
        "# Defaults of the player's options. A typed option comes before a variable such as PLAYER_DEADLINE, and that",
        "# before this file. A table holds for one command, and stands after all lines that are for all commands.",
        "",
    ]
    found: dict[str, Option] = {}
    for at in inner(root):
        found = {**options_of(at.command), **found}
    for name in sorted(found):
        one = found[name]
        lines += [f"# {one.help}", f"#{name} = {_shown(one)}", ""]
    for name, variable in VARIABLES.items():
        lines += [f"# As {variable}.", f"#{name} = {'true' if name == 'patterns' else json.dumps('PATH')}", ""]
    return "\n".join([*lines, "#[nightly]", '#as = "member"', ""])


def _shown(one: Option) -> str:
    """Return the default of an option, or else an example of what it takes, as TOML."""
    if one.is_flag:
        return "true" if one.default is not True else "false"
    if isinstance(one.default, int | float | str):
        return json.dumps(one.default)
    example = one.type.choices[0] if isinstance(one.type, click.Choice) else one.metavar or "TEXT"
    return json.dumps([example] if one.multiple else example)
