"""A film of frames as a browser sent them: as a video, or as an animated picture where nothing makes videos."""

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
from player.files import whole

if TYPE_CHECKING:  # a film can be cut where there is no browser
    from player.browser.page.overlay import Box
    from player.browser.page.presentation import Frame

#: Frames in a second: of more, the latest in its time counts.
RATE = 15
#: How long the last frame lasts, in milliseconds.
LAST = 2_500

#: A GIF's width in pixels, its colours, and the least time that a frame lasts in it, in milliseconds: shorter ones are
#: on the way from one to the next.
WIDTH, COLOURS, LEAST = 480, 200, 220
#: So many frames, from all over the film, tell which colours there are.
SAMPLES = 24


class Shot(NamedTuple):
    """An encoded picture that is shown for so many milliseconds, of a window so many CSS pixels wide."""

    data: bytes
    ms: float
    width: float


class _Place(NamedTuple):
    start: int
    size: int
    ms: float
    width: float


class Film(AbstractContextManager["Film"]):
    """Frames in the order in which they came, kept on disk until they are written."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  # it goes with the film
        self._places: list[_Place] = []

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __len__(self) -> int:
        return len(self._places)

    def add(self, frame: "Frame") -> None:
        start = self._file.seek(0, io.SEEK_END)
        try:
            self._file.write(frame.data)
        except OSError:  # the disk is full: no reason to stop the game
            return
        place = _Place(start, len(frame.data), frame.ms, frame.width)
        if self._places and frame.ms - self._places[-1].ms < 1000 / RATE:
            place = place._replace(ms=self._places.pop().ms)
        self._places.append(place)

    def shots(self) -> Iterator[Shot]:
        ends = [place.ms for place in self._places[1:]]
        ends += [self._places[-1].ms + LAST] if self._places else []
        for place, end in zip(self._places, ends, strict=True):
            self._file.seek(place.start)
            yield Shot(self._file.read(place.size), end - place.ms, place.width)


def require_places(*paths: Path | None) -> None:
    """CannotCreate where there is no folder for a film."""
    for path in paths:
        if path and not path.parent.is_dir():
            raise CannotCreate(f"{path} can't be made: there is no folder {path.parent}")


def kept(film: Film, video: Path | None, gif: Path | None, view: "Box | None", own: Path | None) -> Iterator[str]:
    """Write `film` as it is wanted, and say where it is; CannotWrite where it can't be written.

    A video is made by Playwright's `own` recorder, else by the system's ffmpeg; a GIF shows what lies in `view`, and
    takes the place of a video that can't be made.
    """
    if not film:
        yield "nothing was shown: no film is written"
        return
    program = str(own) if own else shutil.which("ffmpeg")
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
        write_gif(film, gif, view)
        yield f"the GIF is in {gif}"
    if failed:
        raise failed


def write_video(film: Film, path: Path, program: str) -> None:
    """VP8 in WebM, made by `program` as Playwright makes its own videos."""
    sizes = zip(*(_size(shot) for shot in film.shots()), strict=True)
    width, height = (side + side % 2 for side in map(max, sizes))
    fit = f"pad={width}:{height}:0:0:gray,crop={width}:{height}:0:0"
    reading = ["-loglevel", "error", "-f", "image2pipe", "-c:v", "mjpeg", "-r", str(RATE), "-i", "pipe:0"]
    quality = ["-qmin", "0", "-qmax", "50", "-crf", "8", "-deadline", "realtime", "-speed", "8", "-b:v", "1M"]
    quality += ["-threads", "1"]
    command = [program, *reading, "-y", "-an", "-c:v", "vp8", *quality, "-vf", fit, "-f", "webm"]
    with whole(path, private=False) as place:
        try:
            said = _fed([*command, str(place)], _steady(film.shots()))
        except OSError as error:
            said = f"{program} does not start: {error.strerror}"
        if said is not None:
            raise CannotWrite(f"the video {path} can't be written: {said}")


def _fed(command: Sequence[str], pictures: Iterable[bytes]) -> str | None:
    """Run `command` with `pictures` as its input; what it says last where it fails, else None."""
    with TemporaryFile() as told:
        gone = suppress(BrokenPipeError)  # it ended before its time, and said why
        with gone, subprocess.Popen(command, stdin=subprocess.PIPE, stderr=told) as made:  # noqa: S603  # our arguments
            assert made.stdin is not None
            try:
                for picture in pictures:
                    made.stdin.write(picture)
            except PlayerError:  # a signal
                made.kill()
                raise
        told.seek(0)
        lines = told.read().decode(errors="replace").strip().splitlines()
        return (lines or [f"code {made.returncode}"])[-1] if made.returncode else None


def _size(shot: Shot) -> tuple[int, int]:
    with Image.open(io.BytesIO(shot.data)) as picture:
        return picture.size


def _steady(shots: Iterable[Shot]) -> Iterator[bytes]:
    """The pictures of `shots` at a steady rate, each as often as its time wants."""
    begun, shown = 0.0, 0
    for shot in shots:
        begun += shot.ms
        while shown < begun * RATE / 1000:
            yield shot.data
            shown += 1


def write_gif(film: Film, path: Path, view: "Box | None" = None) -> None:
    """What lies in `view` of the window, or all of it, in one set of colours; equal frames are one."""
    shots = list(_still(film.shots()))
    samples = [_picture(shot, view) for shot in shots[:: -(-len(shots) // SAMPLES)]]
    size = samples[0].size
    sheet = Image.new("RGB", (size[0], size[1] * len(samples)))
    for number, sample in enumerate(samples):
        sheet.paste(sample, (0, size[1] * number))
    colours = sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)

    def drawn(shot: Shot) -> Image.Image:
        return _picture(shot, view).resize(size).quantize(palette=colours, dither=Image.Dither.NONE)

    others = (drawn(shot) for shot in shots[1:])
    times = [10 * round(shot.ms / 10) for shot in shots]  # a GIF counts in hundredths of a second
    with whole(path, private=False) as place:
        drawn(shots[0]).save(
            place, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=True, disposal=1
        )


def _still(shots: Iterable[Shot]) -> Iterator[Shot]:
    """`shots` without the short ones, whose time the next one gets."""
    held: Shot | None = None
    for shot in shots:
        if held and held.ms >= LEAST:
            yield held
            held = None
        held = shot._replace(ms=held.ms + shot.ms) if held else shot
    if held:
        yield held


def _picture(shot: Shot, view: "Box | None") -> Image.Image:
    """What `view` shows of a shot, no wider than a GIF is."""
    with Image.open(io.BytesIO(shot.data)) as opened:
        picture = opened.convert("RGB")
    if view:
        scale = picture.width / shot.width
        left, top, width, height = (scale * side for side in view)
        picture = picture.crop((round(left), round(top), round(left + width), round(top + height)))
    picture.thumbnail((WIDTH, 4 * WIDTH), Image.Resampling.LANCZOS)
    return picture
