"""Plays LinkedIn's daily logic games end to end. The walk is in `player.play`; start reading there."""

__version__ = "0.1.0"
