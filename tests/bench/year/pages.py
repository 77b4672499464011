"""The server of a simulated year: each site's pages as the deploy and the faults of its night have them.

What a page's own round says of its win is noted here, apart from the player: by a script in the page, as in the gym.
"""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import ThreadingHTTPServer
from threading import Condition, Event
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote, urlsplit

from player.browser.offline import sources
from player.browser.offline.page_source import first_in
from tests.bench.year.almanac import WRAPPERS, Deploy, Night
from tests.gym.score import Visit
from tests.gym.server import REPORT, RESULTS_TIMEOUT_S, SCRIPT, WATCH
from tests.support.http_servers import NOT_FOUND, Answer, AnswerHandler, running

if TYPE_CHECKING:
    from tests.gym.tasks import Task

SLOW_S = 0.7
#: What stands around the board: a script for each wrapper, given the `grid`.
_AROUND = (
    "const wrap = document.createElement('{tag}'); wrap.className = 'wrap-{number}';"
    " {what}.before(wrap); wrap.append({what});"
)
_WRAPPERS = (
    "",
    _AROUND.format(number=1, tag="div", what="grid"),
    _AROUND.format(number=2, tag="section", what="grid.parentElement"),
    _AROUND.format(number=3, tag="div", what="grid")
    + " const wrap2 = wrap.cloneNode(); wrap.before(wrap2); wrap2.append(wrap);",
    "grid.parentElement.insertAdjacentHTML('beforebegin', '<aside class=\"promo\"><p>Play with friends</p></aside>');",
    _AROUND.format(number=5, tag="article", what="grid.parentElement.parentElement"),
    "grid.parentElement.insertAdjacentHTML('afterend', '<p class=\"tip\">A tip of the day: take your time.</p>');",
)
assert len(_WRAPPERS) == WRAPPERS
#: The names of one deploy are the same on all of its pages: drawn from each name and the deploy.
_SEEDED = """
  let state = %d;
  const drawn = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const seedOf = (name) => [...name].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16777619), %d);
"""
_TEXTS = ("text/html", "text/javascript", "application/javascript", "text/css")


def deployed(name: str, text: str, deploy: Deploy) -> str:
    """Return the text of a file of the replica, by its name, as a deploy has it."""
    if name == "sdui-hashes.js":
        first = "  const known = new Map();\n"
        seeded = _SEEDED % (deploy.names, deploy.names)
        text = _replaced(text, first, first + seeded)
        text = _replaced(text, "Math.random()", "drawn()")
        text = _replaced(text, "let made = random();", "state = seedOf(name); let made = random();")
    if name == "attach.js" and _WRAPPERS[deploy.wrapper]:
        made = "const round = new window.Round(grid, game, faults);"
        text = _replaced(text, made, f"{made}\n  {{ {_WRAPPERS[deploy.wrapper]} }}")
    for old, new in deploy.renames:
        text = text.replace(old, new)
    return text


def _replaced(text: str, old: str, new: str) -> str:
    assert old in text, old
    return text.replace(old, new)


@dataclass(frozen=True, slots=True)
class Played:
    """The parts of a task that a visit looks at: a game and its board."""

    game: str
    board: Mapping[str, Any]


@dataclass(slots=True)
class Scene:
    """A site in one night, and what the pages of each run of the player have said of its games."""

    night: Night
    origin: str
    pages: Mapping[str, sources.Offline]
    secrets: Mapping[str, str]
    """By game."""
    visits: list[Visit] = field(default_factory=list)
    asked: int = 0
    """The requests for pages of games so far, in this run."""

    def begin(self) -> None:
        """Begin another run of the player: what its pages say counts apart from earlier ones."""
        for game in self.night.site.games:
            task = cast("Task", Played(game, self.night.board(game)))
            self.visits.append(Visit(len(self.visits) + 1, "player", task, self.secrets[game], monotonic()))
        self.asked = 0

    def of(self, game: str) -> list[Visit]:
        """Return the visits of all runs to a game."""
        return [visit for visit in self.visits if visit.task.game == game]

    def won(self, game: str) -> bool:
        """Return whether a page said, in any run of the night, that the game is won."""
        return any(visit.state == "won" for visit in self.of(game))


