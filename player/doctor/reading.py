"""The board of a page by the selectors of a site: read, proved, and held against pictures of the page.

Without the extra `sight`, or where a picture can't be judged, no board is held against one.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from math import inf, prod
from typing import Any, NamedTuple

from pydantic import ValidationError

from player.browser.page.arrival import undecided
from player.browser.page.game_page import GamePage
from player.browser.page.observation import BoardSeen, SeveralBoardsSeen, WinSeen
from player.browser.selectors.schema import GameSelectors, PageSelectors, SiteSelectors
from player.errors import BoardError, ConfigInvalid, PageNotUnderstood, trace
from player.games import Game
from player.playing import SightMode
from player.playing.cross_check import NO_PICTURE, CrossCheck, require_agreement
from player.proof import prove
from player.sight.picture import read as read_picture
from player.sight.reading import is_installed
from player.sight.witness import Difference, Statement, WitnessVerdict, ask

#: The name of a learnt page in its game's section.
PAGE = "page"
#: The most pictures of a page that may be drawing its board still.
MOST_PICTURES = 3
#: The statement where no picture is read.
SILENT = Statement(WitnessVerdict.NOT_SEEN, why="pictures are not read")


class PicturedPage:
    """Pictures of the page of one game, on which boards are read by selectors of many kinds."""

    def __init__(self, game: Game, page: GamePage) -> None:
        self.game, self._page = game, page
        self.is_known = is_installed() and game.has("sight")

    @cached_property
    def shape(self) -> tuple[int, int] | None:
        """The rows and columns of the board in a picture of the whole page; None if none is read."""
        data = self._page.reader.screenshot() if self.is_known else None
        try:
            board = self.game.board.from_json(read_picture(data, self.game.name).board) if data else None
        except BoardError:
            return None
        except Exception as error:  # noqa: BLE001  # a bug of a reader must not end the diagnosis
            trace(error)
            return None
        return None if board is None else board.shape

    def statement(self, tab: GamePage, look: BoardSeen, board: Any, most: int = MOST_PICTURES) -> Statement:
        """Return what pictures say of `board`, which the selectors of `tab`, the same page, read as `look` shows.

        The first picture that agrees is enough, the last of at most `most` counts.
        """
        if not self.is_known:
            return SILENT
        found, shown = NO_PICTURE, self.game.shown(board, self.game.play.state(look.snapshot))
        for picture in islice(tab.reader.pictures(look), most):
            if picture is None:
                return NO_PICTURE
            try:
                found = ask(picture.data, picture.grid, self.game, board, shown)
            except Exception as error:  # noqa: BLE001  # a bug of a witness must not end the diagnosis
                trace(error)
                return SILENT
            if found.verdict is not WitnessVerdict.DIFFERS:
                break
        if found.verdict is WitnessVerdict.DIFFERS or self.shape is None or prod(self.shape) <= prod(board.shape):
            return found
        # The page shows a larger board: this one may be an example beside it.
        own, seen = (f"{rows}x{cols}" for rows, cols in (board.shape, self.shape))
        return Statement(WitnessVerdict.DIFFERS, (Difference((), f"a board of {own}", f"one of {seen}"),))

    def differences(self, page: GamePage, site: SiteSelectors) -> float | None:
        """Return in how many places a picture differs from the board of `page` by `site`.

        It is infinite if no board is read, and None if the picture can't be judged.
        """
        try:
            found = self.statement(*board_on(page, site, self.game), most=1)
        except (BoardError, PageNotUnderstood):
            return inf
        return None if found.verdict is WitnessVerdict.NOT_SEEN else len(found.differences)


class ReadBoard(NamedTuple):
    """The size of a board that was read, the problem that prevents playing, or "", and True if a picture shows it."""

    size: str = ""
    trouble: str = ""
    is_pictured: bool = False


def read(page: GamePage, site: SiteSelectors, pictured: PicturedPage) -> ReadBoard:
    """Read the board by `site`, prove it, and hold it against a picture of the page."""
    game = pictured.game
    try:
        tab, look, board = board_on(page, site, game)
        if missing := look.missing(()):  # a play would wait for them, and refuse the page
            return ReadBoard(trouble=f"no reading shows what is expected of {' and of '.join(missing)}")
        prove(game, board).solution  # noqa: B018  # raises unless there is just one
        found = pictured.statement(tab, look, board)
        require_agreement(CrossCheck(found), SightMode.AUTO)
    except (BoardError, PageNotUnderstood) as error:
        return ReadBoard(trouble=str(error))
    rows, cols = board.shape
    return ReadBoard(f"a board of {rows}x{cols}", is_pictured=found.verdict is WitnessVerdict.AGREES)


def board_on(page: GamePage, site: SiteSelectors, game: Game) -> tuple[GamePage, BoardSeen, Any]:
    """Return the page by the selectors of `site`, what is seen of it, and its board, which overlays may cover.

    Raise BoardError or PageNotUnderstood if it shows none that can be read.
    """
    pages = {build: one.model_copy(update={"overlays": []}) for build, one in site.games[game.name].pages.items()}
    bare = with_page(site.model_copy(update={"overlays": []}), game.name, pages)  # a saved page can't close them
    tab = page.by(bare, bare.games[game.name])
    look = tab.reader.now()
    if isinstance(look, WinSeen) and look.held:  # a sign may hold beside the board
        tab.reader.refute(look)
        look = tab.reader.now()
    if isinstance(look, SeveralBoardsSeen):
        raise undecided(look, look.paths[0])
    if not isinstance(look, BoardSeen):
        raise PageNotUnderstood(f"no board is on the page, but {look.what}")
    game.play.state(look.snapshot)
    return tab, look, game.play.read(look.snapshot)


def with_page(site: SiteSelectors, name: str, pages: Mapping[str, PageSelectors]) -> SiteSelectors:
    """Return `site` with other sections for the game `name`."""
    return site.model_copy(update={"games": {**site.games, name: site.games[name].model_copy(update={"pages": pages})}})


def page_with(page: GamePage, game: Game, section: Mapping[str, Any]) -> GamePage:
    """Return the same page with one `section` for `game`, which may play it by sight; ConfigInvalid if it is none."""
    site = site_with(page.reader.site, game.name, page.reader.game.url, section)
    other = page.by(site, site.games[game.name])
    other.read_as_its_section_says(game)
    return other


def site_with(site: SiteSelectors, game: str, url: str, section: Mapping[str, Any]) -> SiteSelectors:
    """Return `site` with only `game`, at `url`, of which the one page is `section`; ConfigInvalid if it is none."""
    try:
        page = PageSelectors.model_validate(section)
    except ValidationError as error:
        raise ConfigInvalid(f"the learnt section is invalid: {error.errors()[0]['msg']}") from None
    selectors = GameSelectors.model_construct(url=url, pages={PAGE: page})
    return site.model_copy(update={"games": {game: selectors}, "generations": {}})
