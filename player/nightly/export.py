"""The boards of the history in the public format."""

import json
from collections.abc import Iterable, Iterator

from player.nightly.history import Row


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """A line of JSON for each board that was solved, with its solution: the first day and site that had it."""
    seen = set()
    for row in rows:
        if row.board is None or row.solution is None or row.fingerprint in seen:
            continue
        seen.add(row.fingerprint)
        name = f"{row.key.site} {row.key.game} {row.key.day}"
        yield json.dumps({**row.board, "id": name, "date": row.key.day, "solution": row.solution}) + "\n"
