"""The commands, one module per subject: composition only.

Packages that take long to import are imported in the functions that use them: `--help` must be fast, and solving a file
needs no browser.
"""

from contextlib import suppress

import click

from player.errors import CannotWrite
from player.files.records import Records


def say(message: str) -> None:
    """Print a line for the user on standard error."""
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)


def ended(records: Records, code: int) -> int:
    """Return the exit code of a command: `code`, or that of a lost record."""
    try:
        records.require()
    except CannotWrite as error:
        say(str(error))
        return code or error.code
    return code
