import pytest

from player.games import GAMES, mini_sudoku, patches, queens, tango, zip_path
from player.games.game import BoardFormat, Encoding, Game, PagePlay


def test_each_game_is_registered_by_its_name() -> None:
    assert dict(GAMES) == {
        "queens": queens.GAME,
        "zip": zip_path.GAME,
        "tango": tango.GAME,
        "mini-sudoku": mini_sudoku.GAME,
        "patches": patches.GAME,
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game_offers_what_the_protocols_name(game: Game) -> None:
    for protocol, module in ((BoardFormat, game.board), (Encoding, game.encoding), (PagePlay, game.play)):
        promised = {name for name in {*vars(protocol), *protocol.__annotations__} if not name.startswith("_")}
        assert promised
        assert promised <= set(dir(module))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_field_that_moves_change_is_one_that_a_page_must_show(game: Game) -> None:
    assert game.play.MARK in game.play.FIELDS
    assert not game.play.FIELDS & game.play.WITNESSES
