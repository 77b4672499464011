"""Simple Loop: one loop through all cells that are not shaded, from neighbour to neighbour."""

from player.games.game import Coding, Game
from player.games.puzzlink import UrlFormat
from player.games.simple_loop import board, encoding, play

GAME = Game.of(
    "simple-loop",
    __name__,
    board,
    encoding,
    play,
    complete_encoding=Coding(encoding.encode_whole, encoding.decode, encoding.sentence),
    url=UrlFormat("simpleloop", board.to_url, board.from_url),
)
