"""The verdict on the reading of a picture, by the board that is on it."""

import time
from dataclasses import dataclass
from typing import Literal

from player.boards.board_json import board_of
from player.errors import PlayerError
from player.proof import prove
from player.sight.picture import read
from tests.sight.pictures import Picture, is_same

Verdict = Literal["right", "refused", "caught", "wrong"]
"""Refused by the reader; caught by the proof, which finds no or several solutions; wrong if neither noticed it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on one picture, and the milliseconds that the reader took."""

    picture: Picture
    verdict: Verdict
    ms: float
    why: str = ""

    @property
    def as_wanted(self) -> bool:
        """True if the reading is right, or refused where a picture may be."""
        return self.verdict == "right" or (self.verdict != "wrong" and self.picture.may_be_refused)


def judge(picture: Picture) -> Judged:
    """Read `picture` without the name of its game."""
    data = picture.file.read_bytes()
    began = time.perf_counter()
    try:
        reading = read(data)
    except PlayerError as error:
        return Judged(picture, "refused", 1000 * (time.perf_counter() - began), str(error))
    ms = 1000 * (time.perf_counter() - began)
    if any(is_same(reading.board, board) for board in picture.boards):
        return Judged(picture, "right", ms)
    difference = f"read {reading.board}, confidence {reading.confidence:.2f}"
    if reading.game != picture.game:
        difference = f"taken for {reading.game}"
    if not _is_unique(reading.board):
        return Judged(picture, "caught", ms, difference)
    if not picture.boards and not picture.may_be_refused and reading.game == picture.game:
        return Judged(picture, "right", ms)  # its board is not known: one solution is all that can be asked for
    return Judged(picture, "wrong", ms, difference)


def _is_unique(board: dict[str, object]) -> bool:
    try:
        return bool(prove(*board_of(board)).unique)
    except PlayerError:
        return False
