"""A page that is played by sight: its board and marks are read from pictures, all else from the document."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from player.browser.page.inputs import BY_BUTTONS
from player.browser.page.messages import LOOK, parse_surroundings
from player.browser.page.observation import (
    BoardSeen,
    CrampedBoardSeen,
    NothingSeen,
    Observation,
    OverlaySeen,
    Point,
    StartSeen,
    Verdict,
    What,
    WinSeen,
)
from player.browser.page.page_reader import SLOW_AFTER_MS, PageReader, lines
from player.browser.selectors.controls import SHADED
from player.errors import BoardError, PageNotUnderstood
from player.games import Game
from player.games.grid import cells
from player.games.snapshot import Value
from player.sight.picture import grids, part_of, read_at, read_pixels, shown
from player.sight.reading import Grid, NoBoard, Reading, decoded, require_installed
from player.sight.tracker import Known, is_shown, snapshot

if TYPE_CHECKING:
    from player.sight.sheet import Image

#: The pause between two pictures, in milliseconds; the seconds of computing for the search in one, and those that are
#: left at least for the whole of it, after its parts.
PAUSE_MS, SEARCH_S, LEAST_SEARCH_S = 40, 1.0, 0.5
#: The seconds for which a board may be refused before it is looked for in pictures with all pixels of the screen, and
#: before one beside a sign of a win counts as covered, as by a dialog.
REFUSED_S = 1.0
UNDER_SHADE = "a shade lies on the board"
UNCAPTURED = "the page can't be captured"
#: How far the lines of a grid may have moved, in pixels, to count as those that were there.
STILL = 1.0
#: What the document may show where the picture shows a board.
_BOARDS = BoardSeen | NothingSeen | CrampedBoardSeen


class PictureReader:
    """The pictures of one game's page.

    `refusal` says why the last picture shows no board; it is empty if it shows one.
    """

    def __init__(self, game: Game, reader: PageReader) -> None:
        """`reader` is the one of the document."""
        require_installed()
        game.sight  # noqa: B018  # raises if it is not read from pictures
        self._game, self._reader = game, reader
        self._tab, self._times = reader.tab, reader.times
        pages = reader.game.pages.values()
        self._fields = sorted({name for page in pages for name in page.read})
        self._known: Known | None = None
        self._grid: Grid | None = None
        # The pixels of a picture for each CSS pixel, and whether pictures have all that the screen has.
        self._ratio, self._is_sharp = 1.0, False
        signs = [sign for page in pages for sign in page.won if sign.picture]
        self._signs = {str(sign.picture): Verdict(sign.proves) for sign in signs}
        self._enters = any({*BY_BUTTONS} & {*page.enter} and page.buttons is None for page in pages)
        self._pads: tuple[Grid, dict[str, Point]] | None = None
        self.refusal = ""

    def forget(self) -> None:
        """Drop what was seen, before a navigation."""
        self._known = self._grid = None
        self.refusal = ""

    def now(self, **ask: Any) -> Observation:
        """Observe the page as it is now."""
        beside = self._beside(**ask)
        if isinstance(beside, BoardSeen | NothingSeen):
            return self._board(beside, **_how(ask)) or _nothing(beside)
        return beside

    def recognised(self, game: str | None) -> str:
        """Return the game whose board a picture of the page shows: `game`, or any one if it is None.

        Raise BoardError if there is none, or a doubtful one.
        """
        beside, pixels = self._beside(), self._taken()
        if pixels is None:
            raise NoBoard(UNCAPTURED)
        try:
            return self._searched(pixels, beside, game).game
        except BoardError:
            if not self._sharpen():
                raise
            return self.recognised(game)

    def wait(
        self,
        timeout: float,
        final: Callable[[float], bool] | None = None,
        slow: Callable[[float], None] | None = None,
        **ask: Any,
    ) -> Observation | None:
        """Return the first observation that answers `ask`; None after `timeout` milliseconds.

        A board counts when two pictures agree, or when it shows the marks that are expected. While something hides it,
        marks are waited for longer. `final` and `slow` are those of `PageReader.wait`.
        """
        began, last, refused, since = perf_counter(), None, "", 0.0
        expect: Mapping[str, Any] | None = ask.get("expect")
        while (spent := 1000 * (perf_counter() - began)) < timeout + (self._hidden if expect else 0):
            if slow and spent > SLOW_AFTER_MS:
                slow(timeout - spent)
                slow = None
            beside = self._beside(**ask)
            if isinstance(beside, CrampedBoardSeen) and self._reader.enlarge(beside.window):
                continue
            ends = What.GRID not in ask["until"] or What.LOST in ask["until"]  # after the last move
            if What.WON in ask["until"] and ends and (sign := self._sign()):
                return WinSeen(sign=sign, paths=beside.paths)
            if beside.what in ask["until"] and _name(beside) != ask.get("clicked") and not isinstance(beside, _BOARDS):
                return beside
            if What.GRID in ask["until"] and isinstance(beside, BoardSeen | NothingSeen):
                seen = self._board(beside, **_how(ask))
                place = seen and (seen.snapshot, seen.points)
                if seen and (self._meets(seen, expect) if expect else place == last):
                    return seen
                last = place
                if self.refusal != refused:
                    refused, since = self.refusal, perf_counter()
                elif refused and self._is_hopeless(perf_counter() - since, final, **ask):
                    return None
            self._tab.world.rest(PAUSE_MS)
        return None

    def _is_hopeless(self, seconds: float, final: Callable[[float], bool] | None, **ask: Any) -> bool:
        """Return whether a board that was refused for so long is waited for no more, as a sign of a win is there.

        It is looked for in sharper pictures first. Raise PageNotUnderstood if the refusal is `final`.
        """
        if seconds > REFUSED_S and self._sharpen():
            return False
        if final and final(1000 * seconds):
            raise PageNotUnderstood(self.why)
        is_won = _how(ask)["won"] or (self.refusal == UNDER_SHADE and SHADED in self._signs)
        return is_won and seconds > REFUSED_S

    @property
    def _hidden(self) -> float:
        """The milliseconds for which marks are waited for longer: something hides the board."""
        return self._times.quiet if self.refusal else 0

    @property
    def why(self) -> str:
        """The message about a page whose pictures show no board."""
        return f"no board of {self._game.title} can be read from a picture of the page: {self.refusal}"

    # The document

    def _beside(self, **ask: Any) -> Observation:
        """Return what the document shows: a board of it counts for its place only."""
        asked = {**self._reader.request, **ask, "sight": True, "elsewhere": self._fields}
        for name in ("until", "coming"):
            asked.pop(name, None)
        text = self._tab.world.answer(LOOK, asked, self._times.response)
        return parse_surroundings(text)

    # The pictures

    def _board(self, beside: BoardSeen | NothingSeen, *, arriving: bool, won: bool) -> BoardSeen | None:
        """Return the board that a picture shows now; None if it shows none, and set `refusal`."""
        pixels = self._taken()
        if pixels is None:
            self.refusal = UNCAPTURED
            return None
        try:
            marks = self._read(pixels, beside, arriving=arriving, won=won)
            assert self._known is not None
            assert self._grid is not None
            seen = snapshot(self._game, self._known.board, marks)
        except NoBoard:
            self.refusal = "it shows none"
            return None
        except BoardError as error:
            self.refusal = str(error)
            return None
        self.refusal = ""
        rows, cols = self._known.board.shape
        grid = self._grid.scaled(1 / self._ratio)
        points = tuple(Point(*grid.middle(at), free=True) for at in cells(rows, cols))
        if isinstance(beside, BoardSeen) and (beside.snapshot.rows, beside.snapshot.cols) == (rows, cols):
            points = tuple(at._replace(free=there.free) for at, there in zip(points, beside.points, strict=True))
        return BoardSeen(
            snapshot=seen,
            points=points,
            buttons=beside.buttons or self._pad(pixels),
            generation=beside.generation,
            paths=beside.paths,
            counts=beside.counts,
            account=beside.account,
        )

    def _pad(self, pixels: "Image") -> dict[str, Point]:
        """Return the places of the digits beside the board in the picture, if a section enters by them."""
        if not self._enters or self._grid is None:
            return {}
        if self._pads is None or self._pads[0] != self._grid:
            from player.sight.glyphs import keypad  # noqa: PLC0415  # of the extra

            found = keypad(pixels, self._grid.rows, self._grid.corners)
            by = self._ratio
            self._pads = self._grid, {label: Point(x / by, y / by, free=True) for label, (x, y) in found.items()}
        return self._pads[1]

    def _taken(self) -> "Image | None":
        """Return a picture of the page, with `_ratio` pixels for each CSS pixel; None if it can't be captured."""
        data = self._reader.screenshot(plain=not self._is_sharp)
        return decoded(data) if data else None

    def _sharpen(self) -> bool:
        """Take pictures with all pixels of the screen from now on; return whether it has more than those had.

        A board that is known is not read anew.
        """
        if self._known or self._is_sharp:
            return False
        plain, whole = self._taken(), self._reader.screenshot()
        if plain is None or whole is None:
            return False
        self._is_sharp, self._ratio = True, decoded(whole).shape[1] / plain.shape[1]
        return self._ratio > 1

    def _sign(self) -> Verdict | None:
        """Return the sign of a win that a picture shows now."""
        return next((self._signs[sign] for sign in self.signs(self._signs)), None)

    def signs(self, among: Collection[str]) -> list[str]:
        """Return which words a picture shows now, or that a shade lies on the board: `SHADED`."""
        pixels = self._taken() if among else None
        if pixels is None:
            return []
        found = shown(pixels, [word for word in among if word != SHADED])
        is_shaded = SHADED in among and self._known and self._grid and self._known.is_shaded(pixels, self._grid)
        return [*found, *([SHADED] if is_shaded else [])]

    def _read(self, pixels: "Image", beside: BoardSeen | NothingSeen, *, arriving: bool, won: bool) -> list[Value]:
        """Return the marks on the board, which is read anew on arrival, and if it is not the known one any more.

        What a page that is `won` puts over its board is not searched for another one.
        """
        if self._known and not arriving:
            places = self._places(pixels, beside)
            # The search takes long: a page that is just won is asked for its sign first.
            found = self._known.found_in(pixels, places if self.refusal and not won else islice(places, 1))
            if found:
                self._grid, marks = found
                return marks
            if won or not self.refusal:
                raise BoardError("it is not where it was")
        reading = self._reading(pixels, beside)
        if self._known and not arriving and (painted := self._known.painted_anew(reading, pixels)):
            self._grid = _kept(self._grid, reading.grid)
            return painted
        if self._known and not arriving and self._grid and self._known.is_shaded(pixels, self._grid):
            raise BoardError(UNDER_SHADE)
        if self._known is None:  # a word that is there before the first move tells of no win
            there = shown(pixels, self._signs)
            self._signs = {word: sign for word, sign in self._signs.items() if word not in there}
        self._known, self._grid = Known.first(reading, pixels), _kept(self._grid, reading.grid)
        return [*self._known.marks]

    def _reading(self, pixels: "Image", beside: BoardSeen | NothingSeen) -> Reading:
        """Return a reading of the picture: where the board may be by what is known, or where one is found."""
        for grid in self._places(pixels, beside):
            with suppress(BoardError):
                return read_at(pixels, grid, self._game.name)
        return self._searched(pixels, beside, self._game.name)

    def _searched(self, pixels: "Image", beside: Observation, game: str | None) -> Reading:
        """Return a reading of the board of `game`, or of any, where one is found.

        What is around an element that may show a board is no part of it: a pattern there may pass for lines.
        """
        until = thread_time() + SEARCH_S
        for part, corner in self._surfaces(pixels, beside):
            with suppress(NoBoard):
                reading = read_pixels(part, game, until - thread_time())
                return replace(reading, grid=reading.grid.moved(*corner))
        return read_pixels(pixels, game, max(until - thread_time(), LEAST_SEARCH_S))

    def _surfaces(self, pixels: "Image", beside: Observation) -> "list[tuple[Image, tuple[int, int]]]":
        """Return the parts of the picture that may show a board, with their left and top."""
        boxes = beside.surfaces if isinstance(beside, NothingSeen) else ()
        places = [[self._ratio * side for side in box] for box in boxes]
        return [found for place in places if (found := part_of(pixels, place))]

    def _places(self, pixels: "Image", beside: BoardSeen | NothingSeen) -> Iterator[Grid]:
        """Yield where the board may be: where it was, where the document has it, and where a known one would fit."""
        there = lines(beside) if isinstance(beside, BoardSeen) else None
        yield from (grid for grid in (self._grid, there and there.scaled(self._ratio)) if grid is not None)
        if self._known:
            shape, until = self._known.board.shape, thread_time() + SEARCH_S
            for part, corner in [*self._surfaces(pixels, beside), (pixels, (0, 0))]:
                found = grids(part, until - thread_time())
                yield from (grid.moved(*corner) for grid in found if grid.shape == shape)

    def _meets(self, look: BoardSeen, expect: Mapping[str, Any]) -> bool:
        """Return whether the board shows what is expected."""
        for index, value in expect["cells"]:
            if not is_shown(self._game, value, look.snapshot.cells[index].get(expect["field"])):
                return False
        beside = look.snapshot.beside
        return all(sum(item.done for item in beside[name]) >= least for name, least in expect["done"].items())


def _how(ask: Mapping[str, Any]) -> dict[str, bool]:
    """Return how a board is looked for: on arrival, or beside a sign of a win."""
    return {"arriving": bool(ask.get("arriving")), "won": "refuted" in ask}


def _kept(before: Grid | None, now: Grid) -> Grid:
    """Return the lines as they were, if they did not move: so equal points stay equal."""
    if before is None or before.shape != now.shape:
        return now
    pairs = [*zip(before.across, now.across, strict=True), *zip(before.down, now.down, strict=True)]
    return before if all(abs(a - b) <= STILL for a, b in pairs) else now


def _nothing(beside: Observation) -> NothingSeen:
    return NothingSeen(generation=beside.generation, paths=beside.paths, counts=beside.counts, account=beside.account)


def _name(look: Observation) -> str:
    """Return the name of a control to click, as in js/look.js."""
    if isinstance(look, OverlaySeen):
        return look.name
    return f"{look.what} {look.step}" if isinstance(look, StartSeen) else look.what
