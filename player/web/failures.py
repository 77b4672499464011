"""Playwright's errors in our words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Error  # noqa: TID251  # web drives the browser

from player.errors import ConfigInvalid, PageNotUnderstood, Unavailable


@contextmanager
def translated() -> Iterator[None]:
    """Playwright's errors as ours: by themselves they say that page or browser is gone, hung, or out of reach."""
    try:
        yield
    except Error as error:
        if invalid := re.search(r" on '\w+': '(.+)' is not a valid selector", error.message):
            raise ConfigInvalid(f"{invalid[1]!r} in selectors.yaml is no CSS selector: mend it") from None
        if re.search(r"\b(Type|Range|Reference)Error\b", error.message):
            raise PageNotUnderstood(f"the page meddles with what reads it: {first_line(error)}") from error
        raise Unavailable(f"the browser gave up: {first_line(error)}") from error


def first_line(error: Error) -> str:
    return error.message.splitlines()[0].split("?")[0]
