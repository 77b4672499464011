"""Queens, a Star Battle: queens on n x n cells in n regions.

Each row, column and region holds exactly one queen (in a Star Battle of k stars exactly k), and no two queens touch,
diagonally included. A region need not be connected (LinkedIn's board 336 has two that are not). Cells in no region hold
no queen; a shapeless board has such cells, and no regions to count. LinkedIn's boards have one star, and no such cells.
"""

from player.games.game import Game, GeneratorOption
from player.games.puzzlink import UrlFormat
from player.games.queens import board, encoding, play

STARS = GeneratorOption(
    name="stars",
    default=1,
    most=6,
    help="Of a Queens board: 2 to 6 are Star Battle.",
    label="{}-stars",
)
SHAPELESS = GeneratorOption(
    name="shapeless",
    default=False,
    help="Whether a Queens board has cells without a region, and no regions to count.",
    label="shapeless",
)
GAME = Game.of(
    "queens",
    __name__,
    board,
    encoding,
    play,
    url=UrlFormat("starbattle", board.to_url, board.from_url),
    generator_options=(STARS, SHAPELESS),
    rules=play.RULES,
)
