"""A toy game for the tests: Latin squares. Each row and each column of n x n cells holds each of 1 to n once."""

from player.games.game import Game, GeneratorOption
from tests.support.toy import board, encoding, play

OPEN = GeneratorOption(name="open", default=False, help="Of a Latin square: give no more than is needed.", label="open")
GAME = Game.of("latin", __name__, board, encoding, play, generator_options=(OPEN,))
