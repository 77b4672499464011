"""Playwright's errors in our words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.errors import Crashed, Unavailable


@contextmanager
def translated() -> Iterator[None]:
    """Playwright's errors as ours: by themselves they say that page or browser is gone, hung, or out of reach."""
    try:
        yield
    except Error as error:
        if re.search(r"has been closed|crashed", error.message):
            raise Crashed("the page or its browser crashed, or was closed: play again") from error
        raise Unavailable(f"the browser gave up: {first_line(error)}") from error


def first_line(error: Error) -> str:
    return error.message.splitlines()[0].split("?")[0]
