"""Recipes: for each kind of game, the ways in which its fields may be read from a lattice's columns.

A game is known here by the one field that no other has.
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from player.doctor.learn.choices import Attempt
from player.doctor.learn.columns import Columns
from player.doctor.learn.recipes.areas import by_areas
from player.doctor.learn.recipes.digits import by_digits
from player.doctor.learn.recipes.letters import by_letters
from player.doctor.learn.recipes.numbers import by_numbers
from player.doctor.learn.recipes.regions import by_regions
from player.doctor.learn.recipes.symbols import by_symbols

#: By the characteristic field: the recipe.
RECIPES: Mapping[str, Callable[[Columns], Iterator[Attempt]]] = {
    "region": by_regions,
    "number": by_numbers,
    "equal": by_symbols,
    "digit": by_digits,
    "area": by_areas,
    "letter": by_letters,
}
#: By the characteristic field: what a lattice lacks that the recipe finds nothing on.
LACKS: Mapping[str, str] = {
    "region": "no reading parts the cells into as many regions as rows",
    "number": "no reading gives numbers from 1 on, each once",
    "equal": "no reading gives two kinds of symbol or sign",
    "digit": "no reading gives digits, or no boxes are drawn",
    "area": "no reading gives areas that fit into the grid",
    "letter": "no letters with a list of words beside the grid",
}


def attempts(fields: Collection[str], columns: Columns) -> Iterator[Attempt]:
    """Yield the ways to read a board of the game with these fields, the likeliest first."""
    recipe = next((recipe for field, recipe in RECIPES.items() if field in fields), None)
    if recipe is not None:
        yield from sorted(recipe(columns), key=lambda attempt: -attempt.score)


def lacking(fields: Collection[str]) -> str:
    """Return what a lattice lacks on which no way to read a board of this game was found."""
    return next((LACKS[field] for field in LACKS if field in fields), "no way to read it is known")
