"""Messages about the parts of a board that a page lacks."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from player.browser.page.observation import BoardSeen, NothingSeen, Observation, SeveralBoardsSeen
from player.errors import PageNotUnderstood

if TYPE_CHECKING:
    from player.browser.selectors.schema import GameSelectors


def not_understood(
    look: Observation, game: "GameSelectors", elsewhere: Collection[str], path: str, seconds: float
) -> PageNotUnderstood:
    """Return the error that names the missing part of the board in `look`, after `seconds` of waiting.

    The fields read `elsewhere` may be missing.
    """
    if isinstance(look, SeveralBoardsSeen):
        return undecided(look, path)
    if isinstance(look, BoardSeen) and look.covered:
        return PageNotUnderstood("something covers the board that no overlay in selectors.yaml names: fix 'overlays'")
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        chains = game.page(look.generation).read
        expected = "; ".join(f"{name!r} ({', '.join(chains[name].expect)})" for name in missing if name in chains)
        return PageNotUnderstood(
            f"on {path} no alternative in selectors.yaml reads what is expected of {expected}: fix 'read'"
        )
    if isinstance(look, NothingSeen) and look.lesson:
        return PageNotUnderstood(
            f"the board on {path} is a lesson's, not the game's: finish or skip the lesson in a browser, then try again"
        )
    found = ", ".join(f"{name} {number}" for name, number in look.counts.items())
    return PageNotUnderstood(
        f"no board on {path} within {seconds:g} s: a grid with cells was expected (matches: {found}; "
        f"frames looked into: {', '.join(look.paths)}): fix selectors.yaml"
    )


def awaited(look: Observation, elsewhere: Collection[str], path: str) -> str:
    """Describe the part of the board that `look`, at the page on `path`, still lacks."""
    if isinstance(look, BoardSeen) and look.covered:
        return f"something covers the board on {path}"
    if isinstance(look, BoardSeen) and (missing := look.missing(elsewhere)):
        return f"the board on {path} shows no {' and no '.join(missing)} yet"
    if not look.paths:
        return f"{path} is still loading"
    return f"{path} shows no board yet"


def undecided(look: SeveralBoardsSeen, path: str) -> PageNotUnderstood:
    """Return the error for several boards in `look`, none of which is known to take input."""
    found = "; ".join(f"{cells} cells in {way}" for cells, way in look.boards)
    return PageNotUnderstood(
        f"{len(look.boards)} boards are visible on {path}, and nothing on the page tells which one takes input: "
        f"{found}: close the others, or let 'grid' in selectors.yaml find just the one"
    )
