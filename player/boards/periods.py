"""The days of boards that stay for a day, a week or a month: each counts for the first day of its time."""

from datetime import date, timedelta


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
