"""A film of frames from the browser: a video, or an animated GIF without a video encoder."""

import io
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from player.errors import CannotCreate, CannotWrite, PlayerError
from player.files import atomic_file

if TYPE_CHECKING:  # films can be written without a browser
    from player.browser.page.presentation import Frame, ScreenBox

#: Frames per second; the latest frame of each interval is used.
FRAMES_PER_S = 15
#: Duration of the last frame, in milliseconds.
LAST_FRAME_MS = 2_500

#: A GIF's width in pixels, its number of colours, and the least duration of a frame in milliseconds: shorter frames are
#: transitions.
GIF_WIDTH_PX, GIF_COLOURS, GIF_MIN_FRAME_MS = 480, 200, 220
#: Number of frames, spread over the film, from which the palette is computed.
PALETTE_FRAMES = 24


class Shot(NamedTuple):
    """An encoded picture shown for `ms` milliseconds, of a window `width` CSS pixels wide."""

    data: bytes
    ms: float
    width: float


class _Place(NamedTuple):
    start: int
    size: int
    ms: float
    width: float


class Film(AbstractContextManager["Film"]):
    """Frames in order, on disk until they are written as a `video` or a `gif`.

    A video is encoded by Playwright's own ffmpeg, if `recorder` is that, else by the system's. A GIF shows the
    rectangle `view`.
    """

    def __init__(self, video: Path | None = None, gif: Path | None = None) -> None:
        """Raise CannotCreate if the folder of a file does not exist."""
        for path in (video, gif):
            if path and not path.parent.is_dir():
                raise CannotCreate(f"{path} can't be made: there is no folder {path.parent}")
        self.video, self.gif = video, gif
        self.recorder: Path | None = None
        self.view: ScreenBox | None = None
        self._file = TemporaryFile()  # noqa: SIM115  # closed with the film
        self._places: list[_Place] = []

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, frame: "Frame") -> None:
        """Append a frame."""
        start = self._file.seek(0, io.SEEK_END)
        try:
            self._file.write(frame.data)
        except OSError:  # a full disk is no reason to stop the game
            return
        place = _Place(start, len(frame.data), frame.ms, frame.width)
        if self._places and frame.ms - self._places[-1].ms < 1000 / FRAMES_PER_S:
            place = place._replace(ms=self._places.pop().ms)
        self._places.append(place)

    def shots(self) -> Iterator[Shot]:
        """Yield the frames with their durations."""
        ends = [place.ms for place in self._places[1:]]
        ends += [self._places[-1].ms + LAST_FRAME_MS] if self._places else []
        for place, end in zip(self._places, ends, strict=True):
            self._file.seek(place.start)
            yield Shot(self._file.read(place.size), end - place.ms, place.width)


def kept(film: Film) -> Iterator[str]:
    """Write the files of `film`, and yield a line for each; raise CannotWrite if that fails.

    A GIF replaces a video that can't be made.
    """
    video, gif = film.video, film.gif
    if not film:
        if video or gif:
            yield "nothing was shown: no film is written"
        return
    program = str(film.recorder) if film.recorder else shutil.which("ffmpeg")
    failed: CannotWrite | None = None
    if video and program:
        try:
            write_video(film, video, program)
            yield f"the video is in {video}"
        except CannotWrite as error:
            failed, gif = error, gif or video.with_suffix(".gif")
    elif video:
        gif = gif or video.with_suffix(".gif")
        yield f"{gif} is made in place of {video}: a video needs ffmpeg or what `playwright install ffmpeg` brings"
    if gif:
        write_gif(film, gif)
        yield f"the GIF is in {gif}"
    if failed:
        raise failed


