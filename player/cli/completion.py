"""Completion in shells: the command `completion`, and what options complete besides click's own choices."""

import os
from collections.abc import Iterable
from contextlib import suppress

import click
from click.shell_completion import CompletionItem, get_completion_class, shell_complete

#: The environment variable with which a shell's script asks `player` for completions.
VARIABLE = "_PLAYER_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script that completes commands, options, games, sites and boards in SHELL.

    \b
    bash: player completion bash > ~/.local/share/bash-completion/completions/player
    zsh:  player completion zsh > DIR/_player, where DIR is in $fpath
    fish: player completion fish > ~/.config/fish/completions/player.fish
    """  # noqa: D301  # click's own mark of a paragraph that keeps its lines
    group = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(group, {}, "player", VARIABLE).source(), nl=False)
    return 0


def answer(group: click.Command) -> int:
    """Print the completions that a shell asks for; return the exit code.

    An error ends it silently: a message would stand in the line that is being typed.
    """
    with suppress(Exception):
        return shell_complete(group, {}, "player", VARIABLE, os.environ[VARIABLE])
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
