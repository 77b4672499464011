"""The client of puzz.link, won by its own word in each of its looks; it lies beside the project."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser  # noqa: TID251  # the caller's own page

from tests.puzzlink import CLIENT, KINDS, LOOKS, boards, played
from tests.support.folder_server import served

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not CLIENT.exists(), reason="no client of puzz.link: ../shared/pages/pzprjs is not there"),
]


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with served(CLIENT) as origin:
        yield origin


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_board_is_won_by_the_word_of_the_client(browser: Browser, origin: str, kind: str, look: str) -> None:
    said, _ = played(browser, origin, kind, [*boards(kind, 2)][-1], look)
    assert said == "won"
