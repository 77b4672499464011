"""Evidence of a run: files for each game, and a run.zip that replays the games that were not won.

A failed write does not change a verdict, except that exit code 0 becomes 74.
"""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from player.browser import redaction
from player.certificates.checker.folder import FILES, MANIFEST
from player.errors import NOT_CONFIRMED, WON, BoardError, CannotCreate, CannotWrite, PageNotUnderstood
from player.errors import trace as show_trace
from player.files import closed_folder, new, os_errors
from player.games import GAMES, Game, title_of
from player.games.moves import Enter, Move, Tap
from player.playing.cross_check import CrossCheck
from player.playing.result import Result
from player.render.scene import scene
from player.secrets.values import Clean, Secrets, mapped
from player.sight.witness import WitnessVerdict

if TYPE_CHECKING:
    from player.browser.page.game_page import GamePage
    from player.browser.page.page_reader import PageCapture
    from player.browser.selectors.schema import SiteSelectors

SCHEMA = 1
#: All file names of a game's evidence; files of an earlier run with these names are removed.
NAMES = (
    "result.json",
    "board.json",
    "snapshot.json",
    "plan.json",
    "page.html",
    "final.png",
    "both.png",
    "trace.zip",
    "doctor.json",
    MANIFEST,
    *FILES,
)

#: Exit codes that may have to do with the selectors, and leave a page that still answers.
PAGE_AT_FAULT = {NOT_CONFIRMED, BoardError.exit_code, PageNotUnderstood.exit_code}


