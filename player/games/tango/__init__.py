"""Tango, a Binairo (Takuzu) with signs: suns and moons on n x n cells, n even.

Each row and column has as many suns as moons, and nowhere three equal symbols in a line. Two cells with an equal sign
between them have the same symbol, two with a cross have different ones. On a distinct board, as in Binairo without
signs, all rows differ, and all columns.
"""

from player.games.game import Coding, Game, GeneratorOption
from player.games.tango import board, encoding, play

DISTINCT = GeneratorOption(
    name="distinct",
    default=False,
    help="Whether all rows and all columns of a Tango board differ; such boards have no signs, as Binairo.",
    label="distinct",
)
GAME = Game.of(
    "tango",
    __name__,
    board,
    encoding,
    play,
    complete_encoding=Coding(encoding.encode_whole, encoding.decode, encoding.sentence),
    generator_options=(DISTINCT,),
    rules=play.RULES,
)
