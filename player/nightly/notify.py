"""Notifications of a night in which a game's status changed: by apprise, and by a command.

Messages contain only our own words and the names of games: no text of a page, no address, no member's name. Apprise's
URLs are secrets, and are in no line of output.
"""

import json
import logging
import os
import subprocess
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from player.errors import NOT_CONFIRMED, SOLVED, CannotWrite, NotInstalled, PlayerError, Unavailable
from player.files import ensure_folder, regular, state_folder, write_atomic
from player.games import title_of

if TYPE_CHECKING:  # a night makes its `Notified` before the browser starts
    from player.nightly.reports import Night

#: The name of the night as a whole among its games: it has failed if it could not begin.
NIGHT = "the night"

#: Time limit of the command, in seconds.
COMMAND_TIMEOUT_S = 60


class GameStatus(StrEnum):
    """The state of a game, or of the night as a whole, in the words of the messages."""

    WON = "won"
    NOT_WON = "not won"
    PERSON = "needs a person"


class ChangeKind(StrEnum):
    """The kind of a change, in the words of PLAYER_CHANGE."""

    FAILED = "failed"
    RECOVERED = "recovered"
    SAME = "same"


#: The kinds in apprise's terms.
TYPES = {ChangeKind.FAILED: "warning", ChangeKind.RECOVERED: "success", ChangeKind.SAME: "info"}


@dataclass(frozen=True, slots=True)
class Change:
    """A change; `subject` and `body` are one line each."""

    kind: ChangeKind
    subject: str
    body: str


def status_of(exit_code: int) -> GameStatus:
    """Return the status for an exit code of a game or a night; a win that could not be recorded is a win."""
    if exit_code in {SOLVED, CannotWrite.exit_code}:
        return GameStatus.WON
    may_pass = exit_code in {NOT_CONFIRMED, Unavailable.exit_code} or exit_code > 128
    return GameStatus.NOT_WON if may_pass else GameStatus.PERSON


def change_of(before: Mapping[str, str], now: Mapping[str, str]) -> Change:
    """Return the change of statuses from `before` to `now`, of kind SAME if there is none.

    A game missing before counts as won, and one missing now as unchanged.
    """
    from player.render.terminal import printable  # noqa: PLC0415  # of few nights

    different = {game for game in now if now[game] != before.get(game, GameStatus.WON)}
    recovered = all(now[game] == GameStatus.WON for game in different)
    kind = ChangeKind.SAME if not different else ChangeKind.RECOVERED if recovered else ChangeKind.FAILED
    news = list(_phrases(now, different, {GameStatus.WON: "won again"}))
    same = now.keys() - different - {NIGHT if now.get(NIGHT) == GameStatus.WON else ""}
    rest = list(_phrases(now, same, {each: f"still {each}" for each in (GameStatus.WON, GameStatus.NOT_WON)}))
    subject = "; ".join(news or rest)
    body = ". ".join([*news, *rest, "`player history` shows more."])
    return Change(kind, printable(f"player: {subject}"), printable(body))


def _phrases(now: Mapping[str, str], among: set[str], words: Mapping[str, str]) -> Iterator[str]:
    for each in (GameStatus.PERSON, GameStatus.NOT_WON, GameStatus.WON):
        games = [game for game in now if game in among and now[game] == each]
        if games == [NIGHT] and each == GameStatus.WON and each in words:
            yield f"{NIGHT} can begin again"
        elif games:
            yield f"{', '.join(map(_titled, games))}: {words.get(each, each)}"


def _titled(game: str) -> str:
    """Return a game, after the label of its site if there are several, with its title."""
    label, _, name = game.rpartition(" ")
    return game if game == NIGHT else f"{label} {title_of(name)}".strip()


def problem(url: str) -> str | None:
    """Return the reason why apprise can't use `url`, without its secrets; None if it can.

    Raises NotInstalled without apprise.
    """
    with _apprise() as apprise:
        scheme = url.partition("://")[0].lower()
        if scheme not in apprise.NotificationManager():
            return f"apprise knows no service {scheme}://"
        try:
            whole = apprise.Apprise.instantiate(url, suppress_exceptions=True)
        except Exception:  # noqa: BLE001  # whatever a plugin raises, it rejects the URL
            whole = None
        return None if whole else f"apprise can't read the {scheme}:// URL: something is missing in it, or wrong"


