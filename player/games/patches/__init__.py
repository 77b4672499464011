"""Patches, a Shikaku with shapes: cut the grid into rectangles with one clue each.

A clue states the shape of its rectangle (any, square, wide or tall), its number of cells, or both: neither follows from
the other.
"""

from player.games.game import Game
from player.games.patches import board, encoding, play

GAME = Game("patches", __name__, board, encoding, play, summary=board.summary)
