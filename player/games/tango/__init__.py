"""Tango: Binairo (Takuzu) with signs, suns and moons on n x n cells, n even.

Each row and column has as many suns as moons, and nowhere three alike in line. Two cells with an equal sign between
them are alike, two with a cross between them are not.
"""

from player.games.game import Game
from player.games.tango import board, encoding, play

GAME = Game("tango", __name__, board, encoding, play, summary=board.summary)
