"""The declaration of a game's fields: the names that selectors.yaml may use, and the values that a page may show."""

from typing import Any

import pytest

from player.errors import PageNotUnderstood
from player.games import GAMES
from player.games.fields import Field, Kind, needed, require_allowed
from player.games.snapshot import Snapshot

SHAPE = Field("a shape", Kind.TEXT, ("wide", "tall"))
MARK = Field("a mark", Kind.TEXT, ("sun", "moon"), others="two kinds by any name")
LOCKED = Field("a lock", Kind.FLAG, none=True)
WALLS = Field("walls", Kind.SIDES, none=True)
NUMBER = Field("a number", Kind.NUMBER, others="1 to K")

FITS: list[tuple[Field, Any, bool]] = [
    (SHAPE, "wide", True),
    (SHAPE, "wid", False),
    (SHAPE, None, True),
    (SHAPE, True, False),
    (SHAPE, "none", False),
    (MARK, "star", True),
    (MARK, ["sun"], False),
    (LOCKED, True, True),
    (LOCKED, "true", False),
    (LOCKED, "none", True),
    (WALLS, ["up", "left"], True),
    (WALLS, ["above"], False),
    (WALLS, "up", False),
    (NUMBER, "7", True),
    (NUMBER, False, False),
]


@pytest.mark.parametrize(("field", "value", "fits"), FITS)
def test_a_value_fits_its_field(field: Field, value: Any, fits: bool) -> None:
    assert field.fits(value) is fits


def test_names_of_values_are_those_that_a_page_may_show() -> None:
    assert SHAPE.knows("wide")
    assert not SHAPE.knows("wid")
    assert not MARK.knows("star"), "a name is given in the file, and there it has to be a known one"
    assert NUMBER.knows("12")
    assert not NUMBER.knows("twelve")
    assert not LOCKED.knows("yes")
    assert WALLS.knows("up")
    assert Field("any", Kind.TEXT, others="any text").knows("red")


def test_an_odd_value_is_refused_with_its_cell_and_the_nearest_one() -> None:
    snapshot = Snapshot(1, 2, ({"shape": "wide", "walls": []}, {"shape": "wid", "walls": ["up", "rigth"]}))
    with pytest.raises(PageNotUnderstood) as shape:
        require_allowed(snapshot, {"shape": SHAPE, "walls": WALLS})
    said = "R1C2 shows 'wid' as 'shape': did you mean 'wide'? (one of tall, wide); fix 'shape' in"
    assert str(shape.value).startswith(said)
    with pytest.raises(PageNotUnderstood, match="shows 'rigth' as 'walls': did you mean 'right'"):
        require_allowed(snapshot, {"shape": SHAPE, "walls": WALLS}, ["walls"])


def test_a_field_that_the_site_does_not_have_is_false_or_empty() -> None:
    snapshot = Snapshot(1, 2, ({"locked": "none", "walls": "none"},) * 2)
    assert snapshot.flags("locked") == [False, False]
    assert snapshot.lists("walls") == [[], []]
    with pytest.raises(PageNotUnderstood, match="1 of 2 cells show no 'locked'"):
        Snapshot(1, 2, ({"locked": "none"}, {"locked": True})).flags("locked")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_field_that_moves_change_is_shown_on_every_page(game: Any) -> None:
    assert game.play.MARK in needed(game.play.ALLOWED)
    assert not game.play.ALLOWED[game.play.MARK].none
    assert not any(known.none and known.witness for known in game.play.ALLOWED.values())


def test_clues_without_shapes_may_have_any_and_those_without_areas_too() -> None:
    cells: list[dict[str, Any]] = [{"shape": "none", "area": area, "mark": "empty"} for area in ("2", None, None, "2")]
    board = GAMES["patches"].play.read(Snapshot(2, 2, tuple(cells)))
    assert [tuple(clue) for clue in board.clues] == [((0, 0), "any", 2), ((1, 1), "any", 2)]
    cells = [{"shape": shape, "area": "none", "mark": "empty"} for shape in ("wide", None, None, "any")]
    board = GAMES["patches"].play.read(Snapshot(2, 2, tuple(cells)))
    assert [tuple(clue) for clue in board.clues] == [((0, 0), "wide", None), ((1, 1), "any", None)]
    assert GAMES["patches"].play.state(Snapshot(2, 2, tuple(cells))) == ("",) * 4
