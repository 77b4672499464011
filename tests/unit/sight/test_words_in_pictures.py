"""Dialogs whose words are told from others in their pictures."""

import pytest
from PIL import Image, ImageDraw, ImageFont

from player.sight.words import praise
from tests.support.board_pictures import pixels

FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"]


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
