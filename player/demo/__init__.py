"""Narration of a game while it is played: chapters, reasons and a pointer, on an overlay over its page."""

from player.demo.narrator import Narrator

__all__ = ["Narrator"]
