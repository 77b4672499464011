"""Mapping of Playwright's errors to ours."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.errors import ArgumentInvalid, Crashed, PlayerError, Unavailable

_GONE = re.compile(r"has been closed|crashed|[Cc]onnection closed|Target closed|Playwright already stopped")
#: If the driver dies, Playwright raises a bare Exception whose text ends with this.
_DRIVER = "Connection closed while reading from the driver"


@contextmanager
def map_playwright_errors() -> Iterator[None]:
    """Raise Playwright's errors as PlayerErrors: a page or browser that is gone, hung or out of reach."""
    try:
        yield
    except Exception as error:
        if ours := as_ours(error):
            raise ours from error
        raise


def as_ours(error: Exception) -> PlayerError | None:
    """Return the PlayerError for an error of Playwright's; None for any other error."""
    if type(error).__module__ == "greenlet":
        return ArgumentInvalid("the page belongs to another thread: use it in the thread that opened its browser")
    if type(error) is Exception and _DRIVER in str(error):
        return Crashed("Playwright's driver crashed, or was killed: play again")
    if not isinstance(error, Error):
        return None
    if _GONE.search(error.message):
        return Crashed("the page or its browser crashed, or was closed: play again")
    return Unavailable(f"the browser gave up: {first_line(error)}")


def first_line(error: Error) -> str:
    """Return the first line of an error's message, without queries of addresses."""
    return error.message.splitlines()[0].split("?")[0]
