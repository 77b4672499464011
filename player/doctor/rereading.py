"""The board of a page by the selectors of a site: read, proved, and held against a picture."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from player.browser.page.game_page import GamePage
from player.browser.page.missing_parts import undecided
from player.browser.page.observation import BoardSeen, SeveralBoardsSeen, WinSeen
from player.browser.selectors.schema import PageSelectors, SiteSelectors
from player.doctor.pictured import PicturedPage
from player.errors import BoardError, PageNotUnderstood
from player.games import Game
from player.playing.sighting import Sight, Sighting, require_agreement
from player.proof import prove
from player.sight.witness import Verdict


class Read(NamedTuple):
    """The size of a board that was read, the problem that prevents playing, or "", and True if a picture shows it."""

    size: str = ""
    trouble: str = ""
    is_pictured: bool = False


def read(page: GamePage, site: SiteSelectors, pictured: PicturedPage) -> Read:
    """Read the board by `site`, prove it, and hold it against a picture of the page."""
    game = pictured.game
    try:
        tab, look, board = board_on(page, site, game)
        if missing := look.missing(()):  # a play would wait for them, and refuse the page
            return Read(trouble=f"no reading shows what is expected of {' and of '.join(missing)}")
        prove(game, board).solution  # noqa: B018  # raises unless there is just one
        said = pictured.says(tab, look, board)
        require_agreement(Sighting(said), Sight.AUTO)
    except (BoardError, PageNotUnderstood) as error:
        return Read(trouble=str(error))
    rows, cols = board.shape
    return Read(f"a board of {rows}x{cols}", is_pictured=said.verdict is Verdict.AGREES)


def board_on(page: GamePage, site: SiteSelectors, game: Game) -> tuple[GamePage, BoardSeen, Any]:
    """Return the page by the selectors of `site`, what is seen of it, and its board.

    Raise BoardError or PageNotUnderstood if it shows none that can be read.
    """
    bare = _without_overlays(site, game.name)
    tab = page.by(bare, bare.games[game.name])
    look = tab.look()
    if isinstance(look, WinSeen) and look.held:  # a sign may hold beside the board
        tab.refute(look)
        look = tab.look()
    if isinstance(look, SeveralBoardsSeen):
        raise undecided(look, look.paths[0])
    if not isinstance(look, BoardSeen):
        raise PageNotUnderstood(f"no board is on the page, but {look.what}")
    game.play.state(look.snapshot)
    return tab, look, game.play.read(look.snapshot)


def is_unsolved(page: GamePage, site: SiteSelectors, game: Game) -> bool:
    """Return True if the page shows a board, by the selectors of `site`, that is not solved."""
    try:
        _, look, board = board_on(page, site, game)
    except (BoardError, PageNotUnderstood):
        return False
    return not game.play.solved(board, game.play.state(look.snapshot))


def _without_overlays(site: SiteSelectors, name: str) -> SiteSelectors:
    """Return selectors for a board that may be covered: a saved page can't close overlays."""
    pages = {build: page.model_copy(update={"overlays": []}) for build, page in site.games[name].pages.items()}
    return with_page(site.model_copy(update={"overlays": []}), name, pages)


def with_page(site: SiteSelectors, name: str, pages: Mapping[str, PageSelectors]) -> SiteSelectors:
    """Return `site` with other sections for the game `name`."""
    return site.model_copy(update={"games": {**site.games, name: site.games[name].model_copy(update={"pages": pages})}})
