"""What a look at a page is expected to have found."""

from player.browser.page.observation import BoardSeen, Observation


def board_of(look: Observation) -> BoardSeen:
    """`look`, which shows a board."""
    assert isinstance(look, BoardSeen), look.what
    return look
