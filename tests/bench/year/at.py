"""`python -m player` at another moment: python -m tests.bench.year.at 2027-03-14T10:30:00+00:00 nightly ...

Only the player's clock is moved, and it goes on from there; all the rest is the command itself.
"""

import sys
from datetime import UTC, datetime, tzinfo
from time import monotonic

from player import __main__, days
from player.nightly import history


def moved(moment: datetime) -> type[datetime]:
    """Return a class whose `now` is `moment`, and goes on."""
    began = monotonic()

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> "Moved":
            seconds = moment.timestamp() + monotonic() - began
            return cls.fromtimestamp(seconds, tz)

    return Moved


def main() -> None:
    """Run the player at the moment that the first argument names, with the others."""
    moment = datetime.fromisoformat(sys.argv.pop(1))
    assert moment.utcoffset() == UTC.utcoffset(None)
    for module in (days, history):
        module.datetime = moved(moment)  # type: ignore[attr-defined]
    __main__.main()


if __name__ == "__main__":
    main()
