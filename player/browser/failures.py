"""Playwright's errors in our words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.errors import Crashed, PlayerError, Unavailable

_GONE = re.compile(r"has been closed|crashed|[Cc]onnection closed|Target closed|Playwright already stopped")
#: A driver that died is told by a bare Exception, with the name of what was called before it.
_DRIVER = "Connection closed while reading from the driver"


@contextmanager
def translated() -> Iterator[None]:
    """Playwright's errors as ours: by themselves they say that page or browser is gone, hung, or out of reach."""
    try:
        yield
    except Exception as error:
        if ours := as_ours(error):
            raise ours from error
        raise


def as_ours(error: Exception) -> PlayerError | None:
    """What an error of Playwright's means, None where it is none of Playwright's."""
    if type(error) is Exception and _DRIVER in str(error):
        return Crashed("Playwright's driver crashed, or was killed: play again")
    if not isinstance(error, Error):
        return None
    if _GONE.search(error.message):
        return Crashed("the page or its browser crashed, or was closed: play again")
    return Unavailable(f"the browser gave up: {first_line(error)}")


def first_line(error: Error) -> str:
    return error.message.splitlines()[0].split("?")[0]
