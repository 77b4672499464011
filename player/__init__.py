"""Plays LinkedIn's daily logic games end to end. The walk is in `player.play`; start reading there."""

__version__ = "0.1.0"
#: The name of the environment variable with the file of words that takes the place of the lists for each language. It
#: stands here because `--help` shows it, and imports little.
WORDS_VARIABLE = "PLAYER_WORDS"
