"""Checks of the observation of a page."""

from player.browser.page.observation import BoardSeen, Observation


def board_of(look: Observation) -> BoardSeen:
    """Return `look`, which must show a board."""
    assert isinstance(look, BoardSeen), look.what
    return look
