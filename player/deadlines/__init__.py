"""Signals and deadlines, raised as exceptions in the main thread."""

from player.deadlines.watching import Watch, unbroken, watch, within

__all__ = ["Watch", "unbroken", "watch", "within"]
