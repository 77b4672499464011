"""Pictures of boards: from the bytes of a file, or from pixels, to a reading.

A game that can be read from pictures has a module `sight.py` with two functions of a `Sheet`: `fit` returns how much
the sheet looks like one of its boards, from 0 to 1; `read` returns the board in the public format, and the player's
marks as `Reading.progress` has them, or raises BoardError; it counts each margin. `lattices`, which it may have, yields
more lattices in a picture than its lines show.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from time import thread_time
from typing import TYPE_CHECKING

from player.errors import BoardError
from player.games import GAMES, Game, title_of
from player.sight.reading import LEAST_PIXELS, Grid, Margins, NoBoard, Reading, decoded, require_installed

if TYPE_CHECKING:
    from player.sight.sheet import Image, Sheet

#: The most seconds of computing for the search in one picture, after which it is refused; other programs' time does not
#: count. Decoding a large file takes from it what is beyond so many seconds, but the search has so many at least.
LIMIT, DECODING, LEAST_LIMIT = 0.7, 0.15, 0.25
#: The least fit of a game to be tried, and by how much it must be ahead of the next one.
LEAST, AHEAD = 0.5, 0.04
#: The confidence from which on no mouse pointer is looked for: one that lies on a figure makes that doubtful.
SURE = 0.75


def read(data: bytes, game: str | None = None) -> Reading:
    """Return the board in a picture: the bytes of a PNG, JPEG or WebP file.

    The game is recognised unless it is named. Raise BoardError if there is no board in the picture, or a doubtful one,
    and NotInstalled without the extra `sight`.
    """
    start = thread_time()
    pixels = decoded(data)
    late = max(thread_time() - start - DECODING, 0.0)
    return read_pixels(pixels, game, max(LIMIT - late, LEAST_LIMIT))


def read_pixels(pixels: "Image", game: str | None = None, limit: float = LIMIT) -> Reading:
    """Return the board in a picture: an array of rows x columns x 3 bytes, blue, green, red. Raise as `read` does."""
    require_installed()
    from player.sight.find import boards  # noqa: PLC0415  # of the extra

    until, refused, area = thread_time() + limit, None, 0.0
    wanted = [GAMES[game]] if game else [one for one in GAMES.values() if one.has("sight")]
    own = [one.sight.lattices for one in wanted if hasattr(one.sight, "lattices")]
    others = (grid for finder in own if thread_time() < until for grid in finder(pixels))
    for grid in chain(boards(pixels, until), others):
        if grid.area > 1.1 * area:  # a part of a board that was refused proves nothing
            result = _read_one(pixels, grid, wanted)
            if isinstance(result, Reading):
                return result
            if result:
                refused, area = result, grid.area
        if thread_time() > until:
            break
    if refused:
        raise refused
    late = f" in {limit:.1g} s" if thread_time() > until else ""
    raise NoBoard(f"no board of {'a game that is supported' if game is None else game} was found in the picture{late}")


def read_at(pixels: "Image", grid: Grid, game: str) -> Reading:
    """Return the board of `game` whose cells lie on `grid`; raise BoardError if another one is there, or doubtful."""
    require_installed()
    from player.sight.sheet import Sheet  # noqa: PLC0415  # of the extra

    sheet = Sheet(pixels, grid)
    if GAMES[game].sight.fit(sheet) < LEAST:
        raise NoBoard(f"no board of {title_of(game)} is at that place of the picture")
    return _reading(GAMES[game], sheet)


def grids(pixels: "Image", limit: float) -> Iterator[Grid]:
    """Yield the lattices in a picture that may be boards, the likeliest first, for `limit` seconds of computing."""
    from player.sight.find import boards  # noqa: PLC0415  # of the extra

    return boards(pixels, thread_time() + limit)


def part_of(pixels: "Image", box: Sequence[float]) -> "tuple[Image, tuple[int, int]] | None":
    """Return the part of a picture within a box of left, top, right and bottom, and its own left and top.

    None if hardly any of the box lies in the picture.
    """
    high, wide = pixels.shape[:2]
    left, top = (max(round(side), 0) for side in box[:2])
    right, bottom = min(round(box[2]), wide), min(round(box[3]), high)
    return None if min(right - left, bottom - top) < LEAST_PIXELS else (pixels[top:bottom, left:right], (left, top))


def shown(pixels: "Image", words: Collection[str]) -> list[str]:
    """Return those of `words` that a picture shows, each by itself on a line: in capitals, if it is written in them, or
    else in any letters.
    """
    from player.sight import glyphs  # noqa: PLC0415  # of the extra

    there, others = {*glyphs.shown(pixels, words)}, [word for word in words if not word.isupper()]
    if others:
        from player.sight.words import alone  # noqa: PLC0415  # of the extra

        there = there.union(*(alone(contrast, others) for contrast in glyphs.contrasts_of(pixels)))
    return [word for word in words if word in there]


def _read_one(pixels: "Image", grid: Grid, games: list[Game]) -> Reading | BoardError | None:
    """Return the reading of the board on a lattice, or why it is refused; None if it looks like no game's board."""
    from player.sight.arrow import arrow, without  # noqa: PLC0415  # of the extra
    from player.sight.sheet import Sheet  # noqa: PLC0415

    sheet = Sheet(pixels, grid)
    result = _judged(sheet, games)
    if result is None or (isinstance(result, Reading) and result.confidence >= SURE):
        return result
    if (mask := arrow(pixels, grid)) is None:
        return result
    if (clean := without(pixels, sheet, mask)) is None:
        why = f": {result}" if isinstance(result, BoardError) else ""
        return BoardError(f"the mouse pointer covers a part of the board in the picture{why}")
    return _judged(Sheet(clean, grid), games)


def _judged(sheet: "Sheet", games: list[Game]) -> Reading | BoardError | None:
    """Return the reading of a sheet, or why it is refused; None if it looks like no game's board."""
    fits = sorted(((game.sight.fit(sheet), game.name) for game in games), reverse=True)
    if fits[0][0] < LEAST:
        return None
    if len(fits) > 1 and fits[1][0] >= LEAST and fits[0][0] - fits[1][0] < AHEAD:
        return BoardError(f"the picture may show {fits[0][1]} or {fits[1][1]}: name the game")
    try:
        return _reading(GAMES[fits[0][1]], sheet)
    except BoardError as error:
        return error


def _reading(game: Game, sheet: "Sheet") -> Reading:
    margins = Margins()
    data, progress = game.sight.read(sheet, margins)
    board = game.board.to_json(game.board.from_json(data))
    confidence = round(margins.least * min(1.0, sheet.grid.quality / 0.95), 3)
    return Reading(game.name, board, confidence, sheet.grid, progress)
