"""Boards in the window of a browser that nobody controls: read from the screen, and played with the real pointer."""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Playwright  # noqa: TID251  # to find the browser

from player.browser.launch import BrowserOptions, _may_be_there, candidates
from player.browser.offline import sources
from player.errors import BoardError, InputMissing, Outcome
from tests.support.browser_commands import one_line, player, records
from tests.support.replica import boards
from tests.support.server import Server, serving
from tests.support.virtual_display import until, virtual_display

pytest.importorskip("cv2", reason="the extra sight is not installed")
pytest.importorskip("mss", reason="the extra screen is not installed")
pytest.importorskip("Xlib", reason="the extra screen is not installed")

from Xlib import X

from player.playing.desktop import window_page
from player.playing.desktop.board import BoardLost, locate
from player.playing.desktop.play import play_on_screen
from player.playing.desktop.pointer import BoardMoved, Pointer, UserMoved
from player.playing.desktop.screen import Area, Screen, opened
from player.playing.result import Result
from player.sight.picture import shown

pytestmark = pytest.mark.full

TITLE = "LinkedIn"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    with virtual_display("1700x1700") as name:
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
    found = next(candidate for candidate in candidates(wish) if _may_be_there(playwright.chromium, candidate))
    return str(found.get("executable_path") or playwright.chromium.executable_path)


