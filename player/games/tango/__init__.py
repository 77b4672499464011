"""Tango, a Binairo (Takuzu) with signs: suns and moons on n x n cells, n even.

Each row and column has as many suns as moons, and nowhere three equal symbols in a line. Two cells with an equal sign
between them have the same symbol, two with a cross have different ones.
"""

from player.games.game import Game
from player.games.tango import board, encoding, play

GAME = Game("tango", __name__, board, encoding, play, summary=board.summary)
