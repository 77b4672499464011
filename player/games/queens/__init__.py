"""Queens, a Star Battle: queens on n x n cells in n regions.

Each row, column and region holds exactly one queen (in a Star Battle of k stars exactly k), and no two queens touch,
diagonally included. A region need not be connected (LinkedIn's board 336 has two that are not). The site's boards have
one star.
"""

from player.games.game import Game, GeneratorOption
from player.games.queens import board, encoding, play

STARS = GeneratorOption(
    name="stars",
    default=1,
    most=3,
    help="Of a Queens board: 2 or 3 are Star Battle.",
    label="{}-stars",
    kind="of {} stars",
)
GAME = Game(
    "queens",
    __name__,
    board,
    encoding,
    play,
    summary=board.summary,
    obvious=encoding.obvious,
    generator_options=(STARS,),
)
