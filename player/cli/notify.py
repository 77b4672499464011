"""Options for notifications, and their effect."""

import os
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from player.cli import say
from player.cli.options import with_options
from player.cli.page_options import PageOptions
from player.errors import CannotWrite, Interrupted, Locked, PlayerError, worst
from player.files import regular

if TYPE_CHECKING:
    from player.nightly.notify import Notified


def urls(value: str) -> tuple[str, ...]:
    """Return a URL of apprise, or those in @FILE, one per line. Errors do not quote the URL, which is a secret."""
    from player.nightly.notify import problem

    found = _lines(Path(value[1:])) if value.startswith("@") else [value]
    for number, url in enumerate(found, start=1):
        where = f"URL {number} in {value[1:]}: " if value.startswith("@") else ""
        if not re.match(r"[a-z][a-z0-9+.-]*://", url, re.IGNORECASE):
            raise click.BadParameter(f"{where}it is no URL such as ntfy://TOPIC, and no @FILE with one in each line")
        if why := problem(url):
            raise click.BadParameter(f"{where}{why}")
    return tuple(found)


def _lines(file: Path) -> list[str]:
    import shlex

    try:
        if os.name == "posix" and file.stat().st_mode & 0o077:
            raise click.BadParameter(f"other users can read {file}: type chmod 600 {shlex.quote(str(file))}")
        lines = map(str.strip, regular(file).read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise click.BadParameter(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.BadParameter(f"{file} is no text") from None
    if found := [line for line in lines if line and not line.startswith("#")]:
        return found
    raise click.BadParameter(f"{file} has no URL in it")


def program(value: str) -> tuple[str, ...]:
    """Return the words of a command, which are quoted as for a shell."""
    import shlex
    import shutil

    try:
        words = shlex.split(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no command: {error}") from None
    if not words:
        raise click.BadParameter("the command is empty")
    if shutil.which(words[0]) is None:
        raise click.BadParameter(f"there is no program {words[0]!r}: give its path, or install it")
    return tuple(words)


OPTIONS = (
    click.option(
        "--notify",
        type=urls,
        multiple=True,
        metavar="URL|@FILE",
        help="Notify this URL of apprise when a game fails or recovers; a FILE has one URL per line.",
    ),
    click.option(
        "--on-failure", type=program, metavar="CMD", help="Run CMD when a game fails that did not fail before."
    ),
    click.option(
        "--notify-when",
        type=click.Choice(["changed", "always"]),
        default="changed",
        show_default=True,
        help="Notify after each change, or after every run.",
    ),
)


def notify_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the notification options; the command gets a `notified`, into which it writes the results of its games.

    If a notification fails, print one line per failed target; an exit code of 0 becomes 74.
    """

    @wraps(command)
    def notifying(
        *,
        notify: tuple[tuple[str, ...], ...],
        on_failure: tuple[str, ...] | None,
        notify_when: str,
        where: PageOptions,
        **options: Any,
    ) -> int:
        from player.nightly.notify import Notified

        of_one = where.site, where.offline, where.session
        sites = options.get("sites")
        profile = " ".join(map(str, ("sites", sites.resolve(), where.offline) if sites else of_one))
        notified = Notified(
            [url for urls in notify for url in urls], on_failure or (), profile, always=notify_when == "always"
        )
        try:
            code = command(notified=notified, where=where, **options)
        except (Locked, Interrupted):  # the run that holds the lock notifies; an interrupt comes from the user
            raise
        except BrokenPipeError:  # the games were played, and nobody reads of them
            _send(notified, worst([*notified.games.values()]), began=True)
            raise
        except Exception as error:
            _send(notified, error.code if isinstance(error, PlayerError) else PlayerError.exit_code, began=False)
            raise
        failed = _send(notified, code, began=True)
        return code or (CannotWrite.exit_code if failed else code)

    return with_options(notifying, OPTIONS)


def _send(notified: "Notified", code: int, *, began: bool) -> bool:
    """Notify the end of a night; return whether a notification failed."""
    notes = notified.send(code, began=began)
    for note in notes:
        say(note)
    return bool(notes)
