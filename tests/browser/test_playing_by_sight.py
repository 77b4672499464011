"""Pages that are played by sight: the board and its marks are read from pictures, not from the markup."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # browser tests drive a real browser

from player.boards.board_json import board_of
from player.browser.launch import BrowserOptions
from player.browser.offline import sources
from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen
from player.browser.page.tab import Times
from player.browser.selectors.controls import Sign
from player.browser.selectors.loader import load
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.games import GAMES
from player.playing import PlayRules, SightMode
from player.playing.result import Result
from player.playing.walk import play
from player.sight.witness import WitnessVerdict
from tests.support.browser_commands import Here, records
from tests.support.learning import TIMES
from tests.support.places import ROOT
from tests.support.replica import BUILDS, PATIENT, SMALL, Opener, boards, ended
from tests.support.server import serving

SECTIONS = ROOT / "tests" / "support" / "own_pages"
ORIGIN = "http://127.0.0.1:8000"
#: The game of each page, and the sign that tells of the win.
CANVASES = {"zip-canvas": "zip", "queens-gl": "queens"}
LINES = (SECTIONS / "boards.jsonl").read_text(encoding="utf-8").splitlines()
OWN = {game: [board for board in map(json.loads, LINES) if board["game"] == game] for game in CANVASES.values()}
full = pytest.mark.full

#: Does something when a button was released so many times, wherever that was.
AT = """
    let released = 0;
    addEventListener("pointerup", () => { released += 1; if (released === %d) { %s } }, true);
"""
MOVED = "document.body.style.transform = 'translate(50px, 50px)';"
SMALLER = "document.body.style.zoom = 0.8; dispatchEvent(new Event('resize'));"
COVERED = """
    const cover = document.createElement("div");
    cover.style = "position: fixed; inset: 0; background: #345; z-index: 99";
    document.body.append(cover);
    setTimeout(() => cover.remove(), 1500);
