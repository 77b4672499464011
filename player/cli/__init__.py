"""The commands, one module per subject: composition only.

Packages that take long to import are imported in the functions that use them: `--help` must be fast, and solving a file
needs no browser.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any

import click

from player.errors import CannotWrite
from player.files import Records
from player.render.progress import PROGRESS


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


def shows_progress(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator: the command shows its progress, counted in `what`, unless it gets `--quiet`."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def showing(*arguments: Any, quiet: bool, **values: Any) -> Any:
            with PROGRESS.shown(what, quiet=quiet):
                return command(*arguments, **values)

        return click.option("-q", "--quiet", is_flag=True, help="Show no progress.")(showing)

    return decorated
