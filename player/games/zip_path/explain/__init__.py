"""Explanations of Zip.

A name is a pair of neighbours: the path runs between them. The premises are the walls, and the numbers between the
first and the last. That the path fills the grid from the first number to the last is the general rule that no step has
to name.
"""

from player.games.zip_path.explain.reasons import Number, Reasons

__all__ = ["Number", "Reasons"]
