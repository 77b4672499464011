"""What was told of a profile's games last, so that only what changed since is told."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from player.errors import SOLVED, PlayerError
from player.nightly.notify import NIGHT, WON, notify, standing
from player.nightly.reports import Night
from player.state import made, state_folder, write_output


@dataclass(slots=True)
class Told:
    """Whom to tell, and of what: a night writes the exit codes of its `games` into it, and what else is of use.

    Of each `profile` the state folder keeps what was told, so that profiles don't take each other's games for changes.
    """

    urls: Sequence[str]
    on_failure: Sequence[str]
    profile: str
    always: bool = False
    games: dict[str, int] = field(default_factory=dict)
    summary: dict[str, str | int] = field(default_factory=dict)

    def hear(self, night: Night) -> None:
        """What came of a night, as far as it came."""
        self.games |= {row.key.game: row.exit or SOLVED for row in night.settled}
        self.games |= {result.game: result.exit for result in night.results}
        self.summary["puzzle_day"] = night.day

    def tell(self, code: int, *, began: bool) -> list[str]:
        """Tell how a night ended, with `code`, if it `began` at all. Lines on what could not be told."""
        if not self.urls and not self.on_failure:
            return []
        try:
            file = made(state_folder() / "told") / f"{sha256(self.profile.encode(errors='replace')).hexdigest()}.json"
        except PlayerError as error:
            return [f"nobody was notified: {error}"]
        before = _before(file)
        now = {NIGHT: WON if began else standing(code), **{game: standing(end) for game, end in self.games.items()}}
        summary = {"exit": code, **self.summary}
        notes = notify(self.urls, self.on_failure, before, now, summary=summary, always=self.always)
        if notes:  # what was not told is a change the next time too
            return notes
        try:
            write_output(file, json.dumps({**before, **now}), "what was told, in")
        except PlayerError as error:
            return [str(error)]
        return []


def _before(file: Path) -> dict[str, str]:
    """What was told; nothing where the file is no longer whole."""
    try:
        return {**json.loads(file.read_text(encoding="utf-8"))}
    except (OSError, ValueError, TypeError):
        return {}
