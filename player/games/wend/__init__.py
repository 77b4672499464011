"""Wend: cut all letters into paths that spell words of the lengths shown. A list of words says what a word is."""

from player.games.game import Game
from player.games.wend import board, candidates, encoding, play, unlisted
from player.games.wend.claim import claim

GAME = Game(
    "wend",
    __name__,
    board,
    encoding,
    play,
    load=candidates.load,
    relaxed_encoding=unlisted,
    claim=claim,
    summary=board.summary,
    learn=play.learn,
    done=play.done,
    lists=frozenset({play.WORDS}),
    archive_keys=frozenset({"words", "paths", "ways"}),
)
