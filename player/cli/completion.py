"""The commands as shells and readers know them: completion, what options complete, and man."""

import inspect
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

from player import __version__
from player.cli.command import COMPLETE_VARIABLE, Command
from player.errors import Bug, PlayerError


@click.command(
    cls=Command,
    examples="""
    eval "$(player completion bash)"       # in .bashrc
    player completion zsh > ~/.zfunc/_player
    player completion fish > ~/.config/fish/completions/player.fish
    """,
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script that completes commands, options, games, sites and boards in a shell.

    For zsh, the folder of the file must be in $fpath.
    """
    group = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(group, {}, "player", COMPLETE_VARIABLE).source(), nl=False)
    return 0


def answer(group: click.Command) -> int:
    """Print the completions that a shell asks for; return the exit code.

    An error ends it silently: a message would stand in the line that is being typed.
    """
    with suppress(Exception):
        return shell_complete(group, {}, "player", COMPLETE_VARIABLE, os.environ[COMPLETE_VARIABLE])
    return 1


def beginning(incomplete: str, words: Iterable[str]) -> "list[CompletionItem[str]]":
    """Return the words that begin with `incomplete`, each once, in their order."""
    return [CompletionItem(word) for word in dict.fromkeys(words) if word.startswith(incomplete)]


def or_file(incomplete: str, words: Iterable[str]) -> "list[CompletionItem[str]]":
    """Return files and the words that begin with `incomplete`."""
    return [CompletionItem(incomplete, type="file"), *beginning(incomplete, words)]


def games(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
    """Return the games that begin with `incomplete`, without those named already where several can be."""
    from player.games import GAMES

    named = (ctx.params.get(param.name or "") or ()) if param.nargs == -1 else ()
    return beginning(incomplete, [game for game in GAMES if game not in named])


def game_or_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
    """Return files, and the games that begin with `incomplete`."""
    return or_file(incomplete, [item.value for item in games(ctx, param, incomplete)])


def replica_or_file(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
    """Return files, and the replica."""
    return or_file(incomplete, ["replica"])


def sites(ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
    """Return the sites of the selectors file that begin with `incomplete`."""
    return beginning(incomplete, _boards(ctx))


def boards(ctx: click.Context, _param: click.Parameter, incomplete: str) -> "list[CompletionItem[str]]":
    """Return the boards of the site, of the games named or of all, that begin with `incomplete`."""
    found = _boards(ctx).get(ctx.params.get("site") or "", {})
    # click leaves arguments alone where an option has no value yet.
    played = [game for game in found if game in ctx.args] or list(found)
    return beginning(incomplete, [name for game in played for name in found[game]])


def _boards(ctx: click.Context) -> dict[str, dict[str, list[str]]]:
    from player.browser.selectors.defaults import boards_of_sites
    from player.files import SELECTORS

    return boards_of_sites(ctx.params.get("selectors") or SELECTORS)


# The manual page: the help of all commands in roff, the language of man(7)

_SUMMARY = "play LinkedIn's daily logic games end to end"


@click.command(cls=Command, examples="player man > player.1")
def man() -> int:
    """Print the manual page: the help of all commands, as a file that `man -l FILE` shows."""
    click.echo(page(click.get_current_context().find_root().command), nl=False)
    return 0


def page(group: click.Command) -> str:
    """Return the manual page of `group` with all its commands, as the source of man(7)."""
    context = click.Context(group, info_name="player", **group.context_settings)
    lines = [
        '.\\" Written by `player man`.',
        f'.TH PLAYER 1 "" "player {__version__}" "User Commands"',
        ".SH NAME",
        f"player \\- {escaped(_SUMMARY)}",
        ".SH SYNOPSIS",
        _usage(context),
        ".SH DESCRIPTION",
        *_help(group),
        ".SH OPTIONS",
        *_options(context),
        ".SH COMMANDS",
        *chain.from_iterable(map(_command, inner(context))),
        ".SH EXIT STATUS",
        *_exit_codes(),
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return text as roff shows it literally: its own signs, quotes, hyphens and characters beyond ASCII escaped."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("~", "\\(ti").replace("^", "\\(ha")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    return f"\\&{text}" if text.startswith(".") else text


def inner(context: click.Context) -> Iterator[click.Context]:
    """Yield the contexts of the commands of a group, and after each those of its own commands."""
    group = context.command
    if isinstance(group, click.Group):
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            found = click.Context(command, parent=context, info_name=name, **command.context_settings)
            yield found
            yield from inner(found)


def _command(context: click.Context) -> Iterator[str]:
    yield f".SS {escaped(context.command_path)}"
    yield _usage(context)
    yield ".PP"
    yield from _help(context.command)
    if examples := getattr(context.command, "examples", ()):
        yield from (".PP", ".nf", *map(escaped, examples), ".fi")
    yield from _options(context)


def _usage(context: click.Context) -> str:
    pieces = " ".join(context.command.collect_usage_pieces(context))
    return f"\\fB{escaped(context.command_path)}\\fR {escaped(pieces)}"


def _help(command: click.Command) -> Iterator[str]:
    """Yield the paragraphs of a command's help; click marks those that keep their lines."""
    first, *others = inspect.cleandoc(command.help or "").partition("\f")[0].split("\n\n")
    yield _filled(first)
    for paragraph in others:
        marked = re.match(r"\x08\n", paragraph)
        yield ".PP"
        yield from ([".nf", *map(escaped, paragraph[2:].splitlines()), ".fi"] if marked else [_filled(paragraph)])


def _filled(paragraph: str) -> str:
    return escaped(" ".join(paragraph.split()))


def _options(context: click.Context) -> Iterator[str]:
    options = [one for one in context.command.get_params(context) if isinstance(one, click.Option)]
    for names, text in filter(None, (one.get_help_record(context) for one in options)):
        yield ".TP"
        yield f"\\fB{escaped(names)}\\fR"
        yield _filled(text)


def _exit_codes() -> Iterator[str]:
    """Yield the meaning of each code: that of the errors that have it."""
    meanings: dict[int, list[str]] = {
        0: ["Solved, or won before."],
        1: ["Unsolved, or the page does not confirm the win."],
        2: ["A wrong command line."],
    }
    for error in PlayerError.__subclasses__():
        if error is Bug or "exit_code" in vars(error):
            meanings.setdefault(error.exit_code, []).append((error.__doc__ or "").split("\n")[0])
    meanings[130] = ["Ended by Ctrl-C; other signals: 128 and the number of the signal."]
    for code, texts in sorted(meanings.items()):
        yield ".TP"
        yield f"\\fB{code}\\fR"
        yield escaped(" ".join(texts))
