"""A film of frames: what lasts how long, as a GIF, and as a video where something makes it."""

import io
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from player.browser.page.presentation import Frame, ScreenBox
from player.demo.film import Film, kept
from player.errors import CannotCreate, CannotWrite

RED, GREEN, BLUE = (220, 20, 20), (20, 200, 20), (20, 20, 220)


def frame(colour: tuple[int, int, int], ms: float) -> Frame:
    """A window 800 pixels wide, of which a corner has a colour, in a picture of half its size."""
    picture = Image.new("RGB", (400, 300), "white")
    picture.paste(colour, (0, 0, 112, 112))
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=95)
    return Frame(data.getvalue(), ms, 800)


@pytest.fixture
def film() -> Iterator[Film]:
    with Film() as made:
        yield made


def colours(path: Path) -> list[tuple[tuple[int, ...], int]]:
    """Of each frame of a picture, the colour near its upper left corner, to the nearest 32, and how long it lasts."""
    found = []
    with Image.open(path) as picture:
        for one in ImageSequence.Iterator(picture):
            pixel = one.convert("RGB").getpixel((20, 20))
            assert isinstance(pixel, tuple)
            found.append((tuple(32 * round(part / 32) for part in pixel), picture.info["duration"]))
    return found


NEAR = {colour: tuple(32 * round(part / 32) for part in colour) for colour in (RED, GREEN, BLUE)}


def test_frames_last_until_the_next_one_and_equal_ones_are_one(film: Film, tmp_path: Path) -> None:
    for colour, ms in ((RED, 1000), (RED, 1300), (GREEN, 1900), (BLUE, 2400)):
        film.add(frame(colour, ms))
    gif = tmp_path / "film.gif"
    film.gif = gif
    assert list(kept(film)) == [f"the GIF is in {gif}"]
    assert colours(gif) == [(NEAR[RED], 900), (NEAR[GREEN], 500), (NEAR[BLUE], 2500)]


def test_frames_on_the_way_from_one_to_the_next_are_left_out(film: Film, tmp_path: Path) -> None:
    for colour, ms in ((RED, 0), (GREEN, 1000), (BLUE, 1180)):
        film.add(frame(colour, ms))
    film.gif = tmp_path / "film.gif"
    list(kept(film))
    assert colours(tmp_path / "film.gif") == [(NEAR[RED], 1000), (NEAR[BLUE], 2680)]


def test_of_frames_that_come_too_fast_the_last_one_counts(film: Film) -> None:
    for colour, ms in ((RED, 0), (GREEN, 20), (BLUE, 40), (RED, 500)):
        film.add(frame(colour, ms))
    first, second = film.shots()
    assert (first.data, first.ms) == (frame(BLUE, 0).data, 500)
    assert second.data == frame(RED, 0).data


def test_a_gif_shows_what_is_in_view(film: Film, tmp_path: Path) -> None:
    film.add(frame(RED, 0))
    film.gif = tmp_path / "film.gif"
    film.view = ScreenBox(100, 100, 80, 80)
    list(kept(film))
    with Image.open(tmp_path / "film.gif") as picture:
        assert picture.size == (40, 40)
        assert len(picture.convert("RGB").getcolors() or ()) == 1


def test_without_a_program_for_videos_a_gif_is_made_and_reported(
    film: Film, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    film.add(frame(RED, 0))
    film.video = tmp_path / "film.webm"
    said = list(kept(film))
    assert "playwright install ffmpeg" in said[0]
    assert said[1] == f"the GIF is in {tmp_path / 'film.gif'}"
    assert colours(tmp_path / "film.gif") == [(NEAR[RED], 2500)]


def test_nothing_shown_is_no_film(film: Film, tmp_path: Path) -> None:
    film.gif = tmp_path / "film.gif"
    assert list(kept(film)) == ["nothing was shown: no film is written"]
    assert not list(tmp_path.iterdir())


def test_the_program_for_videos_gets_each_frame_as_long_as_it_lasts(film: Film, tmp_path: Path) -> None:
    program = tmp_path / "ffmpeg"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nopen(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())\n", encoding="utf-8"
    )
    program.chmod(0o755)
    film.add(frame(RED, 0))
    film.add(frame(GREEN, 1000))
    film.video = tmp_path / "film.webm"
    film.recorder = program
    list(kept(film))
    written = (tmp_path / "film.webm").read_bytes()
    assert written.count(b"\xff\xd8\xff") == 15 + 38, "15 a second: one second, and two and a half"
    assert written.startswith(frame(RED, 0).data + frame(RED, 0).data)
    assert written.endswith(frame(GREEN, 0).data)


def test_a_program_that_does_not_start_is_reported(film: Film, tmp_path: Path) -> None:
    (tmp_path / "ffmpeg").touch()
    film.add(frame(RED, 0))
    film.video = tmp_path / "film.webm"
    film.recorder = tmp_path / "ffmpeg"
    with pytest.raises(CannotWrite, match="ffmpeg does not start: Permission denied"):
        list(kept(film))


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg here")
def test_a_video_is_a_webm(film: Film, tmp_path: Path) -> None:
    film.add(frame(RED, 0))
    film.video = tmp_path / "film.webm"
    assert list(kept(film)) == [f"the video is in {tmp_path / 'film.webm'}"]
    assert b"webm" in (tmp_path / "film.webm").read_bytes()[:64]


def test_a_gif_that_can_not_be_written_is_reported(film: Film, tmp_path: Path) -> None:
    film.add(frame(RED, 0))
    film.gif = tmp_path
    with pytest.raises(CannotCreate, match="can't be made: Is a directory"):
        list(kept(film))


def test_where_a_video_fails_the_gif_is_made_and_nothing_else_is_left(film: Film, tmp_path: Path) -> None:
    program = tmp_path / "ffmpeg"
    script = '#!/bin/sh\nfor last; do :; done\necho half > "$last"\necho "no such codec" >&2\nexit 3\n'
    program.write_text(script, encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "film.webm").write_bytes(b"an older one")
    film.add(frame(RED, 0))
    film.video = tmp_path / "film.webm"
    film.recorder = program
    said = kept(film)
    assert next(said) == f"the GIF is in {tmp_path / 'film.gif'}"
    with pytest.raises(CannotWrite, match=r"film\.webm can't be written: no such codec"):
        next(said)
    assert (tmp_path / "film.webm").read_bytes() == b"an older one"
    assert {path.name for path in tmp_path.iterdir()} == {"ffmpeg", "film.webm", "film.gif"}


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="no ffmpeg here")
def test_a_window_may_become_wider_and_lower(film: Film, tmp_path: Path) -> None:
    for ms, size in ((0, (320, 400)), (1000, (480, 200))):
        data = io.BytesIO()
        Image.new("RGB", size, RED).save(data, "JPEG")
        film.add(Frame(data.getvalue(), ms, size[0]))
    film.video = tmp_path / "film.webm"
    list(kept(film))
    assert (tmp_path / "film.webm").stat().st_size > 0


def test_a_film_needs_a_folder_that_is_there(tmp_path: Path) -> None:
    with Film(tmp_path / "film.webm"), pytest.raises(CannotCreate, match="there is no folder"):
        Film(tmp_path / "film.webm", tmp_path / "gone" / "film.gif")
