"""`--help` of every command: it ends well, and says what the command and each of its options do."""

from collections.abc import Iterator

import click
import pytest

from player.cli.main import cli
from tests.support.commands import Player


def commands(group: click.Command, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield names, group
    if isinstance(group, click.Group):
        for name, command in group.commands.items():
            yield from commands(command, *names, name)


COMMANDS = list(commands(cli))


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize(("names", "command"), COMMANDS, ids=[" ".join(names) for names, _ in COMMANDS])
def test_every_command_has_help(player: Player, names: tuple[str, ...], command: click.Command, option: str) -> None:
    code, out, err = player(*names, option)
    assert (code, err) == (0, "")
    assert out.startswith(" ".join(["Usage: player", *names]) + " ")
    summary = (command.help or "").split("\n\n")[0]
    assert " ".join(summary.split())[:30] in " ".join(out.split())
    assert summary.rstrip("\f").strip().endswith((".", ":", "?")), "a summary is a sentence"
    undocumented = [
        one.name for one in command.params if isinstance(one, click.Option) and not one.hidden and not one.help
    ]
    assert undocumented == []
