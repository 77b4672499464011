"""The boards by name of the sister sites: each has an address of its own, and the replica shows it there."""

import re
from collections.abc import Iterator

import pytest

from player.browser.offline import sources
from player.browser.offline.page_source import AddressedReplica
from player.browser.selectors.loader import load
from player.files import SELECTORS

SHIPPED = load(SELECTORS).sites
SITES = ("star-battle", "shikaku", "binairo", "binairo-plus", "sudoku")


def named() -> Iterator[tuple[str, str]]:
    for site in SITES:
        for game in SHIPPED[site].games.values():
            yield from ((site, name) for name in game.boards)


@pytest.mark.parametrize(("site", "name"), [*named()])
def test_the_replica_shows_the_board_of_each_name(site: str, name: str) -> None:
    selectors = SHIPPED[site]
    pages = sources.replica_of(site, selectors.origin, "")
    assert isinstance(pages, AddressedReplica)
    (game,) = selectors.games
    for number in (None, "1234567"):
        url = selectors.at([game], name, number).games[game].url
        answer = pages.answer(url)
        assert answer is not None, url
        page = answer[1].decode()
        size = re.match(r"(\d+x\d+)(?:-(\d))?", name)
        if size:
            shown = f"{size[1]} / {size[2]}★" if size[2] else size[1]
            assert shown in page
        assert ("1,234,567" in page) == (number is not None)


@pytest.mark.parametrize("site", SITES)
def test_the_usual_board_is_that_of_the_day_and_no_two_are_at_one_address(site: str) -> None:
    selectors = SHIPPED[site]
    (game,) = selectors.games
    assert selectors.board(game).name == "daily"
    stay = {name: board.each for name, board in selectors.games[game].boards.items() if board.each}
    assert stay == {"daily": "day", "weekly": "week", "monthly": "month"}
    addresses = [board.url for board in selectors.games[game].boards.values()]
    assert len(set(addresses)) == len(addresses)
