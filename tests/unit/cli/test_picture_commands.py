"""Pictures on the command line: `read --image`, and every command that takes a board."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from player.boards.drawing import drawn
from player.errors import install_command
from player.render.png import png
from tests.support.commands import Player
from tests.support.places import ROOT

BOARD = json.loads((ROOT / "fixtures/boards/zip.jsonl").read_text(encoding="utf-8").splitlines()[1])


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    file = tmp_path / "zip.png"
    file.write_bytes(
        png(drawn({key: BOARD[key] for key in ("game", "rows", "cols", "numbers", "walls")}, solved=False).scene)
    )
    return file


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Give a file to standard input."""
    return lambda file: monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(file.read_bytes())))
    )


@pytest.mark.full
def test_a_line_is_printed_for_each_picture_and_the_worst_code_counts(
    player: Player, picture: Path, tmp_path: Path
) -> None:
    blank, lost = tmp_path / "blank.png", tmp_path / "lost.png"
    Image.new("RGB", (300, 300), "white").save(blank)
    code, out, err = player("read", "--image", picture, blank, lost, "--json", "-")
    good, refused, missing = map(json.loads, out.splitlines())
    assert (code, err) == (66, "")
    assert (good["file"], good["game"], good["solutions"]) == (str(picture), "zip", 1)
    assert {**good["board"]} == {key: BOARD[key] for key in ("game", "rows", "cols", "numbers", "walls")}
    assert 0.5 <= good["confidence"] <= 1
    assert refused == {"file": str(blank), "error": "no board of a game that is supported was found in the picture"}
    assert missing == {"file": str(lost), "error": f"the picture {lost} is not there: check the path"}
    assert player("read", "--image", picture).code == 0
    assert player("read", "--image", picture, blank).code == 65


def test_the_lines_go_to_a_file(player: Player, picture: Path, tmp_path: Path) -> None:
    target = tmp_path / "lines.jsonl"
    assert player("read", "zip", "--image", picture, "--json", target) == (0, "", "")
    assert json.loads(target.read_text(encoding="utf-8"))["game"] == "zip"


def test_standard_input_is_read(player: Player, picture: Path, piped: Callable[[Path], None]) -> None:
    piped(picture)
    code, out, _ = player("read", "--image", "-", "zip")
    assert (code, json.loads(out)["file"]) == (0, "-")


@pytest.mark.full
def test_boards_are_taken_from_pictures(player: Player, picture: Path, piped: Callable[[Path], None]) -> None:
    assert json.loads(player("solve", picture).out)["solution"] == BOARD["solution"]
    piped(picture)
    assert json.loads(player("solve", "-").out)["solution"] == BOARD["solution"]
    assert player("draw", picture).code == 0
    assert player("explain", picture, "--steps", "1").code == 0


def test_a_picture_and_boards_as_json_are_solved_together(player: Player, picture: Path, tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    boards.write_text(json.dumps(BOARD) + "\n", encoding="utf-8")
    records = [json.loads(line) for line in player("solve", picture, boards, "--json", "-").out.splitlines()]
    assert [(one["file"], one["solution"]) for one in records] == [
        (str(file), BOARD["solution"]) for file in (picture, boards)
    ]


def test_a_refused_picture_is_named(player: Player, tmp_path: Path) -> None:
    blank = tmp_path / "blank.png"
    Image.new("RGB", (300, 300), "white").save(blank)
    told = f"player: {blank}: no board of a game that is supported was found in the picture\n"
    assert player("solve", blank)[::2] == (65, told)
    assert player("draw", blank)[::2] == (65, told)


def test_a_solution_is_painted_over_its_picture(player: Player, picture: Path, tmp_path: Path) -> None:
    target = tmp_path / "solved.png"
    assert player("draw", picture, "--over", "--png", target) == (0, "", "")
    with Image.open(picture) as before, Image.open(target) as after:
        assert before.size == after.size
        (row, col), (far, on) = BOARD["solution"][0], BOARD["solution"][1]
        between = (60 + 30 * (col + on), 60 + 30 * (row + far))
        assert before.convert("RGB").getpixel(between) != after.convert("RGB").getpixel(between)
        assert before.convert("RGB").getpixel((5, 5)) == after.convert("RGB").getpixel((5, 5))


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "--image", "zip"),
        ("read", "--image", "zip", "tango", "a.png"),
        ("read", "--image", "-", "-"),
        ("read", "zip", "tango"),
        ("draw", "zip", "--over", "--png", "a.png"),
        ("draw", "a.png", "--over"),
        ("draw", "a.png", "--over", "--svg", "a.svg"),
    ],
)
def test_misused_options_are_refused(player: Player, arguments: tuple[str, ...]) -> None:
    assert player(*arguments).code == 2


def test_without_the_extra_one_line_says_what_to_install(
    player: Player, picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    told = f"player: pictures are read with OpenCV: type {install_command('sight')}\n"
    assert player("read", "--image", picture) == (69, "", told)
    assert player("draw", picture) == (69, "", told)
    assert player("solve", picture)[::2] == (69, told)


@pytest.mark.full
def test_the_coach_names_the_next_step_of_a_picture(
    player: Player, picture: Path, tmp_path: Path, piped: Callable[[Path], None]
) -> None:
    code, out, err = player("coach", picture)
    assert (code, err) == (0, "")
    assert out.startswith("  1 ")
    piped(picture)
    assert player("coach", "-") == (0, out, "")
    solved = tmp_path / "solved.png"
    solved.write_bytes(png(drawn(BOARD, solved=True).scene))
    assert player("coach", solved) == (0, "All that was to be found is on the board.\n", "")


def test_what_the_coach_can_not_use_is_one_line(player: Player, picture: Path, tmp_path: Path) -> None:
    board = tmp_path / "board.json"
    board.write_text(json.dumps(BOARD), encoding="utf-8")
    code, line = player.refuses("coach", board)
    assert (code, f"{board} is no picture" in line, "player explain" in line) == (65, True, True)
    code, line = player.refuses("coach", tmp_path / "none.png")
    assert (code, "is not there: check the path" in line) == (66, True)
    code, line = player.refuses("coach", picture, "--headed")
    assert (code, "--headed is where a GAME is" in line) == (2, True)
