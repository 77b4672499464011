"""`player demo`: the same moves as ever, told on an overlay that neither the page nor our own looks see."""

from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Page  # noqa: TID251  # what the page gets is looked at

from player.browser.page.inputs import InputEvent
from player.browser.page.observation import BoardSeen
from player.browser.page.presentation import Presentation, ScreenBox, Slide
from player.demo.narrator import MADE, MADE_AND_GONE, Narrator
from player.games import GAMES
from player.playing.result import Result
from player.playing.walk import play
from tests.support.browser_commands import Here
from tests.support.replica import SMALL, Opener, played
from tests.support.seen import board_of

pytestmark = pytest.mark.full

#: Tells of each input that the page gets, and where.
LISTEN = """for (const kind of ["pointerdown", "pointerup", "keydown", "keyup"]) {
  addEventListener(kind, ({ isTrusted, key, clientX, clientY }) =>
    console.log("input", kind, isTrusted, key, clientX, clientY), true);
}"""


@pytest.mark.parametrize("game", SMALL)
def test_a_narrated_game_gets_the_same_inputs(open_replica: Opener, page: Page, game: str) -> None:
    inputs: list[str] = []
    page.on("console", lambda message: inputs.append(message.text) if message.text.startswith("input") else None)
    page.add_init_script(LISTEN)
    quiet = list(inputs) if played(game, open_replica(game, board=SMALL[game])).outcome == "solved" else []
    page.context.unroute_all()
    inputs.clear()
    opened, result, narrator = open_replica(game, board=SMALL[game]), Result(game), Narrator(beat=0)
    play(GAMES[game], opened, result, lambda stage: narrator.at(stage, result, opened))
    narrated = inputs
    assert len(quiet) > len(SMALL[game]["solution"])
    assert all(" true " in one for one in quiet)
    tapped = game in {"queens", "tango"}
    assert sorted(narrated) == sorted(quiet)
    assert (narrated != quiet) == tapped
    presses = [one for one in narrated if "pointerdown" in one]
    if tapped:  # those on one cell come together
        assert all(one in presses[at - 1 : at + 2 : 2] for at, one in enumerate(presses) if presses.count(one) > 1)


@pytest.mark.parametrize("game", ["queens", "tango"])
def test_the_finished_board_is_seen_before_the_results(open_replica: Opener, game: str) -> None:
    opened, result = open_replica(game, board=SMALL[game]), Result(game)
    narrator, seen = Narrator(beat=0), []

    def tell(stage: str) -> None:
        if stage == "verdict":
            opened.presentation.rest(150)  # thrice what the results take to come
            seen.append(board_of(opened.reader.now()).snapshot)
        narrator.at(stage, result, opened)

    play(GAMES[game], opened, result, tell)
    assert result.confirmed == "results"
    marks = [cell.get(GAMES[game].play.MARK) for cell in seen[0].cells]
    assert sum(mark not in {None, "", "empty"} for mark in marks) >= len(SMALL[game]["solution"])


def test_a_dialog_during_the_narration_is_closed_before_the_first_move(open_replica: Opener, page: Page) -> None:
    opened, result, narrator = open_replica("queens", board=SMALL["queens"]), Result("queens"), Narrator(beat=0)

    def tell(stage: str) -> None:
        narrator.at(stage, result, opened)
        if stage == "play":
            page.frames[1].evaluate("() => document.querySelector('#aux-controls-tutorial').click()")
            assert opened.reader.now().what == "overlay"

    play(GAMES["queens"], opened, result, tell)
    assert (result.outcome, result.clicks) == ("solved", result.moves)


def test_what_comes_up_between_two_moves_gets_none_of_them(open_replica: Opener, page: Page) -> None:
    opened, result, narrator = open_replica("queens", board=SMALL["queens"]), Result("queens"), Narrator(beat=0)
    hit: list[str] = []
    page.on("console", lambda message: hit.append(message.text) if message.text.startswith("overlay hit") else None)
    page.add_init_script("""addEventListener("pointerdown", ({ isTrusted, target }) => {
      if (isTrusted && target.closest("[class*=modal], [class*=tutorial]")) console.log("overlay hit", target.tagName);
    }, true);""")
    inputs = []

    def before(act: InputEvent, look: BoardSeen) -> None:
        """Tell so long of the third input that something comes up meanwhile."""
        inputs.append(act)
        narrator.before(act, look)
        if len(inputs) == 3:
            page.frames[1].evaluate("() => document.querySelector('#aux-controls-tutorial').click()")

    def tell(stage: str) -> None:
        narrator.at(stage, result, opened)
        if stage == "play":
            opened.presentation.audience = before
            hit.clear()  # of what was closed on arrival

    play(GAMES["queens"], opened, result, tell)
    assert (result.outcome, result.clicks) == ("solved", result.moves)
    assert len(hit) == 1, "what closes it is clicked, once"


