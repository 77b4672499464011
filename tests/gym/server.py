"""The server of the gym: tasks, pages with an origin for each task, and the score sheet, all on this machine."""

import json
import secrets
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from http.server import ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from player.browser.offline import sources
from player.browser.offline.page_source import first_in
from player.errors import ArgumentInvalid
from tests.gym.changed import script_of
from tests.gym.score import Visit, sheet, table
from tests.gym.tasks import Task, Wanted, deck
from tests.support.http_servers import Answer, AnswerHandler, running

WATCH = Path(__file__).with_name("watch.js").read_text(encoding="utf-8")
SCRIPT, CHANGED_SCRIPT = "/replica/gym.js", "/replica/gym-changed.js"
REPORT = "/gym/report"
HTML = "text/html; charset=utf-8"
#: How long a page of results waits for the report of the win, which left before it was asked for.
RESULTS_TIMEOUT_S = 3
Changes = Mapping[tuple[str, str], Collection[str]]


class Gym(ThreadingHTTPServer):
    """Hands out the first `tasks` of a seed that are wanted, to each player in the same order."""

    daemon_threads = True

    def __init__(
        self, seed: int, changes: Changes, tasks: int | None = None, port: int = 0, wanted: Wanted | None = None
    ) -> None:
        super().__init__(("127.0.0.1", port), AnswerHandler)
        self.port = self.server_address[1]
        self.address = f"http://localhost:{self.port}"
        self._seed, self._changes, self._tasks = seed, changes, tasks
        self._wanted = wanted or Wanted()
        self._visits: list[Visit] = []
        self._pages: list[sources.Offline] = []
        self._decks: dict[tuple[str, Wanted, int], Iterator[Task]] = {}
        self._heard = Condition()

    def origin(self, number: int) -> str:
        """Return the origin of the pages of a visit."""
        return f"http://task{number}.localhost:{self.port}"

    def next(
        self, player: str = "anonymous", wanted: Wanted | None = None, seed: int | None = None
    ) -> dict[str, Any] | None:
        """Begin the next visit of a player, and end that before; None after the last task."""
        wanted, seed = wanted or self._wanted, self._seed if seed is None else seed
        wanted.check(self._changes)
        with self._heard:
            key = player, wanted, seed
            if key not in self._decks:
                self._decks[key] = islice(filter(wanted.takes, deck(seed, self._changes)), self._tasks)
            self._end(player)
            task = next(self._decks[key], None)
            if task is None:
                return None
            visit = Visit(len(self._visits) + 1, player, task, secrets.token_urlsafe(16), monotonic())
            pages = sources.replica("linkedin", self.origin(visit.number), task.build, **task.faults)
            self._pages.append(replace(pages, boards={task.game: task.board}))
            self._visits.append(visit)
        found = {"id": visit.number, "address": f"{self.origin(visit.number)}/games/{task.game}/", "game": task.game}
        return found | {"build": task.build, "seed": task.seed, "group": task.group, "change": task.name}

    def end(self, player: str) -> None:
        """End the open visit of a player: what is not won is lost."""
        with self._heard:
            self._end(player)

    def _end(self, player: str) -> None:
        for visit in self._visits:
            if visit.player == player:
                visit.close("lost", monotonic())

    def score(self) -> dict[str, Any]:
        """Return the score sheet."""
        with self._heard:
            return sheet(self._visits)

    def state(self, number: int) -> dict[str, Any]:
        """Return the line of one visit."""
        with self._heard:
            return self._visits[number - 1].row()

    def answer(self, host: str, path: str) -> Answer | None:
        """Return the response to a GET of `path` at `host`; None if there is none."""
        if (number := self._number(host)) is not None:
            return self._page(number, path) if number else None
        if urlsplit(path).path == "/next":
            return self._next(parse_qs(urlsplit(path).query))
        if path == "/score":
            return _json(self.score())
        if path == "/score.html":
            return 200, HTML, f"<pre>{escape(table(self.score()))}</pre>".encode()
        return None

    def _number(self, host: str) -> int | None:
        """Return the number of the visit whose pages are at `host`: 0 for one that is not there, None for none."""
        name, _, of = host.partition(".")
        if not of.startswith("localhost"):
            return None
        number = int(name.removeprefix("task")) if name.removeprefix("task").isdigit() else 0
        return number if number <= len(self._visits) else 0

    def _next(self, asked: Mapping[str, list[str]]) -> Answer:
        wanted = Wanted(*(tuple(asked.get(key, ())) for key in ("game", "build", "change")))
        try:
            found = self.next(asked.get("player", ["anonymous"])[0], None if wanted == Wanted() else wanted)
        except ArgumentInvalid as error:
            return _json({"error": str(error)}, 400)
        return _json(found or {"done": True})

    def _page(self, number: int, path: str) -> Answer | None:
        visit, pages = self._visits[number - 1], self._pages[number - 1]
        task = visit.task
        if path.startswith(f"{REPORT}?"):
            return self.hear(number, path.partition("?")[2])
        if path in {SCRIPT, CHANGED_SCRIPT}:
            config = json.dumps({"secret": visit.secret})
            changed = script_of(task, pages) if path == CHANGED_SCRIPT else ""
            return 200, "text/javascript; charset=utf-8", f"{changed}\n{WATCH}({config});".encode()
        if urlsplit(path).path == f"/games/{task.game}/":
            visit.began_at = visit.began_at or monotonic()
            if task.group in {"change", "deploy"}:
                return (
                    200,
                    "text/html; charset=utf-8",
                    f'<!DOCTYPE html><script src="{CHANGED_SCRIPT}"></script>'.encode(),
                )
        if "/results" in path:  # whoever sees that a game is won finds it so on the score sheet
            with self._heard:
                self._heard.wait_for(lambda: visit.state != "open", RESULTS_TIMEOUT_S)
        found = pages.answer(self.origin(number) + path)
        if found is None:
            return None
        kind, body = found
        if kind.startswith("text/html"):
            body = first_in(body.decode(), f'<script src="{SCRIPT}"></script>').encode()
        return 200, kind, body

    def receive(self, host: str, path: str, body: str) -> Answer | None:
        """Save the win that a member's page sends; return None for anything else."""
        number = self._number(host)
        saved = number and self._pages[number - 1].receive(self.origin(number) + path, body)
        return (200, *saved) if saved else None

    def hear(self, number: int, told: str) -> Answer:
        """Take in a report of our script on a page of a visit."""
        report, visit = json.loads(unquote(told)), self._visits[number - 1]
        if not secrets.compare_digest(str(report.get("secret")), visit.secret):
            return 403, "text/plain", b""
        with self._heard:
            visit.hear(report, monotonic())
            self._heard.notify_all()
        return 204, "text/plain", b""


def _json(value: Any, status: int = 200) -> Answer:
    return status, "application/json", json.dumps(value).encode()


@contextmanager
def serving(
    seed: int, changes: Changes, tasks: int | None = None, port: int = 0, wanted: Wanted | None = None
) -> Iterator[Gym]:
    """Serve the gym until the end of the block; who asks for nothing else gets what is `wanted`."""
    with running(Gym(seed, changes, tasks, port, wanted)) as gym:
        yield gym
