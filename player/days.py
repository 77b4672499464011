"""Days: the puzzle day of a site, days of boards that stay longer, and how days are written.

Programs get ISO 8601; people get what the locale of the environment has (LC_ALL, LC_TIME, LANG). In the C locale, and
if `use_locale` was not called, that is ISO 8601 too.
"""

import locale
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta


def puzzle_day(timezone: str, now: datetime | None = None) -> str:
    """Return the puzzle day (YYYY-MM-DD) of a site `now`, midnight to midnight in its time zone."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415  # most commands need no time zone

    now = now or datetime.now(UTC)
    assert now.tzinfo is not None
    return now.astimezone(ZoneInfo(timezone)).date().isoformat()


def first_day(day: date, each: str) -> date:
    """Return the first day of the day, week (from Monday) or month (`each`) that `day` is in."""
    match each:
        case "week":
            return day - timedelta(day.weekday())
        case "month":
            return day.replace(day=1)
    return day


def before(day: date, each: str) -> date:
    """Return the first day of the time before the one that `day` is in."""
    return first_day(first_day(day, each) - timedelta(1), each)


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
    """Return `moment` in the `form` of strftime that the locale fills; `plain` in the C locale, or if not printable."""
    in_c = locale.setlocale(locale.LC_TIME).partition(".")[0] in {"C", "POSIX"}
    text = "" if in_c else moment.strftime(form).strip()
    return text if text and text.isprintable() else moment.strftime(plain)
