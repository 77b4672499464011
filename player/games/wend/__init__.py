"""Wend: cut all letters into paths that spell words of the lengths shown. A list of words says what a word is."""

from player.games.game import Coding, Game
from player.games.wend import board, encoding, play

GAME = Game.of(
    "wend",
    __name__,
    board,
    encoding,
    play,
    relaxed_encoding=Coding(encoding.encode_relaxed, encoding.decode_relaxed, encoding.sentence),
    lists=frozenset({play.WORDS}),
    archive_keys=frozenset({"words", "paths", "ways"}),
)
