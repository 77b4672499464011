"""Narration of a game while it is played: chapters, reasons and a pointer, on an overlay over its page."""