def kinds(slide: Slide) -> set[str]:
    """The kinds of shapes that are drawn."""
    return {shape.attributes["class"] for layer in slide.drawing for shape in layer.children}


@pytest.fixture
def narrated(monkeypatch: pytest.MonkeyPatch) -> list[Slide]:
    """The slides that overlays show from now on."""
    slides: list[Slide] = []
    show = Presentation.show

    def noted(overlay: Presentation, slide: Slide) -> ScreenBox:
        slides.append(slide)
        return show(overlay, slide)

    monkeypatch.setattr(Presentation, "show", noted)
    return slides


def test_a_demo_goes_through_its_chapters_into_a_gif(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, narrated: list[Slide]
) -> None:
    rests: list[float] = []
    rest = Presentation.rest

    def quick(overlay: Presentation, milliseconds: float) -> None:
        rests.append(milliseconds)
        rest(overlay, milliseconds / 20)

    monkeypatch.setattr(Presentation, "rest", quick)
    gif = tmp_path / "queens.gif"
    options = ("--headless", "--slow-mo", "600", "--json", "-", "--artifacts", tmp_path / "kept", "--gif", gif)
    code, out, err = here("demo", "queens", *options)
    assert (code, err.splitlines()[-1]) == (0, f"player: the GIF is in {gif}")
    assert '"source":"fixture"' in out
    assert min(rests) < 600 < 2 * 600 < max(rests)  # a new text stays longer than a move takes
    chapters = list(dict.fromkeys(slide.chapter.split(",")[0].split(":")[0] for slide in narrated))
    assert chapters == ["Read", "Proved unique", "Why", "Play", "Verdict"]
    *moves, last = [slide for slide in narrated if slide.chapter == "Play"]
    assert (last.caption, kinds(last), last.pointer) == (MADE, {"paper", "label"}, None)
    assert all({"lit", "settled"} <= kinds(slide) and slide.pointer for slide in moves)
    assert {shape.text for layer in moves[0].drawing for shape in layer.children} == {"", *"ABCDEFGH"}
    assert any("crown" in kinds(slide) for slide in narrated if slide.chapter.startswith("Why"))
    assert not narrated[-1].drawing
    assert narrated[-1].caption == "The page itself says that it is won: it shows its results."
    assert (tmp_path / "kept" / "queens" / "final.png").exists()
    with Image.open(gif) as picture:
        assert (picture.format, picture.width) == ("GIF", 480)
        assert len(list(ImageSequence.Iterator(picture))) > 3


@pytest.mark.more
def test_a_finished_board_that_gave_way_to_the_results_is_drawn(
    here: Here, tmp_path: Path, narrated: list[Slide]
) -> None:
    options = ("--headless", "--no-steps", "--slow-mo", "60", "--generation", "sdui", "--gif", tmp_path / "zip.gif")
    assert here("demo", "zip", *options)[0] == 0
    last = [slide for slide in narrated if slide.chapter == "Play"][-1]
    assert last.caption == MADE_AND_GONE
    assert {"paper", "path", "disc", "number"} <= kinds(last)
    assert narrated.index(last) < len(narrated) - 1, "the verdict comes after it"


@pytest.mark.parametrize("steps", [True, False], ids=["why", "no why"])
@pytest.mark.parametrize("game", SMALL)
def test_a_game_takes_a_minute_at_most_unless_the_pace_is_set(
    here: Here, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, narrated: list[Slide], game: str, *, steps: bool
) -> None:
    rests: list[float] = []
    monkeypatch.setattr(Presentation, "rest", lambda _overlay, milliseconds: rests.append(milliseconds))
    options = ("--headless", "--gif", tmp_path / "film.gif", *(() if steps else ("--no-steps",)))
    assert here("demo", game, *options)[0] == 0
    assert 15_000 < sum(rests) < 54_000  # the page itself takes a few seconds besides
    assert any(slide.chapter.startswith("Why") for slide in narrated) == steps
