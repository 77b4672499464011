"""The commands, by what they are about: composition only.

Rooms are imported where they are used: help must be quick, and solving a file needs no browser.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from player.boards.records import Records


def say(message: str) -> None:
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)


def ended(records: "Records", code: int) -> int:
    """The exit code of a command that came to `code`, where a line of its records may be lost."""
    from player.errors import CannotWrite

    try:
        records.require()
    except CannotWrite as error:
        say(str(error))
        return code or error.code
    return code