#: The place of a window.
USUAL = Area(60, 40, 1150, 1150)
#: The place of the button that closes the tutorial of Queens, in a window at the usual place.
TUTORIAL = (855, 128)
#: Arguments of a browser that draws WebGL without a graphics card, and of one that needs none.
GL, PLAIN = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader"), ("--disable-gpu",)


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
    def window(self, url: str, scale: float = 1, place: Area = USUAL, drawn: Sequence[str] = PLAIN) -> Iterator[None]:
        """A window of the browser at `url`, of which nothing but its process is known."""
        left, top, width, height = (round(one / scale) for one in place)
        command = [
            *(self.chromium, "--no-sandbox", "--test-type", "--no-first-run", *drawn, f"--app={url}"),
            *(f"--user-data-dir={self.folder / str(uuid4())}", f"--force-device-scale-factor={scale}"),
            *(f"--window-size={width},{height}", f"--window-position={left},{top}"),
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
        place = Area(10, 10, 1600, 1680) if scale > 1 else USUAL
        with (
            serving(generation, noStart=True) as server,
            self.window(server.origin + where, scale, place),
        ):
            until(lambda: self._is_ready(game, generation))
            yield server

    def _is_ready(self, game: str, generation: str) -> bool:
        """Return True if the board is seen; close the tutorial that guests get over that of Queens, as a user does."""
        if is_readable(self.screen, game):
            return True
        if (game, generation) == ("queens", "ember") and self.screen.top(*TUTORIAL).number:
            press(self.screen, *TUTORIAL)
        return False

    def own_window(self, place: Area) -> Any:
        """A window of this process, above all others, that takes note of clicks and keys."""
        root = self.screen.xlib.screen().root
        window = root.create_window(
            *(*place, 0, X.CopyFromParent, X.InputOutput, X.CopyFromParent),
            background_pixel=0x808080,
            event_mask=X.ButtonPressMask | X.KeyPressMask,
        )
        window.map()
        self.screen.xlib.sync()
        return window


@pytest.fixture
def desk(screen: Screen, chromium: str, environment: dict[str, str], display: str, tmp_path: Path) -> Iterator[Desk]:
    yield Desk(screen, chromium, tmp_path, {**environment, "DISPLAY": display})
    until(lambda: not screen.xlib.screen().root.query_tree().children)


def is_readable(screen: Screen, game: str, area: Area | None = None) -> bool:
    try:
        return locate(screen, area or screen.whole, game) is not None
    except BoardError:
        return False


def play(
    screen: Screen, game: str | None = None, tell: Callable[[str], object] = bool, won: str | None = None
) -> Result:
    result = Result("")
    play_on_screen(screen, lambda: screen.whole, tell, result, name=game, won=won)
    return result


def has_won(server: Server) -> bool:
    """Return True once the page has gone to its results."""
    return any("/results/" in path for path in server.asked)


@pytest.mark.more
@pytest.mark.parametrize(
    ("game", "generation", "scale"),
    [
        ("queens", "sdui", 2),
        ("queens", "ember", 1),
        ("zip", "ember", 1),
        ("zip", "sdui", 2),
        ("tango", "ember", 2),
        ("tango", "sdui", 1),
        ("mini-sudoku", "ember", 1),
        ("patches", "sdui", 1),
        ("wend", "sdui", 1),
    ],
)
def test_a_board_in_a_window_is_won(desk: Desk, game: str, generation: str, scale: float) -> None:
    with desk.shown(game, generation, scale) as server:
        run = desk.player("play", "--screen", "--window", TITLE)
        assert run.returncode == 1, run.stderr
        assert run.stdout.endswith("nothing else tells of a win: unconfirmed\n")
        assert "3 s; move the mouse then to stop it" in run.stderr
        until(lambda: has_won(server))


@pytest.mark.more
def test_the_board_on_the_screen_is_printed(desk: Desk) -> None:
    with desk.shown("zip"):
        run = desk.player("read", "--screen", "--window", TITLE, "zip")
        assert run.returncode == 0, run.stderr
        wanted = {key: value for key, value in boards("zip")[0].items() if key not in {"id", "solution"}}
        assert json.loads(run.stdout) == {**wanted, "solutions": 1}
        other = desk.player("read", "--screen", "--window", "Chess")
        assert (other.returncode, one_line(other.stderr)) == (66, True)


def test_a_canvas_is_won_by_the_word_that_it_shows(desk: Desk) -> None:
    with serving("page", "other") as server, desk.window(f"{server.origin}/zip-canvas.html"):
        until(lambda: is_readable(desk.screen, "zip"))
        assert not shown(desk.screen.pixels(desk.screen.whole), ["SOLVED"])
        run = desk.player("play", "--screen", "--window", "Lamplighter", "--won", "SOLVED", "--json", "-", "zip")
        assert run.returncode == 0, run.stderr
        assert shown(desk.screen.pixels(desk.screen.whole), ["SOLVED"])
    start, board, result, end = records(run.stdout)
    assert (start["mode"], board["n"], end["exit"]) == ("screen", 6, 0)
    assert [result[key] for key in ("outcome", "confirmed", "solutions", "moves")] == ["solved", "banner", 1, 35]


@pytest.mark.more
def test_a_word_that_is_there_before_the_first_move_tells_nothing(desk: Desk) -> None:
    with serving("page", "other") as server, desk.window(f"{server.origin}/zip-canvas.html"):
        until(lambda: is_readable(desk.screen, "zip"))
        play(desk.screen, "zip")
        with pytest.raises(BoardError, match="before the first move"):
            play(desk.screen, "zip", won="SOLVED")


class Telling(sources.Offline):
    """Pages; that of the WebGL board asks the server for /won once its frame says that it is won, at once."""

    def answer(self, url: str) -> tuple[str, bytes] | None:
        found = super().answer(url)
        if found and url.endswith("queens-gl.html"):
            told = (
                b"<script>addEventListener('message', ({data}) => { if (data === 'complete') fetch('/won'); })</script>"
            )
            return found[0], found[1] + told
        if found and url.endswith("queens-gl-board.js"):
            return found[0], found[1].replace(b"}, 150);", b"}, 0);")
        return found


@pytest.mark.more
def test_a_board_in_webgl_whose_clicks_make_other_marks_is_won_below_its_dialog(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_page, "MOVES_S", 8.0)  # WebGL is slow without a graphics card
    with serving("page", "other") as server, ExitStack() as windows:
        server.pages = Telling(server.origin, server.pages.folder, generation="page", ours=True)
        windows.enter_context(desk.window(f"{server.origin}/queens-gl.html", drawn=GL))
        window = until(lambda: next((one for one, name in desk.screen.shown() if "Court" in name), None))
        until(lambda: desk.screen.pixels(desk.screen.area(window.id) or desk.screen.whole).std() > 1)

        def begin() -> bool:
            press(desk.screen, 635, 230)  # the button "Begin"
            return is_readable(desk.screen, "queens")

        until(begin)
        assert play(desk.screen).game == "queens"
        until(lambda: "/won" in server.asked)


def inputs(screen: Screen) -> list[Any]:
    """Return the windows of this process that got clicks and keys meanwhile."""
    screen.xlib.sync()
    seen = [screen.xlib.next_event() for _ in range(screen.xlib.pending_events())]
    return [event.window for event in seen if event.type in {X.ButtonPress, X.KeyPress}]


def press(screen: Screen, x: int, y: int) -> None:
    """Click as a user does."""
    pointer = Pointer(screen)
    pointer.board, pointer.host = screen.whole, screen.top(x, y)
    pointer.watch()
    pointer.drag([(x, y)], lambda _: None)


#: A Sudoku in which the cell below the pointer is selected and has a frame, a click enters the digit that is picked
#: beside the board, and a full board with a mistake ends the game.
PICKED = """<!doctype html><title>Trellis</title><style>body { margin: 60px; font: bold 44px sans-serif }
table { border-collapse: collapse } td { width: 90px; height: 90px; border: 1px solid #999; text-align: center;
padding: 0; box-sizing: border-box } tr:nth-child(2n) td { border-bottom: 4px solid #222 } td:nth-child(2n) {
border-right: 4px solid #222 } .on { box-shadow: inset 0 0 0 9px #fff, inset 0 0 0 17px #e8b923 }</style>
<table></table><p></p><script>
const givens = "0000130402400100", solution = "2413132432414132";
const table = document.querySelector("table"), cells = [];
let at = 0, over = false;
const put = (digit) => {
  if (over || givens[at] !== "0") return;
  cells[at].textContent = digit;
  const digits = cells.map((cell) => cell.textContent).join("");
  over = digits.length === 16;
  if (over) document.querySelector("p").textContent = digits === solution ? "SOLVED" : "sorry";
};
const select = (index) => { cells[at].className = ""; cells[at = index].className = "on"; };
for (let row = 0; row < 4; row++) for (let col = 0, line = table.insertRow(); col < 4; col++) {
  const cell = line.insertCell(), index = cells.push(cell) - 1;
  cell.textContent = givens[index] === "0" ? "" : givens[index];
  cell.onmousemove = () => select(index);
  cell.onmousedown = () => put("1");
}
select(5);
addEventListener("keydown", ({key}) => "1234".includes(key) && put(key));
</script>"""


@pytest.mark.more
def test_digits_are_typed_below_the_pointer_where_a_click_enters_one(desk: Desk, tmp_path: Path) -> None:
    (page := tmp_path / "picked.html").write_text(PICKED, encoding="utf-8")
    with desk.window(page.as_uri()):
        until(lambda: is_readable(desk.screen, "mini-sudoku"))
        press(desk.screen, 700, 900)  # the window gets the keys
        assert play(desk.screen, "mini-sudoku", won="SOLVED").outcome is Outcome.SOLVED


def test_two_boards_on_the_screen_are_refused(desk: Desk) -> None:
    with (
        serving("page", "other") as server,
        desk.window(f"{server.origin}/zip-canvas.html", place=Area(0, 0, 800, 1000)),
        desk.window(f"{server.origin}/zip-canvas.html?board=2", place=Area(850, 0, 800, 1000)),
    ):
        until(lambda: all(is_readable(desk.screen, "zip", Area(left, 0, 800, 1000)) for left in (0, 850)))
        with pytest.raises(BoardError, match=r"two boards, Zip at \d+,\d+ and Zip at \d+,\d+: name"):
            play(desk.screen, "zip")
        with pytest.raises(InputMissing, match="2 windows have 'Lamp' in their titles"):
            desk.screen.window("Lamp")


# What goes wrong


def playing(screen: Screen, game: str, then: Callable[[], None]) -> Result:
    """Play the board on the screen; call `then` once, when the first moves are made."""
    waiting = [then]

    def tell(line: str) -> None:
        if line.endswith("made") and waiting:
            waiting.pop()()

    return play(screen, game, tell)


@pytest.mark.more
def test_a_window_that_moves_is_followed(desk: Desk) -> None:
    with desk.shown("queens") as server:
        window = page_window(desk)

        def move() -> None:
            window.configure(x=250, y=110)
            desk.screen.xlib.sync()

        assert playing(desk.screen, "queens", move).outcome is Outcome.UNCONFIRMED
        until(lambda: has_won(server))


def page_window(desk: Desk) -> Any:
    """Return the window of the replica."""
    return next(one for one, name in desk.screen.shown() if TITLE in name)


@pytest.mark.parametrize(
    ("fate", "reason"),
    [("destroy", "the window of the board was closed"), ("unmap", "the window of the board was hidden")],
)
@pytest.mark.more
def test_the_player_stops_when_the_window_goes(desk: Desk, fate: str, reason: str) -> None:
    below = desk.own_window(Area(0, 0, 1700, 1700))
    with desk.shown("queens"):
        window = page_window(desk)

        def go() -> None:
            getattr(window, fate)()
            desk.screen.xlib.sync()

        with pytest.raises(BoardLost, match=f"stopped after 2 moves, because {reason}"):
            playing(desk.screen, "queens", go)
        assert inputs(desk.screen) == []  # nothing was clicked in the window below
        below.destroy()


@pytest.mark.parametrize("place", [Area(550, 550, 120, 120), Area(0, 0, 1700, 1700)])
def test_a_window_that_covers_the_board_is_not_clicked(desk: Desk, place: Area) -> None:
    with desk.shown("tango"):
        covers: list[Any] = []
        with pytest.raises(BoardLost, match="because another window covers the board"):
            playing(desk.screen, "tango", lambda: covers.append(desk.own_window(place)))
        assert inputs(desk.screen) == []
        covers.pop().destroy()


def test_the_player_stops_when_the_user_moves_the_mouse(desk: Desk) -> None:
    def move() -> None:
        desk.screen.xlib.screen().root.warp_pointer(5, 5)
        desk.screen.xlib.sync()

    with desk.shown("tango") as server:
        with pytest.raises(UserMoved):
            playing(desk.screen, "tango", move)
        until(lambda: is_readable(desk.screen, "tango"))  # a cell fades from under the mouse
        placed = locate(desk.screen, desk.screen.whole, "tango")
        assert 0 < len(placed.reading.progress["symbols"]) < 20
        assert not has_won(server)


def test_the_pointer_does_not_leave_the_board(screen: Screen) -> None:
    pointer = Pointer(screen)
    pointer.board, pointer.host = Area(100, 100, 50, 50), screen.top(120, 120)
    pointer.move((120, 149))
    for beyond in [(99, 120), (150, 120), (120, 150), (120, 99)]:
        with pytest.raises(AssertionError, match="would leave the board"):
            pointer.move(beyond)


def test_the_pointer_does_not_go_where_another_window_is(desk: Desk) -> None:
    pointer = Pointer(desk.screen)
    pointer.board, pointer.host = Area(0, 0, 500, 500), desk.screen.top(120, 120)
    window = desk.own_window(Area(100, 100, 150, 150))
    with pytest.raises(BoardMoved):
        pointer.move((120, 120))
    pointer.move((50, 50))
    window.destroy()


def test_keys_go_to_the_window_of_the_board_only(desk: Desk) -> None:
    board, other = desk.own_window(Area(0, 0, 200, 200)), desk.own_window(Area(300, 0, 200, 200))
    pointer = Pointer(desk.screen)
    pointer.board, pointer.host = Area(0, 0, 200, 200), desk.screen.top(50, 50)
    other.set_input_focus(X.RevertToParent, X.CurrentTime)
    with pytest.raises(BoardMoved):
        pointer.press("5")
    assert inputs(desk.screen) == []
    board.set_input_focus(X.RevertToParent, X.CurrentTime)
    pointer.press("5")
    assert inputs(desk.screen) == [board]
    board.destroy()
    other.destroy()


def test_an_empty_screen_is_refused(screen: Screen) -> None:
    with pytest.raises(BoardError, match="no board"):
        play(screen)


def test_without_a_display_one_line_tells_it(environment: dict[str, str]) -> None:
    bare = {key: value for key, value in environment.items() if key != "DISPLAY"}
    run = player(bare, "play", "--screen")
    assert (run.returncode, one_line(run.stderr)) == (75, True)
    assert "DISPLAY" in run.stderr


def test_a_display_that_is_not_there_is_refused(environment: dict[str, str]) -> None:
    run = player({**environment, "DISPLAY": ":4711"}, "read", "--screen")
    assert (run.returncode, one_line(run.stderr)) == (75, True)
