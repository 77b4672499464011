"""Zip: a Hamiltonian path that meets the numbers 1..K in order, starts on 1, ends on K, and crosses no wall."""

from player.games.game import Game, GeneratorOption
from player.games.zip_path import board, complete_encoding, encoding, play

WALLS = GeneratorOption(name="walls", default=True, help="Whether a Zip board may have walls.", label="open")
GAME = Game.of("zip", __name__, board, encoding, play, complete_encoding=complete_encoding, generator_options=(WALLS,))
