"""Timeouts of a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Timeouts in milliseconds."""

    load: float = 20_000
    """For a page to load: long enough never to take a slow page for a changed one."""
    response: float = 1_500
    """For a click on Start, or on an overlay's close button, to take effect before it is repeated."""
    shown: float = 1_200
    """For the moves of one batch to show on the board."""
    win: float = 10_000
    """For the page to show that the game is won."""
    submit: float = 1_500
    """For the page to show the verdict by itself, before the finished board is handed in."""
    quiet: float = 4_000
    """For a refused board to be stable before the refusal is final: a board may appear in parts."""
    stood: float = 2_500
    """For a board to be stable before the first input, if the page may replace it and nothing shows when."""
    picture: float = 5_000
    finish: float = 0
    """The value of the page's own timer before the winning input."""
    standstill: float = 5_000
    """For a timer that stands still, beyond `finish`."""
    from_files: bool = False
    """True if pages come out of files: an attempt to load one has no limit but the deadline."""

    @property
    def attempt(self) -> float:
        """The time for one attempt to load a document; 0 for no limit."""
        return 0 if self.from_files else self.load
