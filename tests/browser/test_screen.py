"""Boards in the window of a browser that nobody controls: read from the screen, and played with the real pointer."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Playwright  # noqa: TID251  # to find the browser

from player.browser.launch import BrowserOptions, _may_be_there, candidates
from player.browser.offline import sources
from player.errors import BoardError
from player.games import GAMES
from tests.support.browser_commands import one_line, player
from tests.support.page_server import Server, serving
from tests.support.replica import boards
from tests.support.virtual_display import virtual_display

pytest.importorskip("cv2", reason="the extra player[sight] is not installed")
pytest.importorskip("mss", reason="the extra player[screen] is not installed")
pytest.importorskip("Xlib", reason="the extra player[screen] is not installed")

from player.desktop.placed import locate, require_playable
from player.desktop.play import Played, Player
from player.desktop.pointer import Pointer, UserMoved
from player.desktop.screen import Area, Screen, opened

pytestmark = pytest.mark.full

#: Seconds until a window shows its board, or a page has gone on.
SHOWN_S = 60
TITLE = "LinkedIn"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with virtual_display("1500x1300") as name:
        yield name


@pytest.fixture
def screen(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Screen]:
    monkeypatch.setenv("DISPLAY", display)
    with opened() as found:
        yield found


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> str:
    """The path of a browser with a window."""
    wish = BrowserOptions(headed=True, offline=True)
    found = next(candidate for candidate in candidates(wish) if _may_be_there(playwright, candidate))
    return str(found.get("executable_path") or playwright.chromium.executable_path)


def until(condition: Callable[[], Any]) -> Any:
    """Return what `condition` returns as soon as it is true."""
    end = monotonic() + SHOWN_S
    while monotonic() < end:
        if found := condition():
            return found
        Event().wait(0.1)
    raise AssertionError("it did not come")


@dataclass(frozen=True)
class Desk:
    """A screen, a browser for its windows, and the player on it."""

    screen: Screen
    chromium: str
    folder: Path
    environment: dict[str, str]

    def player(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        return player(self.environment, *arguments)

    @contextmanager
    def window(self, url: str, scale: float = 1) -> Iterator[None]:
        """A window of the browser at `url`, of which nothing but its process is known."""
        side = round(1150 / scale)
        command = [
            *(self.chromium, "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", f"--app={url}"),
            *(f"--user-data-dir={self.folder}", f"--force-device-scale-factor={scale}"),
            *(f"--window-size={side},{side}", "--window-position=60,40"),
        ]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                yield
            finally:
                process.terminate()

    @contextmanager
    def shown(self, game: str, generation: str = "sdui", scale: float = 1) -> Iterator[Server]:
        """The replica's page of `game` in a window, with its board on the screen."""
        where = f"/games/view/{game}/desktop" if generation == "ember" else f"/games/{game}/"
        with (
            serving(lambda origin: sources.replica("linkedin", origin, generation, noStart=True)) as server,
            self.window(server.origin + where, scale),
        ):
            until(lambda: is_readable(self.screen, game))
            yield server


@pytest.fixture
def desk(screen: Screen, chromium: str, environment: dict[str, str], display: str, tmp_path: Path) -> Desk:
    return Desk(screen, chromium, tmp_path, {**environment, "DISPLAY": display})


def is_readable(screen: Screen, game: str) -> bool:
    try:
        return locate(screen, screen.whole, game) is not None
    except BoardError:
        return False


def has_won(server: Server) -> bool:
    """Return True once the page has gone to its results."""
    return any("/results/" in path for path in server.asked)


@pytest.mark.parametrize(
    ("game", "generation", "scale"),
    [
        ("queens", "sdui", 1),
        ("queens", "sdui", 1.5),
        ("zip", "ember", 1),
        ("zip", "sdui", 1.5),
        ("tango", "ember", 1),
        ("tango", "sdui", 1.5),
        ("mini-sudoku", "ember", 1),
    ],
)
def test_a_board_in_a_window_is_won(desk: Desk, game: str, generation: str, scale: float) -> None:
    with desk.shown(game, generation, scale) as server:
        run = desk.player("play", "--screen", "--window", TITLE)
        assert run.returncode == 1, run.stderr
        assert "the board went away with the last one; nothing else tells of a win: unconfirmed" in run.stdout
        until(lambda: has_won(server))


