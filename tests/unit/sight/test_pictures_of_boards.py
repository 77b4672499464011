"""Boards read from pictures that the player draws itself, in several looks, and from real ones."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from player.errors import BoardError
from player.games import GAMES
from player.games.grid import Cell
from player.proof import prove
from player.sight import find, lattice, picture
from player.sight.reading import Grid
from player.sight.sheet import in_lab
from tests.sight.drawings import star_battle
from tests.sight.pictures import Picture
from tests.sight.real import frames, screens
from tests.sight.verdicts import judge
from tests.support.board_pictures import board, drawing, file_of, parsed
from tests.support.places import PUZZLES, SHARED

#: Games whose drawings show all that the board has: those of Wend lack the lengths.
DRAWN = ("queens", "zip", "tango", "mini-sudoku", "patches")
FRAMES = sorted((SHARED / "frames").glob("*/*.png"))
SCREENS = sorted((SHARED / "screens").glob("*/*.png"))

Change = Callable[[Image.Image], Image.Image]


@pytest.mark.slow
@pytest.mark.parametrize("game", DRAWN)
def test_the_board_of_a_drawing_is_read(game: str) -> None:
    seen = picture.read(file_of(drawing(board(game))))
    assert (seen.game, parsed(seen.board), seen.progress) == (game, parsed(board(game)), {})
    assert 0.5 <= seen.confidence <= 1


CHANGES: dict[str, Change] = {
    "twice as large": lambda shown: shown.resize((2 * shown.width, 2 * shown.height)),
    "on a desk": lambda shown: ImageChops.offset(_on_desk(shown), 300, 90),
    "light and dark exchanged": ImageChops.invert,
    "cropped": lambda shown: shown.crop((27, 27, shown.width - 27, shown.height - 27)),
}


def _on_desk(shown: Image.Image) -> Image.Image:
    desk = Image.new("RGB", (1600, 900), "#30506a")
    desk.paste(shown, (0, 0))
    return desk


@pytest.mark.slow
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("game", ["queens", "zip", "mini-sudoku"])
def test_it_is_read_in_other_looks(game: str, change: Change) -> None:
    seen = picture.read(file_of(change(drawing(board(game)))))
    assert (seen.game, parsed(seen.board)) == (game, parsed(board(game)))


@pytest.mark.slow
@pytest.mark.parametrize(("form", "options"), [("JPEG", {"quality": 40}), ("WEBP", {"quality": 60})])
def test_compressed_files_are_read(form: str, options: dict[str, int]) -> None:
    seen = picture.read(file_of(drawing(board("zip")), form, **options))
    assert parsed(seen.board) == parsed(board("zip"))


def test_transparent_parts_are_white() -> None:
    shown = drawing(board("zip")).convert("RGBA")
    white = ImageChops.multiply(*(shown.getchannel(band) for band in "RG")).point(lambda value: 255 * (value < 250))
    shown.putalpha(white)
    assert parsed(picture.read(file_of(shown)).board) == parsed(board("zip"))


TURNED = {
    "JPEG": ("JPEG", "RGB"),
    "PNG": ("PNG", "RGB"),
    "PNG with transparent parts": ("PNG", "RGBA"),
    "WebP with transparent parts": ("WEBP", "RGBA"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("form", "mode"), TURNED.values(), ids=TURNED)
def test_pictures_of_a_turned_camera_are_read_upright(form: str, mode: str) -> None:
    turned, exif = drawing(board("mini-sudoku")).rotate(90, expand=True).convert(mode), Image.Exif()
    if mode == "RGBA":
        turned.putalpha(254)
    exif[0x0112] = 6  # the tag of the orientation: a quarter to the right
    assert parsed(picture.read(file_of(turned, form, exif=exif)).board) == parsed(board("mini-sudoku"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16"])
def test_pictures_of_other_colours_are_read(mode: str) -> None:
    shown = drawing(board("mini-sudoku"))
    if mode == "I;16":
        shown = Image.fromarray(np.asarray(shown.convert("L")).astype(np.uint16) * 257)
    data = file_of(shown if mode == "I;16" else shown.convert(mode), "JPEG" if mode == "CMYK" else "PNG")
    assert parsed(picture.read(data).board) == parsed(board("mini-sudoku"))


def test_the_places_of_the_cells_are_known() -> None:
    n, grid = board("zip")["rows"], picture.read(file_of(drawing(board("zip")))).grid
    assert np.allclose(grid.across, [30 + 60 * number for number in range(n + 1)], atol=2.5)
    assert np.allclose(grid.box(Cell(0, 1)), (90, 30, 150, 90), atol=2.5)
    assert np.allclose(grid.middle(Cell(1, 0)), (60, 120), atol=2.5)


def test_entered_digits_are_progress_and_no_givens() -> None:
    data = board("mini-sudoku")
    seen = picture.read(file_of(drawing({**data, "solution": data["solution"]}, solved=True)))
    assert parsed(seen.board) == parsed(data)
    empty = sum(number == 0 for row in data["givens"] for number in row)
    assert len(seen.progress["numbers"]) == empty


@pytest.mark.parametrize("size", [12, 13])
def test_small_digits_are_given_though_thin_strokes_are_paler(size: int) -> None:
    rows, side = ["004030", "050006", "600100", "002005", "300040", "040200"], 60
    shown = Image.new("RGB", (6 * side + 60,) * 2, "white")
    pen, font = ImageDraw.Draw(shown), ImageFont.load_default(size)
    for line in range(7):
        at, end = 30 + line * side, 30 + 6 * side
        pen.line([(at, 30), (at, end)], "black", 3 if line % 3 == 0 else 1)
        pen.line([(30, at), (end, at)], "black", 3 if line % 2 == 0 else 1)
    for (row, col), digit in np.ndenumerate(np.array([[*row] for row in rows])):
        if digit != "0":
            pen.text((30 + (col + 0.5) * side, 30 + (row + 0.5) * side), digit, "black", font, anchor="mm")
    assert picture.read(file_of(shown)).board["givens"] == [[int(digit) for digit in row] for row in rows]


def test_queens_that_stand_on_the_board_are_progress() -> None:
    seen = picture.read(file_of(drawing(board("queens"), solved=True)))
    solution = prove(GAMES["queens"], parsed(board("queens"))).solution
    assert parsed(seen.board) == parsed({**board("queens"), "givens": []})
    assert seen.progress["queens"] == [[*queen] for queen in solution]


def test_stars_are_counted_by_the_proof() -> None:
    lines = (PUZZLES / "star-battle.jsonl") if PUZZLES.is_dir() else None
    if lines is None:
        pytest.skip("there are no real boards here")
    data = json.loads(lines.read_text(encoding="utf-8").splitlines()[0])
    own = {key: data[key] for key in ("game", "regions", "stars")}
    assert picture.read(file_of(drawing(own))).board["stars"] == 2


def test_regions_are_read_from_borders_alone() -> None:
    data = board("queens")
    seen = picture.read(star_battle(data, 36))
    assert (seen.game, parsed(seen.board)) == ("queens", parsed({**data, "givens": []}))


@pytest.mark.full
def test_colours_that_contradict_the_borders_are_refused() -> None:
    data = board("queens")
    shown = drawing(data)
    cell = (35, 35, 85, 85)  # within the borders of the first cell
    other = next(col for col, region in enumerate(data["regions"][0]) if region != data["regions"][0][0])
    colour = shown.getpixel((30 + 60 * other + 45, 30 + 45))
    assert isinstance(colour, tuple)
    shown.paste(colour, cell)
    with pytest.raises(BoardError, match="disagree"):
        picture.read(file_of(shown))


@pytest.mark.full
def test_a_disc_that_can_not_be_read_refuses_the_picture() -> None:
    data = board("zip")
    row, col = data["numbers"][2]
    shown = drawing(data)
    ImageDraw.Draw(shown).ellipse(
        [30 + 60 * at + 12 for at in (col, row)] + [30 + 60 * at + 48 for at in (col, row)], "black"
    )
    with pytest.raises(BoardError, match=r"R\dC\d|missing"):
        picture.read(file_of(shown))


@pytest.mark.full
def test_a_missing_number_refuses_the_picture() -> None:
    data = board("zip")
    row, col = data["numbers"][-2]
    shown = drawing(data)
    shown.paste("white", (35 + 60 * col, 35 + 60 * row, 85 + 60 * col, 85 + 60 * row))
    with pytest.raises(BoardError, match=f"the number {len(data['numbers']) - 1} is missing"):
        picture.read(file_of(shown))


@pytest.mark.full
def test_a_blurred_picture_is_refused_and_not_guessed() -> None:
    for radius in (2, 4, 7, 10):
        try:
            seen = picture.read(file_of(drawing(board("zip")).filter(ImageFilter.GaussianBlur(radius))))
        except BoardError:
            continue
        assert parsed(seen.board) == parsed(board("zip"))


def test_another_game_than_the_named_one_is_refused() -> None:
    with pytest.raises(BoardError, match="tango"):
        picture.read(file_of(drawing(board("zip"))), "tango")


def _noise(width: int, height: int) -> Image.Image:
    levels = np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)
    return Image.fromarray(levels)


NO_BOARDS = {
    "blank": lambda: Image.new("RGB", (800, 600), "white"),
    "noise": lambda: _noise(640, 480),
    "a thin strip": lambda: Image.new("RGB", (50, 30000), "white"),
    "an empty grid": lambda: Image.open(BytesIO(star_battle({"regions": [[0] * 8] * 8}, 36))),
    "a fine weave": lambda: Image.fromarray(np.uint8(255 * (np.indices((900, 1600)).sum(axis=0) % 14 < 2))).convert(
        "RGB"
    ),
}


#: Seconds that a look at the clock takes in these tests, so that a search ends after so many steps on any machine.
TICK = 0.02


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[float]:
    """A clock of the search that moves on by TICK with each look, and yields the time that it would show next."""
    seconds = count(1)
    for module in (picture, find, lattice):
        monkeypatch.setattr(module, "thread_time", lambda: TICK * next(seconds))
    return (TICK * number for number in seconds)


@pytest.mark.slow
@pytest.mark.parametrize("shown", NO_BOARDS.values(), ids=NO_BOARDS)
def test_pictures_without_a_board_are_refused_in_time(shown: Callable[[], Image.Image], clock: Iterator[float]) -> None:
    with pytest.raises(BoardError, match="no board"):
        picture.read(file_of(shown()))
    assert next(clock) < picture.LIMIT + 20 * TICK


@pytest.mark.full
def test_a_large_photo_without_a_board_is_refused_in_time(clock: Iterator[float]) -> None:
    with pytest.raises(BoardError, match="no board"):
        picture.read(file_of(_noise(1500, 1125).resize((6000, 4500)), "JPEG"))
    assert next(clock) < picture.LIMIT + 20 * TICK


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0junk", b"RIFF\0\0\0\0WEBP"])
def test_what_is_no_picture_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(BoardError, match=r"no PNG, JPEG or WebP picture|can't be decoded"):
        picture.read(data)


def test_a_cut_off_file_is_refused() -> None:
    with pytest.raises(BoardError):
        picture.read(file_of(drawing(board("zip")), "JPEG")[:900])


def test_a_picture_too_small_for_a_board_is_refused() -> None:
    with pytest.raises(BoardError, match="too small"):
        picture.read(file_of(Image.new("RGB", (30, 30))))


def test_a_grid_knows_its_corners() -> None:
    grid = Grid((10, 20, 30), (5, 15, 25, 35))
    assert (grid.rows, grid.cols, grid.corners) == (3, 2, (10, 5, 30, 35))


@cache
def real() -> dict[Path, Picture]:
    """Return the real pictures by their files."""
    return {one.file: one for one in (*frames(), *screens())}


@pytest.mark.full
@pytest.mark.skipif(not FRAMES, reason="there are no real pictures here")
@pytest.mark.parametrize("file", [*FRAMES, *SCREENS], ids=lambda file: f"{file.parent.name}/{file.name}")
def test_real_pictures_are_read(file: Path) -> None:
    judged = judge(real()[file])
    assert judged.as_wanted, judged


def test_colours_in_lab_are_those_of_opencv() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (40, 40, 3)).astype(np.float32)
    theirs = cv2.cvtColor(colours / 255, cv2.COLOR_BGR2LAB)
    assert np.abs(in_lab(colours) - theirs).max() < 0.6, "it takes the values between those of a table"
    assert np.allclose(in_lab(np.array([[0, 0, 0], [255, 255, 255]])), [[0, 0, 0], [100, 0, 0]], atol=0.01)
