"""The state of notifications: the last one of each profile, so that only changes are reported."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from player.errors import SOLVED, PlayerError
from player.files import ensure_folder, regular, state_folder, write_atomic
from player.nightly.notify import NIGHT, Standing, notify, standing
from player.nightly.reports import Night

#: The folder of these files in earlier versions; they are read as long as there is no newer one.
OLD_FOLDER = "told"


@dataclass(slots=True)
class Notified:
    """The recipients, and the results to report: a night writes the exit codes of its `games` into it, and a summary.

    The state folder holds the last notification of each `profile`, so that profiles are compared with themselves.
    """

    urls: Sequence[str]
    on_failure: Sequence[str]
    profile: str
    always: bool = False
    games: dict[str, int] = field(default_factory=dict)
    summary: dict[str, str | int] = field(default_factory=dict)

    def add(self, night: Night, site: str = "") -> None:
        """Add the results of a night so far; of several sites, with the label of the `site` before each game."""
        before = f"{site} " if site else ""
        self.games |= {f"{before}{one['game']}": one["exit"] or SOLVED for one in (*night.done, *night.records)}
        self.summary.setdefault("puzzle_day", night.day)

    def send(self, code: int, *, began: bool) -> list[str]:
        """Notify the end of a night with `code`, if it `began` at all; return a line for each failed notification."""
        if not self.urls and not self.on_failure:
            return []
        try:
            folder = state_folder()
            file = (
                ensure_folder(folder / "notified") / f"{sha256(self.profile.encode(errors='replace')).hexdigest()}.json"
            )
        except PlayerError as error:
            return [f"no notification was sent: {error}"]
        before = _before(file if file.exists() else folder / OLD_FOLDER / file.name)
        now = {
            NIGHT: Standing.WON if began else standing(code),
            **{game: standing(end) for game, end in self.games.items()},
        }
        summary = {"exit": code, **self.summary}
        notes = notify(self.urls, self.on_failure, before, now, summary=summary, always=self.always)
        if notes:  # a change that was not reported is one the next time too
            return notes
        try:
            write_atomic(file, json.dumps({**before, **now}).encode(), what="the state of notifications")
        except PlayerError as error:
            return [str(error)]
        return []


def _before(file: Path) -> dict[str, str]:
    """Return the standings last reported; empty if the file is damaged."""
    try:
        return {**json.loads(regular(file).read_text(encoding="utf-8"))}
    except (OSError, ValueError, TypeError):
        return {}