@dataclass(slots=True)
class Evidence:
    """The evidence in `folder`, which exists. If `private`, pages may show a name: they are played with a session.

    `site` holds the selectors for the doctor. `notes` are lines for the user at the end of the run.
    """

    folder: Path
    secrets: Secrets = field(default_factory=Secrets)
    private: bool = False
    site: "SiteSelectors | None" = None
    notes: list[str] = field(default_factory=list)
    certify: bool = False
    """True if the certificate of each board is kept."""
    _before: "dict[str, PageCapture]" = field(default_factory=dict)
    _lost: dict[str, bytes] = field(default_factory=dict)
    _games: dict[str, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.site:
            self.secrets |= Secrets(patterns=tuple(self.site.secrets))

    def remember(self, game: str, page: "GamePage") -> None:
        """Capture the page before the moves: at the end it may show no board."""
        if kept := page.reader.capture():
            self._before[game] = kept

    def keep(
        self, result: Result, record: Mapping[str, Any], page: "GamePage | None", trace: Callable[[], bytes | None]
    ) -> list[str]:
        """Write the evidence of a game; return the names of the files.

        `record` is its record, `trace` ends its trace. If the game was tried before, only this try counts.
        """
        files: dict[str, bytes] = {}
        self._lost = {name: content for name, content in self._lost.items() if name.split("/")[0] != result.game}
        self._games.pop(result.game, None)
        try:
            for name, content in self._files(result, record, page, trace):
                if self.secrets.are_in(name, content):
                    self.notes.append(f"{result.game}/{name} was not kept: it held a value of the session")
                else:
                    files[name] = content
        except Exception as error:  # noqa: BLE001  # the page may be gone or hang: save what there is
            self.notes.append(f"not all of {title_of(result.game)} was kept: {str(error).partition(chr(10))[0]}")
            show_trace(error)
        self._before.pop(result.game, None)
        if result.outcome not in WON:
            self._lost |= {f"{result.game}/{name}": content for name, content in files.items()}
        try:
            folder = closed_folder(self.folder / result.game)
            for name in {*NAMES, *files}:
                (folder / name).unlink(missing_ok=True)
            for name, content in files.items():
                new(folder / name, content)
        except OSError as error:
            result.exit = result.exit or CannotWrite.exit_code
            result.message = result.message or f"the evidence can't be written: {error.strerror}"
            return []
        return [f"{result.game}/{name}" for name in files]

    def _files(
        self, result: Result, record: Mapping[str, Any], page: "GamePage | None", trace: Callable[[], bytes | None]
    ) -> Iterator[tuple[str, bytes]]:
        won = result.outcome in WON
        yield "result.json", self.secrets.clean_json("result.json", record, indent=2)
        if result.board is not None:
            yield "board.json", self.secrets.clean_json("board.json", GAMES[result.game].board.to_json(result.board))
            if self.certify:
                yield from self._certificate(result).items()
        if not won:
            self._games[result.game] = {"outcome": result.outcome, "exit": result.exit, "generation": result.generation}
            yield from ((name, self.secrets.clean_json(name, thought)) for name, thought in _thoughts(result))
        if page is not None:
            kept = page.reader.capture() if self.private or not won else None
            if not won:
                yield from self._page(result, kept)
            silent = kept is None and not won
            if not silent and (picture := self._picture(page, kept)):
                yield "final.png", picture
        if result.sight and result.sight.verdict is WitnessVerdict.DIFFERS:
            both = side_by_side(GAMES[result.game], result.board, result.sight)
            yield from [("both.png", both)] if both else []
        recorded = trace()
        if recorded and not won:
            yield "trace.zip", self.secrets.clean("trace.zip", lambda clean: self._trace(recorded, clean))
        if page is not None and self.site and result.exit in PAGE_AT_FAULT:
            from player.doctor.diagnosis import diagnose  # noqa: PLC0415  # most pages need no doctor

            problem = str(result.error) if isinstance(result.error, PageNotUnderstood) else ""
            report = diagnose(result.game, page, self.site, problem)
            yield "doctor.json", self.secrets.clean_json("doctor.json", asdict(report), indent=2)

    def _trace(self, recorded: bytes, clean: Clean) -> bytes:
        return redaction.trace(recorded, pictures=not self.private, clean=lambda line: mapped(line, clean))

    def _certificate(self, result: Result) -> dict[str, bytes]:
        """Return the files of the board's certificate; none, with a note, if it has no only solution."""
        from player.certificates.writing import of_page  # noqa: PLC0415  # loaded when it is asked for

        try:
            return of_page(GAMES[result.game], result.board, f"{result.game} of a page")
        except BoardError as error:
            self.notes.append(f"{title_of(result.game)} has no certificate: {error}")
            return {}

    def _page(self, result: Result, kept: "PageCapture | None") -> Iterator[tuple[str, bytes]]:
        """Yield the page with the board, as it is at the end, or as it was before the moves."""
        if kept is None or kept.box is None:
            kept = self._before.get(result.game, kept)
        if kept:
            self._games[result.game] |= {"path": kept.path, "generation": kept.generation or result.generation}
            html = kept.html
            yield "page.html", self.secrets.clean("page.html", lambda clean: redaction.page(html, clean).encode())

    def _picture(self, page: "GamePage", kept: "PageCapture | None") -> bytes | None:
        """Return a screenshot of the page; with a session, only of its grid."""
        if not self.private:
            return page.reader.screenshot()
        return page.reader.screenshot(kept.box) if kept and kept.box else None

    def pack(self, about: Mapping[str, Any]) -> str | None:
        """Pack the games that were not won into a new run.zip; return its name, or None if there are none."""
        if not self._lost:
            return None
        about_run = self.secrets.clean_json("run.json", {"schema": SCHEMA, **about, "games": self._games}, indent=2)
        late = {name for name, content in self._lost.items() if self.secrets.are_in(name, content)}
        self.notes += [f"{name} was not packed: it held a value of the session" for name in sorted(late)]
        content = packed({"run.json": about_run, **{name: self._lost[name] for name in self._lost if name not in late}})
        if self.secrets.are_in("run.zip", content):
            self.notes.append("run.zip was not kept: it held a value of the session")
            return None
        try:
            path = _write_new(self.folder, content)
        except OSError as error:
            self.notes.append(f"run.zip can't be written: {error.strerror}")
            return None
        pages = any("path" in game for game in self._games.values())
        self.notes.append(f"what was seen is in {path}" + (f": type `player replay {path}`" if pages else ""))
        return path.name


def _thoughts(result: Result) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the board that was read, and the planned moves."""
    if result.snapshot is None:
        return
    read = {"game": result.game, **result.snapshot.to_json(), "chosen": result.chosen}
    yield "snapshot.json", read
    if result.plan:
        game = GAMES[result.game]
        start = game.shown(result.board, game.play.state(result.snapshot))
        plan = {"game": result.game, game.play.MARK: list(start), "moves": [_move_json(move) for move in result.plan]}
        yield "plan.json", plan


def _move_json(move: Move) -> dict[str, Any]:
    if isinstance(move, Tap):
        return {"tap": list(move.cell)}
    if isinstance(move, Enter):
        return {"enter": move.text, "cell": list(move.cell)}
    return {type(move).__name__.lower(): [list(cell) for cell in move.cells]}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip of `files`, by name."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def _write_new(folder: Path, content: bytes) -> Path:
    for number in count(1):
        path = folder / ("run.zip" if number == 1 else f"run-{number}.zip")
        with suppress(FileExistsError):
            new(path, content)
            return path
    raise AssertionError("there is always a next number")


def make_artifacts(folder: Path) -> Path:
    """Create the folder for evidence, readable only by its owner: screenshots can show a name."""
    with os_errors(CannotCreate, f"the artifacts folder {folder} can't be made"):
        return closed_folder(folder)


# Two boards side by side where a picture of a page and its markup differ


#: The colour and the width in pixels of the frame around a place that differs, and the paper between the boards.
FRAME, WIDTH, PAPER, GAP = "#d00000", 3, "white", 24


def side_by_side(game: Game, board: Any, check: CrossCheck) -> bytes | None:
    """Return a PNG: on the left the picture of the page, on the right the board that was read; None without a picture.

    The cells that differ have a frame in both.
    """
    if check.picture is None:
        return None
    from PIL import Image, ImageDraw  # noqa: PLC0415  # only where the two differ

    from player.render.png import image  # noqa: PLC0415

    places = dict.fromkeys(at for one in check.statement.differences for at in one.cells)
    with Image.open(io.BytesIO(check.picture.data)) as picture:
        left = picture.convert("RGB")
    pen = ImageDraw.Draw(left)
    for at in places:
        pen.rectangle([round(side) for side in check.picture.grid.box(at)], outline=FRAME, width=WIDTH)
    right = image(scene(game, board, lit=places))
    right = right.resize((round(right.width * left.height / right.height), left.height))
    both = Image.new("RGB", (left.width + GAP + right.width, left.height), PAPER)
    both.paste(left, (0, 0))
    both.paste(right, (left.width + GAP, 0))
    out = io.BytesIO()
    both.save(out, "PNG", optimize=True)
    return out.getvalue()
