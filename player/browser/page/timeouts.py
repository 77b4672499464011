"""How long to wait for what."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """In milliseconds."""

    load: float = 20_000
    """For a page to come up: long enough never to call a slow page a changed one."""
    response: float = 1_500
    """For Start, or what closes an overlay, to do something before it is clicked again."""
    shown: float = 1_200
    """For the moves of one batch to show on the board."""
    win: float = 10_000
    """For the page to say that the game is won."""
    quiet: float = 4_000
    """For a board that is refused to stay as it is until that is final: the parts of a board may come one by one."""
    stood: float = 2_500
    """For a board to stand before the first input, where the page may replace it and nothing tells whether it will."""
    picture: float = 5_000
    finish: float = 0
    """What the page's own timer must say before the input that wins the game."""
    standstill: float = 5_000
    """For a timer that stands still, beyond `finish`."""
