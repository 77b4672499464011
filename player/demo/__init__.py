"""A game told while it is played: chapters, reasons, and a pointer, on the overlay over its page."""

from player.demo.narrator import Narrator

__all__ = ["Narrator"]
