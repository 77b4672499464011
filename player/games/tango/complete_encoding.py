"""The complete encoding of Tango: that of `encoding`, which states beforehand that lines differ, however large."""

from player.games.tango.board import Board
from player.games.tango.encoding import decode, encode_whole, sentence
from player.sat.cnf import CNF


def encode(board: Board) -> CNF:
    """Return the formula of `encoding`, with a clause in place of each cut."""
    return encode_whole(board)


__all__ = ["decode", "encode", "sentence"]