"""


#: Play by sight.
seen = partial(ended, sight=SightMode.ONLY)


def is_won_by_sight(result: Result, board: dict[str, Any]) -> None:
    assert (result.outcome, result.message) == ("solved", "")
    assert result.sight is not None
    assert result.sight.verdict is WitnessVerdict.USED
    assert not result.chosen, "no field of the markup was read"
    known = board_of(board)[1]
    assert (replace(result.board, givens=known.givens) if result.game == "queens" else result.board) == known


@pytest.fixture
def canvas(page: Page, context: BrowserContext) -> Callable[..., GamePage]:
    """Give one of our own pages that are drawn on a canvas, not opened yet."""

    def opener(name: str, number: int = 1, times: Times = PATIENT, won: dict[str, str] | None = None) -> GamePage:
        sources.replica("other", ORIGIN).attach(context)
        game = CANVASES[name]
        site = load(SECTIONS / f"{name}.yaml").site(name).moved(game, f"{ORIGIN}/{name}.html?board={number}")
        if won:
            site.games[game].pages["page"].won[:] = [Sign.model_validate(won)]
        opened = GamePage(page, site, site.games[game], times)
        opened.read_from_pictures(GAMES[game])
        return opened

    return opener


# The replica


@full
@pytest.mark.parametrize(("game", "build"), BUILDS)
def test_the_replica_is_won_by_sight_alone(open_replica: Opener, game: str, build: str) -> None:
    board = SMALL[game]
    is_won_by_sight(seen(game, open_replica(game, times=PATIENT, board=board, generation=build)), board)


@pytest.mark.more
@full
@pytest.mark.parametrize("game", [game for game, build in BUILDS if build == "sdui"])
def test_lost_inputs_are_made_again(open_replica: Opener, game: str) -> None:
    board = SMALL[game]
    result = seen(game, open_replica(game, times=PATIENT, board=board, generation="sdui", drop=3))
    is_won_by_sight(result, board)


@pytest.mark.more
@full
@pytest.mark.parametrize("game", ["queens", "tango", "mini-sudoku", "patches", "wend"])
def test_cells_below_the_pointer_may_look_otherwise(open_replica: Opener, page: Page, game: str) -> None:
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { const style = document.createElement('style');"
        " style.textContent = '[data-cell-idx]:hover { background: #f9d27a !important }';"
        " document.head.append(style); })"
    )
    is_won_by_sight(seen(game, open_replica(game, times=PATIENT, board=SMALL[game])), SMALL[game])


def blind(site: SiteSelectors, game: str) -> SiteSelectors:
    """Return the site with selectors that find no board of a game."""
    nothing = {"grid": [".no-such-grid"], "cell": [".no-such-cell"]}
    known = site.games[game]
    pages = {build: page.model_copy(update=nothing) for build, page in known.pages.items()}
    return site.model_copy(update={"games": {game: known.model_copy(update={"pages": pages})}})


@pytest.mark.more
@pytest.mark.parametrize("sight", [SightMode.AUTO, SightMode.CHECK, SightMode.OFF])
def test_pictures_stand_in_for_a_markup_that_is_not_understood(
    open_replica: Opener, page: Page, site: SiteSelectors, sight: SightMode
) -> None:
    open_replica("tango", board=SMALL["tango"])
    broken, said = blind(site, "tango"), list[str]()
    opened = GamePage(page, broken, broken.games["tango"], replace(PATIENT, load=3_000, from_files=True))
    opened.arrival.say = said.append
    result = seen("tango", opened, sight=sight)
    if sight is SightMode.AUTO:
        is_won_by_sight(result, SMALL["tango"])
        assert len([line for line in said if "the board is read from pictures" in line]) == 1
    else:
        assert (result.outcome, result.exit, result.clicks) == ("unreadable", 76, 0)


# Canvas pages


PLAYED = [pytest.param(name, number, marks=[] if number == 1 else [full]) for name in CANVASES for number in (1, 2, 3)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "number"), PLAYED)
def test_a_canvas_is_won_by_sight(canvas: Callable[..., GamePage], name: str, number: int) -> None:
    game = CANVASES[name]
    result = seen(game, canvas(name, number))
    is_won_by_sight(result, OWN[game][number - 1])
    assert (result.confirmed, result.attempts) == ("banner", 1)


@full
@pytest.mark.parametrize("change", [MOVED, SMALLER, COVERED], ids=["moved", "smaller", "covered for a while"])
@pytest.mark.parametrize("name", CANVASES)
def test_a_board_that_is_elsewhere_in_the_middle_is_found_again(
    canvas: Callable[..., GamePage], page: Page, name: str, change: str
) -> None:
    """The clicks on the WebGL board are in a frame of another origin, which tells the page nothing."""
    opened = canvas(name, times=replace(PATIENT, quiet=4_000))
    look = opened.open()
    assert isinstance(look, BoardSeen)
    page.evaluate(f"() => {{ {change} }}") if name == "queens-gl" else page.evaluate(AT % (1, change))
    moves = GAMES[CANVASES[name]]
    board = moves.play.read(look.snapshot)
    known = OWN[CANVASES[name]][0]
    assert board == board_of(known)[1]
    result = Result(CANVASES[name])
    play_on(opened, result, look)
    is_won_by_sight(result, known)


def play_on(page: GamePage, result: Result, look: BoardSeen) -> None:
    """Play a page that is open already."""
    opened = page.open
    page.open = lambda: look  # type: ignore[method-assign]  # the page stays as it is
    try:
        play(GAMES[result.game], page, result, lambda _stage: None, PlayRules(sight=SightMode.ONLY))
    finally:
        page.open = opened  # type: ignore[method-assign]


@pytest.mark.more
@full
def test_a_canvas_that_shows_another_board_in_the_middle_is_played_anew(
    canvas: Callable[..., GamePage], page: Page
) -> None:
    changes = "sessionStorage.other = 1; location.search = '?board=2';"
    page.add_init_script(f"if (!sessionStorage.other) {{ {AT % (1, changes)} }}")
    is_won_by_sight(seen("zip", canvas("zip-canvas")), OWN["zip"][0])


@full
@pytest.mark.parametrize("name", CANVASES)
def test_a_doubtful_picture_is_refused(canvas: Callable[..., GamePage], page: Page, name: str) -> None:
    page.add_init_script("addEventListener('DOMContentLoaded', () => { document.body.style.filter = 'blur(7px)'; })")
    result = seen(CANVASES[name], canvas(name))
    assert (result.outcome, result.exit, result.clicks) == ("unreadable", 76, 0)
    assert "can be read from a picture of the page" in result.message


@full
def test_a_word_that_is_there_from_the_start_is_no_win(canvas: Callable[..., GamePage], page: Page) -> None:
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " document.querySelector('h1').innerHTML = '<b style=\"font: bold 38px Verdana, sans-serif\">SOLVED</b>'; })"
    )
    opened = canvas("zip-canvas")
    opened.judgement._times = replace(PATIENT, win=700)
    result = seen("zip", opened)
    assert (result.outcome, result.exit, result.confirmed) == ("unconfirmed", 1, "none")


#: In place of its dialog, the page puts a shade on a part of itself, and a sign in its middle; in no element.
SHADE = """
    HTMLDialogElement.prototype.showModal = () => {
        const { left, top, width } = document.querySelector("iframe").getBoundingClientRect(), edge = %s * width;
        const shade = new CSSStyleSheet(), side = width - 2 * edge;
        shade.replaceSync(`body::after { content: "\u2714"; color: #0f03; font-size: 150px; background: #ffffff4d;
            position: fixed; left: ${left + edge}px; top: ${top + edge}px; width: ${side}px; height: ${side}px;
            pointer-events: none }`);
        document.adoptedStyleSheets = [shade];
    };
