import pytest

from player.games import GAMES, Game, mini_sudoku, patches, queens, tango, zip


def test_each_game_is_registered_by_its_name() -> None:
    assert dict(GAMES) == {
        "queens": queens,
        "zip": zip,
        "tango": tango,
        "mini-sudoku": mini_sudoku,
        "patches": patches,
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game_offers_what_the_protocol_names(game: Game) -> None:
    promised = {name for name in {*vars(Game), *Game.__annotations__} if not name.startswith("_")}
    assert {"NAME", "MARK", "read", "plan"} <= promised <= set(dir(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_field_that_moves_change_is_one_that_a_page_must_show(game: Game) -> None:
    assert game.MARK in game.FIELDS
    assert not game.FIELDS & game.WITNESSES
