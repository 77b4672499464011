"""Marks and inputs by experiment: single inputs on cells whose final values the proof knows."""

from collections.abc import Iterator

from player.doctor.learn.change import Change
from player.doctor.learn.digits import learn_digits
from player.doctor.learn.lab import Lab
from player.doctor.learn.lines import learn_lines
from player.doctor.learn.taps import learn_taps
from player.errors import PageNotUnderstood
from player.games.moves import Enter, Tap


def experiment(lab: Lab) -> Iterator[Change]:
    """Yield the changes of the section that may be right, the likeliest first.

    Raise PageNotUnderstood if no input has an effect that can be read.
    """
    lab.trials.away()
    moves = lab.plan()
    if not moves:
        raise PageNotUnderstood("the board is solved already: start the game anew")
    kinds = {type(move) for move in moves}
    if kinds == {Tap}:
        yield from learn_taps(lab)
    else:
        yield learn_digits(lab) if Enter in kinds else learn_lines(lab)