"""


@full
@pytest.mark.parametrize("where", ["board", "page"])
def test_a_shade_on_nothing_but_the_finished_board_may_be_the_sign(
    canvas: Callable[..., GamePage], page: Page, where: str
) -> None:
    known = OWN["queens"][0]
    page.add_init_script(SHADE % (0.25 / (len(known["regions"]) + 0.5) if where == "board" else -1))
    result = seen("queens", canvas("queens-gl", won={"as": "board", "picture": "shaded"}))
    if where == "board":
        is_won_by_sight(result, known)
        assert (result.confirmed, result.attempts) == ("board", 1)
    else:
        assert (result.outcome, result.exit, result.confirmed) == ("unconfirmed", 1, "none")


@pytest.mark.more
@full
def test_a_shade_on_the_finished_board_is_learnt_as_the_sign(
    page: Page, context: BrowserContext, site: SiteSelectors
) -> None:
    sources.replica("other", ORIGIN).attach(context)
    page.add_init_script(SHADE % (0.25 / (len(OWN["queens"][0]["regions"]) + 0.5)))
    url = f"{ORIGIN}/queens-gl.html?board=1"
    unknown = LearnRequest(url, site, BrowserOptions(offline=True)).unknown_site()

    def opened() -> GamePage:
        return GamePage(page, unknown, unknown.games["queens"], TIMES)

    lesson = learn(opened(), Wanted([GAMES["queens"]]), opened)
    assert lesson.section["won"] == [{"as": "board", "picture": "shaded"}]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.full
def test_the_command_plays_a_canvas_and_records_how(here: Here) -> None:
    with serving("ember", "other") as server:
        code, out, err = here(
            *("play", "zip", "--site", "zip-canvas", "--selectors", SECTIONS / "zip-canvas.yaml"),
            *("--url", f"{server.origin}/zip-canvas.html?board=3", "--json", "-"),
        )
    assert code == 0, err
    assert [one["sight"] for one in records(out) if one["event"] == "result"] == ["used"]


@full
def test_a_board_is_read_and_explained_by_sight(here: Here) -> None:
    code, out, err = here("read", "zip", "--offline", "replica", "--sight", "only")
    assert (code, err) == (0, "")
    assert GAMES["zip"].board.from_json(json.loads(out)) == board_of(boards("zip")[0])[1]
    code, out, _ = here("explain", "zip", "--offline", "replica", "--sight", "only")
    assert (code, "  1 " in out) == (0, True)