def write_video(film: Film, path: Path, program: str) -> None:
    """Write VP8 in WebM, encoded by `program` with the arguments that Playwright uses."""
    sizes = zip(*(_size(shot) for shot in film.shots()), strict=True)
    width, height = (side + side % 2 for side in map(max, sizes))
    fit = f"pad={width}:{height}:0:0:gray,crop={width}:{height}:0:0"
    reading = ["-loglevel", "error", "-f", "image2pipe", "-c:v", "mjpeg", "-r", str(FRAMES_PER_S), "-i", "pipe:0"]
    quality = ["-qmin", "0", "-qmax", "50", "-crf", "8", "-deadline", "realtime", "-speed", "8", "-b:v", "1M"]
    quality += ["-threads", "1"]
    command = [program, *reading, "-y", "-an", "-c:v", "vp8", *quality, "-vf", fit, "-f", "webm"]
    with atomic_file(path, private=False) as place:
        try:
            problem = _fed([*command, str(place)], _steady(film.shots()))
        except OSError as error:
            problem = f"{program} does not start: {error.strerror}"
        if problem is not None:
            raise CannotWrite(f"the video {path} can't be written: {problem}")


def _fed(command: Sequence[str], pictures: Iterable[bytes]) -> str | None:
    """Run `command` with `pictures` as its input; return its last line if it fails, else None."""
    with TemporaryFile() as errors:
        gone = suppress(BrokenPipeError)  # it ended early, and reported why
        with gone, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=errors) as made:  # noqa: S603  # our arguments
            assert made.stdin is not None
            try:
                for picture in pictures:
                    made.stdin.write(picture)
            except PlayerError:  # a signal
                made.kill()
                raise
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
        return (lines or [f"code {made.returncode}"])[-1] if made.returncode else None


def _size(shot: Shot) -> tuple[int, int]:
    with Image.open(io.BytesIO(shot.data)) as picture:
        return picture.size


def _steady(shots: Iterable[Shot]) -> Iterator[bytes]:
    """Yield the pictures of `shots` at a constant rate, repeated for their durations."""
    begun, shown = 0.0, 0
    for shot in shots:
        begun += shot.ms
        while shown < begun * FRAMES_PER_S / 1000:
            yield shot.data
            shown += 1


def write_gif(film: Film, path: Path) -> None:
    """Write the rectangle of the window to view, or all of it, with one palette; equal frames are merged."""
    shots = list(_still(film.shots()))
    samples = [_picture(shot, film.view) for shot in shots[:: -(-len(shots) // PALETTE_FRAMES)]]
    size = samples[0].size
    sheet = Image.new("RGB", (size[0], size[1] * len(samples)))
    for number, sample in enumerate(samples):
        sheet.paste(sample, (0, size[1] * number))
    colours = sheet.quantize(GIF_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)

    def drawn(shot: Shot) -> Image.Image:
        return _picture(shot, film.view).resize(size).quantize(palette=colours, dither=Image.Dither.NONE)

    others = (drawn(shot) for shot in shots[1:])
    times = [10 * round(shot.ms / 10) for shot in shots]  # a GIF counts in hundredths of a second
    with atomic_file(path, private=False) as place:
        drawn(shots[0]).save(
            place, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=True, disposal=1
        )


def _still(shots: Iterable[Shot]) -> Iterator[Shot]:
    """Yield `shots` without the short ones, whose time is added to the next."""
    held: Shot | None = None
    for shot in shots:
        if held and held.ms >= GIF_MIN_FRAME_MS:
            yield held
            held = None
        held = shot._replace(ms=held.ms + shot.ms) if held else shot
    if held:
        yield held


def _picture(shot: Shot, view: "ScreenBox | None") -> Image.Image:
    """Return the rectangle `view` of a shot, scaled down to a GIF's width."""
    with Image.open(io.BytesIO(shot.data)) as opened:
        picture = opened.convert("RGB")
    if view:
        scale = picture.width / shot.width
        left, top, width, height = (scale * side for side in view)
        picture = picture.crop((round(left), round(top), round(left + width), round(top + height)))
    picture.thumbnail((GIF_WIDTH_PX, 4 * GIF_WIDTH_PX), Image.Resampling.LANCZOS)
    return picture