class YearServer(ThreadingHTTPServer):
    """Serves the pages of all sites, each on an origin of its own, as the night that it was told to `show`."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), AnswerHandler)
        self.port = self.server_address[1]
        self.over = Event()
        self._scenes: dict[str, Scene] = {}
        self._heard = Condition()

    def origin(self, site: str) -> str:
        """Return the origin of a site."""
        return f"http://{site}.localhost:{self.port}"

    def show(self, night: Night) -> Scene:
        """Show the pages of `night` from now on; return what will be noted of them."""
        origin, deploy = self.origin(night.site.name), night.deploy
        pages = {}
        for game in night.site.games:
            switches = {**night.faults[game].switches, "hexadecimalNames": deploy.form == "hex"}
            found = sources.replica("linkedin", origin, deploy.build, **switches)
            pages[game] = replace(found, boards={game: night.board(game)})
        scene = Scene(night, origin, pages, {game: secrets.token_urlsafe(16) for game in pages})
        with self._heard:
            self._scenes[night.site.name] = scene
        return scene

    def answer(self, host: str, path: str) -> Answer:
        """Return the response to a GET of `path` at `host`."""
        scene = self._scenes.get(host.partition(".")[0])
        if scene is None:
            return NOT_FOUND
        if path.startswith(f"{REPORT}?"):
            return self._hear(scene, path.partition("?")[2])
        if path.startswith(SCRIPT):
            configuration = json.dumps({"secret": scene.secrets[path.partition("?")[2]]})
            return 200, "text/javascript; charset=utf-8", f"{WATCH}({configuration});".encode()
        where = urlsplit(path).path
        game = next((game for game in scene.pages if f"/{game}/" in where), None)
        if game and (trouble := self._trouble(scene, where)):
            return trouble
        if game and "/results" in where:  # the report of the win left before these were asked for
            with self._heard:
                self._heard.wait_for(lambda: scene.won(game), RESULTS_TIMEOUT_S)
        found = scene.pages[game or next(iter(scene.pages))].answer(scene.origin + path)
        if found is None:
            return NOT_FOUND
        return (200, *self._changed(scene, where, *found))

    def _changed(self, scene: Scene, where: str, kind: str, body: bytes) -> tuple[str, bytes]:
        if not kind.startswith(_TEXTS):
            return kind, body
        text = deployed(where.rpartition("/")[2], body.decode(), scene.night.deploy)
        if kind.startswith("text/html"):
            game = next((game for game in scene.pages if f"/{game}/" in where), None)
            text = first_in(text, f'<script src="{SCRIPT}?{game}"></script>') if game else text
        return kind, text.encode()

    def _trouble(self, scene: Scene, where: str) -> Answer | None:
        """Return the response of a server in trouble to the request for a page of a game; None if it has none."""
        what, is_page = scene.night.server.server, "/results" not in where
        scene.asked += is_page
        if what == "slow":
            self.over.wait(SLOW_S)
        if not is_page:
            return None
        if what == "503 once" and scene.asked == 1:
            return 503, "text/plain", b"busy"
        if what in {"503", "429", "403"}:
            return int(what), "text/plain", b"no"
        if what == "sign-in":
            return 302, "/login", b""
        if what == "empty":
            return 200, "text/html; charset=utf-8", b"<!DOCTYPE html><title>Games</title><main><h1>Soon</h1></main>"
        return None

    def receive(self, host: str, path: str, body: str) -> Answer:
        """Save the win that a member's page sends."""
        scene = self._scenes.get(host.partition(".")[0])
        for game, pages in scene.pages.items() if scene else ():
            if f'"{game}"' in body and (found := pages.receive(pages.origin + path, body)):
                return (200, *found)
        return NOT_FOUND

    def _hear(self, scene: Scene, told: str) -> Answer:
        report = json.loads(unquote(told))
        game = next((game for game, secret in scene.secrets.items() if secret == report["secret"]), None)
        visits = scene.of(game) if game else []
        if not visits:
            return 403, "text/plain", b""
        with self._heard:
            if "solution" not in visits[-1].task.board and report.pop("position", None):
                visits[-1].wrong += 1  # any mark on a board that must be refused
            visits[-1].hear(report, monotonic())
            self._heard.notify_all()
        return 204, "text/plain", b""


@contextmanager
def serving(made: Callable[[], YearServer] = YearServer) -> Iterator[YearServer]:
    """Serve a year until the end of the block."""
    with running(made()) as server:
        yield server
        server.over.set()
