"""Export of the history's boards in the public format."""

import json
from collections.abc import Iterable, Iterator

from player.nightly.history import Row


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield a line of JSON for each solved board, with its solution, its first day and site, and its difficulty."""
    seen = set()
    for row in rows:
        if row.board is None or row.solution is None or row.fingerprint in seen:
            continue
        seen.add(row.fingerprint)
        name = " ".join(filter(None, (row.key.site, row.key.game, row.key.board, row.key.day)))
        graded = {"difficulty": row.difficulty.to_json()} if row.difficulty else {}
        yield json.dumps({**row.board, "id": name, "date": row.key.day, "solution": row.solution, **graded}) + "\n"
