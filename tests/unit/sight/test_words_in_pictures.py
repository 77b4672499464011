"""Dialogs whose words are told from others in their pictures."""

import pytest
from PIL import Image, ImageDraw, ImageFont

from player.sight.glyphs import keypad
from player.sight.picture import shown
from player.sight.words import praise
from tests.support.board_pictures import pixels

FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]
SUCCESS = ["Gewonnen", "Excellent", "Awesome", "Fantastic", "Victorious", "Woohoo", "Wonderful", "Resuelto", "Complete"]


def dialog(
    text: str, font: str = FONTS[0], size: int = 14, colours: tuple[str, str] = ("#f6f5f4", "#2e3436")
) -> Image.Image:
    """Return a picture of a dialog with a line of text and a button."""
    shown = Image.new("RGB", (460, 110), colours[0])
    pen = ImageDraw.Draw(shown)
    try:
        drawn = ImageFont.truetype(font, size)
    except OSError:
        pytest.skip(f"no font {font}")
    pen.text((30, 20), text, colours[1], drawn)
    pen.rectangle((10, 70, 110, 100), None, "#b0b0b0")
    pen.text((40, 77), "Quit", colours[1], drawn)
    return shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Well done, you completed the puzzle in 1 minute!", "well done"),
        ("Congratulations! You made it.", "congratulations"),
        ("CONGRATULATIONS", "congratulations"),
        ("In 02:31. Glückwunsch!", "glückwunsch"),
    ],
)
@pytest.mark.parametrize("colours", [("#f6f5f4", "#2e3436"), ("#303030", "#eeeeee")], ids=["light", "dark"])
def test_praise_is_found(text: str, said: str, colours: tuple[str, str]) -> None:
    assert praise(pixels(dialog(text, colours=colours))) == said


@pytest.mark.parametrize("size", [11, 20])
def test_praise_is_found_in_small_and_large_letters(size: int) -> None:
    assert praise(pixels(dialog("Well done!", size=size))) == "well done"


@pytest.mark.parametrize(("font", "size"), [(FONTS[0], 14), (FONTS[0], 30), (FONTS[1], 14)])
def test_a_word_alone_on_a_line_is_found_in_any_letters(font: str, size: int) -> None:
    assert shown(pixels(dialog("Completed!", font, size)), ["SOLVED", "Solved", "Completed"]) == ["Completed"]


@pytest.mark.parametrize(("font", "size"), [(FONTS[0], 20), (FONTS[1], 34)])
def test_a_phrase_alone_on_a_line_is_found_on_any_ground(font: str, size: int) -> None:
    picture = pixels(dialog("You win!", font, size, ("#16a34a", "#fef9c3")))
    assert shown(picture, ["You won", "Well done", "You win", "You did it"]) == ["You win"]


@pytest.mark.parametrize("text", ["You wait", "You wish", "You will", "You win 3 games", "If you win", "You"])
def test_a_phrase_among_other_words_or_one_alike_is_not_found(text: str) -> None:
    assert shown(pixels(dialog(text, FONTS[0], 30, ("#16a34a", "#fef9c3"))), ["You win", "You won"]) == []


@pytest.mark.parametrize("text", ["Not completed", "Completed: 3 of 7", "Compressed", "Complete"])
def test_a_word_among_others_or_one_alike_is_not_found(text: str) -> None:
    assert shown(pixels(dialog(text, size=24)), ["Completed", "COMPLETED"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, your solution contains mistakes.",
        "The puzzle is not complete.",
        "You own a well. Are you done?",
        "Well, it is not done yet.",
        "Do you want to quit?",
    ],
)
@pytest.mark.parametrize("font", FONTS)
def test_other_words_are_no_praise(text: str, font: str) -> None:
    assert not praise(pixels(dialog(text, font)))


def pad(places: list[tuple[str, int, int]], size: int = 24) -> Image.Image:
    """Return a picture with a board of no contents, a heading, and these figures at their places."""
    shown = dialog("Mini Sudoku", size=18).resize((460, 110)).crop((0, 0, 460, 66))
    whole = Image.new("RGB", (460, 500), "white")
    whole.paste(shown)
    pen = ImageDraw.Draw(whole)
    pen.rectangle(BOARD, None, "black")
    for text, x, y in places:
        pen.rectangle((x - 14, y - 6, x + 28, y + 36), "#eeeeee", "#888888")
        pen.text((x, y), text, "#333333", ImageFont.truetype(FONTS[0], size))
    return whole


BOARD = (30, 80, 330, 380)


@pytest.mark.parametrize("rows", [1, 2])
def test_the_digits_of_a_keypad_in_a_picture_are_found(rows: int) -> None:
    wide = 6 // rows
    places = [(str(i + 1), 40 + i % wide * 60, 390 + i // wide * 50) for i in range(6)]
    found = keypad(pixels(pad(places)), 6, BOARD)
    assert sorted(found) == ["1", "2", "3", "4", "5", "6"]
    assert all(abs(found[text][0] - x - 7) < 5 and abs(found[text][1] - y - 14) < 6 for text, x, y in places)


@pytest.mark.parametrize(
    "order", ["1234", "123465", "1123456", "12345 6"], ids=["few", "out of order", "twice", "below"]
)
def test_no_keypad_is_taken_from_digits_that_are_not_each_there_once_and_in_order(order: str) -> None:
    places = [(text, 40 + i * 50, 390) for i, text in enumerate(order) if text != " "]
    if " " in order:
        places = [("6", 40, 440), *((text, 40 + i * 50, 390) for i, text in enumerate("13245"))]
    assert keypad(pixels(pad(places)), 6, BOARD) == {}


@pytest.mark.parametrize("wide", [15, 16, 17])
def test_the_bars_of_a_sign_are_no_words(wide: int) -> None:
    """Once its ink is widened, a bar is as high as the letters of a word."""
    picture = Image.new("RGB", (300, 120), "white")
    pen = ImageDraw.Draw(picture)
    for left, top, order in ((40, 40, 1), (40, 48, -1), (200, 40, 1)):
        for row, (first, ink, last) in enumerate([(128, 204, 78), (128, 204, 78), (65, 100, 40)][::order]):
            for col, level in enumerate([first, *[ink] * (wide - 2), last]):
                pen.point((left + col, top + row), (255 - level,) * 3)
    assert shown(pixels(picture), SUCCESS) == []
