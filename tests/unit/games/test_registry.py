import pytest

from player.games import GAMES
from player.games.game import Game


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_field_that_moves_change_is_one_that_a_page_must_show(game: Game) -> None:
    assert game.play.MARK in game.play.FIELDS
    assert not game.play.FIELDS & game.play.WITNESSES