def _send(urls: Sequence[str], change: Change) -> Iterator[str]:
    """Send the change to all URLs; yield a line for each that fails."""
    with _apprise() as apprise:
        asset = apprise.AppriseAsset(app_id="player", app_url="", storage_mode="memory")
        text, kind = apprise.NotifyFormat.TEXT, TYPES[change.kind]
        for number, url in enumerate(urls, 1):
            try:
                receiver = apprise.Apprise(asset=asset)
                sent = receiver.add(url) and receiver.notify(change.body, change.subject, kind, body_format=text)
                why = "" if sent else "the message was not taken"
            except Exception as error:  # noqa: BLE001  # whatever a plugin raises, the games are played
                why = type(error).__name__
            if why:
                yield f"--notify {url.partition('://')[0]}://... (number {number}) was not notified: {why}"


@contextmanager
def _apprise() -> Iterator[Any]:
    """Yield the library, without logs and warnings, which may contain a URL; raise NotInstalled without it."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import apprise  # noqa: PLC0415  # an extra, and slow

            yield apprise
    except ImportError:
        raise NotInstalled.of_extra("notify", "--notify needs apprise") from None
    finally:
        logging.disable(before)


def _run(command: Sequence[str], values: Mapping[str, str | int], details: Mapping[str, object]) -> list[str]:
    variables = {f"PLAYER_{name.upper()}": str(value) for name, value in values.items()}
    try:
        ended = subprocess.run(  # noqa: S603  # the user's own command
            command,
            input=f"{json.dumps(details)}\n".encode(),
            stdout=2,  # standard output may be for records
            env={**os.environ, **variables},
            timeout=COMMAND_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [f"the --on-failure command took more than {COMMAND_TIMEOUT_S} s, and was ended"]
    except OSError as error:
        return [f"the --on-failure command does not start: {error.strerror}"]
    return [f"the --on-failure command ended with {ended.returncode}"] if ended.returncode else []


# The state of notifications: the last one of each profile, so that only changes are reported


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

    def add(self, night: "Night", site: str = "") -> None:
        """Add the results of a night so far; of several sites, with the label of the `site` before each game."""
        before = f"{site} " if site else ""
        self.games |= {f"{before}{one['game']}": one["exit"] or SOLVED for one in (*night.done, *night.records)}
        self.summary.setdefault("puzzle_day", night.day)

    def send(self, code: int, *, began: bool) -> list[str]:
        """Notify the end of a night with `code`, if it `began` at all; return a line for each failed notification."""
        if not self.urls and not self.on_failure:
            return []
        name = sha256(self.profile.encode(errors="replace")).hexdigest()
        try:
            file = ensure_folder(state_folder() / "notified") / f"{name}.json"
        except PlayerError as error:
            return [f"no notification was sent: {error}"]
        before = _before(file)
        now = {
            NIGHT: GameStatus.WON if began else status_of(code),
            **{game: status_of(end) for game, end in self.games.items()},
        }
        notes = self.notify(before, now, code)
        if notes:  # a change that was not reported is one the next time too
            return notes
        try:
            write_atomic(file, json.dumps({**before, **now}).encode(), what="the state of notifications")
        except PlayerError as error:
            return [str(error)]
        return []

    def notify(self, before: Mapping[str, str], now: Mapping[str, str], code: int) -> list[str]:
        """Report a change, or `always`: to every URL, and to the command if a game failed.

        Returns a line for each failed notification. The command reads a JSON object on standard input: change, subject,
        body, exit, before, games, and the summary; single values are also in variables such as PLAYER_CHANGE.
        """
        change = change_of(before, now)
        if change.kind == ChangeKind.SAME and not self.always:
            return []
        notes: list[str] = []
        if self.urls:
            try:
                notes += _send(self.urls, change)
            except NotInstalled as error:
                notes.append(f"no notification was sent: {error}")
        failed = any(each != GameStatus.WON for each in now.values()) and change.kind != ChangeKind.RECOVERED
        if self.on_failure and failed:
            about = {"change": change.kind, "subject": change.subject, "body": change.body}
            values: dict[str, str | int] = {**about, "exit": code, **self.summary}
            notes += _run(self.on_failure, values, {**values, "before": dict(before), "games": dict(now)})
        return notes


def _before(file: Path) -> dict[str, str]:
    """Return the statuses last reported; empty if the file is damaged."""
    try:
        return {**json.loads(regular(file).read_text(encoding="utf-8"))}
    except (OSError, ValueError, TypeError):
        return {}
