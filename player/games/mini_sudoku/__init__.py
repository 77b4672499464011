"""Mini Sudoku: n x n cells in boxes of h x w cells, where n = h * w.

Each row, column and box holds each of the numbers 1 to n once. LinkedIn's boards are 6x6 with boxes of 2 rows and 3
columns; boards with other boxes are supported.
"""

from player.games.game import Game
from player.games.mini_sudoku import board, encoding, play
from player.games.puzzlink import UrlFormat

GAME = Game.of("mini-sudoku", __name__, board, encoding, play, url=UrlFormat("sudoku", board.to_url, board.from_url))
