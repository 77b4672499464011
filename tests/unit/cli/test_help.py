"""The help of the commands: what is shown first, what after --help-all, and that one word means one thing."""

import re
from collections import defaultdict

import click
import pytest

from player.cli.command import PANELS, Command, long_name
from player.cli.completion import inner
from player.cli.main import _GROUPS, cli
from tests.support.commands import Player

#: The greatest number of options that a command shows at once, without --help and --help-all.
MAX_OPTIONS = 8


ROOT = click.Context(cli, info_name="player", **cli.context_settings)
CONTEXTS = [ROOT, *inner(ROOT)]
IDS = [context.command_path for context in CONTEXTS]


def options(context: click.Context) -> dict[str, click.Option]:
    """Return the options that the help has, by their long names."""
    found = (one for one in context.command.get_params(context) if isinstance(one, click.Option) and not one.hidden)
    return {long_name(one): one for one in found}


def test_the_commands_are_listed_in_groups_and_no_summary_is_cut(player: Player) -> None:
    code, out, err = player("--help")
    assert (code, err) == (0, "")
    assert [title for title in re.findall(r"^(\w[\w ]*):$", out, re.MULTILINE) if title in _GROUPS] == [*_GROUPS]
    for group in _GROUPS.values():
        for name, (_, summary) in group.items():
            assert re.search(rf"^  {name} +{re.escape(summary)}$", out, re.MULTILINE), name
            assert len(summary) <= 50, name
    assert len(out.partition("\nPlay:\n")[0].splitlines()) <= 24
    assert "..." not in out.replace("[ARGS]...", "").replace("cron, ...", "")
    for group in _GROUPS.values():
        assert {name: cli.commands[name].get_short_help_str() for name in group} == {
            name: summary for name, (_, summary) in group.items()
        }


@pytest.mark.parametrize("at", CONTEXTS, ids=IDS)
def test_a_help_shows_few_options_first_and_all_of_them_after_help_all(player: Player, at: click.Context) -> None:
    arguments = at.command_path.split()[1:]
    brief, every = player(*arguments, "-h").out, ""
    assert player(*arguments, "--help") == (0, brief, "")
    assert brief.startswith(f"Usage: {at.command_path} ")
    command, known = at.command, options(at)
    assert (command.help or "").split("\n\n")[0].strip().endswith((".", ":", "?")), "a summary is a sentence"
    assert all(one.help for one in known.values())
    assert isinstance(command, Command)
    if arguments:
        code, every, err = player(*arguments, "--help-all")
        assert (code, err) == (0, "")
    assert command.examples, "a help begins with what to type"
    if command.first:
        assert {*command.first} <= {*known}
        assert 5 <= len(command.first) <= MAX_OPTIONS
        assert brief.endswith(
            f"`{at.command_path} --help-all` shows {len(known) - len(command.first) - 2} more options.\n"
        )
        assert "more options" not in every
        assert "More" not in dict(command.panels(at)), "name the panel of each option in PANELS"
    else:
        assert len(known.keys() - {"help", "help-all"}) <= MAX_OPTIONS
    for name in known:
        assert f"--{name}" in (every or brief), name
        is_first = not command.first or name in {*command.first, "help", "help-all"}
        assert bool(re.search(rf"^  (-\w, )?--{name}(?![\w-])", brief, re.MULTILINE)) is is_first, name
    for line in (brief + every).splitlines():
        assert len(line) <= 80, line


def test_each_panel_names_options_that_there_are_each_once() -> None:
    named = [name for names in PANELS.values() for name in names.split()]
    assert len({*named}) == len(named)
    assert {*named} <= {name for context in CONTEXTS for name in options(context)}


def test_a_command_that_takes_games_names_them(player: Player) -> None:
    for name in ("play", "explain", "read", "generate", "coach"):
        assert "Games: queens, zip, tango, " in player(name, "--help").out
    assert "Games:" not in player("solve", "--help").out


def test_an_option_of_one_name_has_one_metavar_and_is_a_flag_everywhere_or_nowhere() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for context in CONTEXTS:
        for name, option in options(context).items():
            found[name].add("" if option.is_flag else option.make_metavar(context))
    assert {name: metavars for name, metavars in found.items() if len(metavars) > 1} == {}
