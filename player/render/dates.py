"""Dates and times for people, as their locale writes them; for programs they stay as ISO 8601 has them.

The locale is that of the environment (LC_ALL, LC_TIME, LANG). In the C locale, and where no other one was chosen by
`use_locale`, dates are as ISO 8601 has them, too.
"""

import locale
from contextlib import suppress
from datetime import date, datetime


def use_locale() -> None:
    """Write dates as the environment's locale has it from now on; an unknown locale changes nothing."""
    with suppress(locale.Error):
        locale.setlocale(locale.LC_TIME, "")


def day_text(day: date | str) -> str:
    """Return a day, given as it is or in ISO 8601."""
    day = date.fromisoformat(day) if isinstance(day, str) else day
    return text_of(day, "%x", "%Y-%m-%d")


def moment_text(moment: datetime) -> str:
    """Return a date and a time of day, with the name of the time zone that `moment` is in."""
    return text_of(moment, "%x %X %Z", "%Y-%m-%d %H:%M %Z")


def text_of(moment: date, form: str, plain: str) -> str:
    """Return `moment` in the `form` of strftime that the locale fills, or as `plain` in the C locale.

    It is plain as well if the locale's text has characters that can't be printed.
    """
    in_c = locale.setlocale(locale.LC_TIME).partition(".")[0] in {"C", "POSIX"}
    text = "" if in_c else moment.strftime(form).strip()
    return text if text and text.isprintable() else moment.strftime(plain)
