"""Patches, a Shikaku with shapes: cut the grid into rectangles with one clue each.

A clue states the shape of its rectangle (any, square, wide or tall), its number of cells, or both: neither follows from
the other.
"""

from player.games.game import Game, GeneratorOption
from player.games.patches import board, encoding, play
from player.games.puzzlink import UrlFormat

SHAPES = GeneratorOption(
    name="shapes",
    default=True,
    help="Whether a Patches board may have shapes; without them each clue is an area, as in Shikaku.",
    label="areas",
)
GAME = Game.of(
    "patches",
    __name__,
    board,
    encoding,
    play,
    url=UrlFormat("shikaku", board.to_url, board.from_url),
    generator_options=(SHAPES,),
    rules=play.RULES,
)
