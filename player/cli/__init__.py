"""The commands, one module per subject: composition only.

Packages that take long to import are imported in the functions that use them: `--help` must be fast, and solving a file
needs no browser.
"""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli.command import option
from player.errors import CannotCreate, CannotWrite
from player.files import Records, write_atomic
from player.render.progress import PROGRESS

if TYPE_CHECKING:
    from player.render.terminal import PlainConsole


def say(message: str) -> None:
    """Print a line for the user on standard error."""
    with suppress(OSError):  # the exit code says it too
        click.echo(f"player: {''.join(c if c.isprintable() else '?' for c in message)}", err=True)


def console(*, err: bool = False) -> "PlainConsole":
    """Return the console on standard output, or on standard error."""
    from player.render.terminal import PlainConsole

    return PlainConsole(sys.stderr if err else sys.stdout)


def ended(records: Records, code: int) -> int:
    """Return the exit code of a command: `code`, or that of a lost record."""
    try:
        records.require()
    except CannotWrite as error:
        say(str(error))
        return code or error.code
    return code


def reported(target: str | None, data: dict[str, Any], code: int) -> int:
    """Append a report to the file of records `target`, if there is one; return the exit code of the command."""
    with Records(target, durable=False) as records:
        records.line(data)
        return ended(records, code)


def put_to(target: str, content: bytes, *, private: bool = False) -> None:
    """Write a file atomically, or to standard output if `target` is "-"."""
    if target == "-":
        sys.stdout.buffer.write(content)
        return
    file = Path(target)
    if file.exists() and not file.is_file():
        raise CannotCreate(f"{file} is no file that the output could take the place of: name another")
    write_atomic(file, content, private=private)


def shows_progress(what: str, *, more: str = "", silenced: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator: the command shows its progress, counted in `what`, unless it gets `--quiet`.

    If it can say `more`, which is the help of `--verbose`, or can be `silenced`, it says only problems with `--quiet`.
    """
    quietly = "Say nothing but problems." if more or silenced else "Show no progress."

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def showing(*arguments: Any, quiet: bool, verbose: bool = False, **values: Any) -> Any:
            if quiet and verbose:
                raise click.UsageError("--quiet and --verbose exclude each other: leave one of them out")
            with PROGRESS.shown(what, quiet=quiet, verbose=verbose):
                return command(*arguments, **values)

        if more:
            showing = option("-v", "--verbose", is_flag=True, help=more)(showing)
        return option("-q", "--quiet", is_flag=True, help=quietly)(showing)

    return decorated
