"""Patches, in the literature Shikaku with shapes: cut the grid into rectangles, each with one clue on it.

A clue says which shape its rectangle has (any, square, wide or tall), how many cells, or both: the one does not follow
from the other.
"""

from player.games.game import Game
from player.games.patches import board, encoding, play

GAME = Game("patches", __name__, board, encoding, play, summary=board.summary)