def test_the_board_on_the_screen_is_printed(desk: Desk) -> None:
    with desk.shown("zip"):
        run = desk.player("read", "--screen", "--window", TITLE, "zip")
        assert run.returncode == 0, run.stderr
        wanted = {key: value for key, value in boards("zip")[0].items() if key not in {"id", "solution"}}
        assert json.loads(run.stdout) == {**wanted, "solutions": 1}
        other = desk.player("read", "--screen", "--window", "Chess")
        assert (other.returncode, one_line(other.stderr)) == (66, True)


def test_a_canvas_is_played(desk: Desk) -> None:
    with (
        serving(lambda origin: sources.replica("other", origin, "page")) as server,
        desk.window(f"{server.origin}/zip-canvas.html"),
    ):
        until(lambda: is_readable(desk.screen, "zip"))
        played = Player(desk.screen, desk.screen.window("Lamplighter"), lambda _: None).play("zip")
        assert (played.complete, played.left, played.attempts) == (True, False, 1)


# What goes wrong


def playing(screen: Screen, game: str, then: Callable[[], None]) -> Played:
    """Play the board on the screen; call `then` once, when the first moves are made."""
    waiting = [then]

    def tell(line: str) -> None:
        if line.endswith("made") and waiting:
            waiting.pop()()

    return Player(screen, lambda: screen.whole, tell).play(game)


def test_a_window_that_moves_is_followed(desk: Desk) -> None:
    def move() -> None:
        found = next(one for one, name in desk.screen._titled() if TITLE in name)
        found.configure(x=250, y=110)
        desk.screen.xlib.sync()

    with desk.shown("queens") as server:
        played = playing(desk.screen, "queens", move)
        assert played.complete
        until(lambda: has_won(server))


def test_the_player_stops_when_the_user_moves_the_mouse(desk: Desk) -> None:
    def move() -> None:
        desk.screen.xlib.screen().root.warp_pointer(5, 5)
        desk.screen.xlib.sync()

    with desk.shown("tango") as server:
        with pytest.raises(UserMoved):
            playing(desk.screen, "tango", move)
        placed = locate(desk.screen, desk.screen.whole, "tango")
        marks = placed.state_of(placed.board).marks
        assert 0 < sum(mark != "empty" for mark in marks) - len(placed.board.givens) < 20
        assert not has_won(server)


def test_the_pointer_does_not_leave_the_board(screen: Screen) -> None:
    pointer = Pointer(screen)
    pointer.board = Area(100, 100, 50, 50)
    pointer.move((120, 149))
    for beyond in [(99, 120), (150, 120), (120, 150), (120, 99)]:
        with pytest.raises(AssertionError, match="would leave the board"):
            pointer.move(beyond)


def test_an_empty_screen_is_refused(screen: Screen) -> None:
    with pytest.raises(BoardError, match="no board"):
        Player(screen, lambda: screen.whole, lambda _: None).play()


def test_without_a_display_one_line_tells_it(environment: dict[str, str]) -> None:
    bare = {key: value for key, value in environment.items() if key != "DISPLAY"}
    run = player(bare, "play", "--screen")
    assert (run.returncode, one_line(run.stderr)) == (75, True)
    assert "DISPLAY" in run.stderr


def test_a_display_that_is_not_there_is_refused(environment: dict[str, str]) -> None:
    run = player({**environment, "DISPLAY": ":4711"}, "read", "--screen")
    assert (run.returncode, one_line(run.stderr)) == (75, True)


@pytest.mark.parametrize("name", ["patches", "wend"])
def test_games_that_can_not_be_played_by_their_picture_say_so(name: str) -> None:
    with pytest.raises(BoardError, match="can't be played by its picture yet"):
        require_playable(GAMES[name])
