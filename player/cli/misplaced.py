"""Refusals of options that mean nothing beside a file of boards or of sites."""

from collections.abc import Iterator, Sequence
from dataclasses import fields

import click

from player.cli.page_options import PageOptions


def only_for_pages(file: str) -> None:
    """Raise UsageError if options for pages were given: the board is in `file`."""
    names = {one.name for one in fields(PageOptions)} | {"sight"}
    for option in given():
        if option.name in names:
            raise click.UsageError(f"{option.opts[0]} is where a GAME is: the board is in {file}")


#: The options of one page, one site or one account.
_OF_ONE_SITE = ("site", "url", "board", "number", "account", "session", "read_as")


def only_for_one_site(games: Sequence[str]) -> None:
    """Raise UsageError if GAMES or options of one site were given: a file names the sites."""
    if games:
        raise click.UsageError("the FILE of --sites names the games: leave them out here")
    for option in given():
        if option.name in _OF_ONE_SITE:
            raise click.UsageError(f"{option.opts[0]} is for one site: write it into the FILE of --sites")


def given() -> Iterator[click.Parameter]:
    """Yield the options of the command that were typed."""
    context = click.get_current_context()
    for option in context.command.params:
        if context.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE:
            yield option
