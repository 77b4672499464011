"""The options of --screen: what goes with it, and what does not."""

import json

import pytest

from tests.support.browser_commands import one_line
from tests.support.commands import Player


@pytest.mark.parametrize(
    ("line", "told"),
    {
        "the address of a page": ("play --screen --url http://a.test/", "--url has no meaning with --screen"),
        "pages from files": ("play --screen --offline replica", "--offline has no meaning with --screen"),
        "the second witness": ("play --screen --sight off", "--sight has no meaning with --screen"),
        "pictures": ("read --screen --image", "--image has no meaning with --screen"),
        "records of a reading": ("read --screen --json -", "--json has no meaning with --screen"),
        "two games to play": ("play --screen zip tango", "--screen is for one game: leave out tango"),
        "two games to read": ("read --screen zip tango", "--screen is for one game: leave out tango"),
        "an unknown game": ("read --screen chess", "unknown game 'chess'"),
        "an empty title": ("read --screen --window=", "--window is empty"),
        "a window without --screen": ("read zip --window Games", "--window goes with --screen"),
        "a window to play in without --screen": ("play --window Games", "--window and --won go with --screen"),
        "a word without --screen": ("play --won SOLVED", "--window and --won go with --screen"),
        "a word in small letters": ("play --screen --won solved", "'solved' is not one word of three or more capitals"),
        "two words": ("play --screen --won=WELL-DONE", "'WELL-DONE' is not one word"),
    }.values(),
)
def test_options_that_do_not_go_together_are_refused(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = Player(capsys)(*line.split())
    assert (code, out, one_line(err)) == (2, "", True)
    assert told in err


def test_without_a_display_no_game_is_recorded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for extra in ("cv2", "mss", "Xlib"):
        pytest.importorskip(extra, reason="the extra screen is not installed")
    monkeypatch.delenv("DISPLAY", raising=False)
    code, out, err = Player(capsys)("play", "--screen", "--json", "-")
    assert (code, one_line(err)) == (75, True)
    assert [json.loads(one)["event"] for one in out.splitlines()] == ["run_start", "run_end"]
    assert json.loads(out.splitlines()[-1])["exit"] == 75
