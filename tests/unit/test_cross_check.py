"""`--sight`: when a picture of the page is asked, and what comes of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from player.browser.page.observation import BoardSeen
from player.browser.page.page_reader import BoardPicture
from player.browser.page.proving import ProvedReading
from player.errors import NotInstalled, PageNotUnderstood, install_command
from player.games import GAMES
from player.games.grid import Cell
from player.playing import SightMode
from player.playing import cross_check as module
from player.playing.cross_check import CrossCheck, cross_check, require_agreement
from player.sight.reading import Grid
from player.sight.witness import Difference, Statement, WitnessVerdict
from tests.support.games.zip_path import zip_page
from tests.support.solved import ZIP

GAME = GAMES["zip"]
PICTURE = BoardPicture(b"PNG", Grid((0, 1), (0, 1)))
DIFFERENCE = Difference((Cell(0, 0), Cell(0, 1)), "no wall", "one")
AGREES, NOT_SEEN = Statement(WitnessVerdict.AGREES), Statement(WitnessVerdict.NOT_SEEN, why="it is dark")
DIFFERS = Statement(WitnessVerdict.DIFFERS, (DIFFERENCE,) * 3)


@dataclass
class Album:
    """A page of which some pictures are taken; `then` is the board that it shows after them."""

    pictured: list[BoardPicture | None]
    then: Any = None
    taken: int = 0
    reads_pictures: bool = False
    asked: list[bytes] = field(default_factory=list)

    @property
    def itself(self) -> "Album":
        return self

    arrival = reader = itself

    def pictures(self, _look: BoardSeen) -> Iterator[BoardPicture | None]:
        for picture in self.pictured:
            self.taken += 1
            yield picture

    def again(self, look: BoardSeen) -> Any:
        return self.then or look


def reading() -> ProvedReading:
    snapshot = zip_page(ZIP).snapshot
    return ProvedReading(BoardSeen(snapshot=snapshot), ZIP, GAME.play.state(snapshot))


def seen(monkeypatch: pytest.MonkeyPatch, album: Album, says: list[Statement], how: SightMode = SightMode.AUTO) -> Any:
    answers = iter(says)
    monkeypatch.setattr(module, "ask", lambda *_: next(answers))
    return cross_check(GAME, album, reading(), how)  # type: ignore[arg-type]  # a page of pictures


def test_the_first_picture_that_agrees_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album([PICTURE] * 3)
    assert seen(monkeypatch, album, [AGREES]) == CrossCheck(AGREES, PICTURE)
    assert album.taken == 1


def test_a_difference_counts_if_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seen(monkeypatch, Album([PICTURE] * 3), [DIFFERS, DIFFERS, AGREES]).verdict is WitnessVerdict.AGREES
    assert seen(monkeypatch, Album([PICTURE] * 2), [DIFFERS, DIFFERS]).verdict is WitnessVerdict.DIFFERS


def test_a_board_that_changed_meanwhile_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    other = SimpleNamespace(what="won")
    assert seen(monkeypatch, Album([PICTURE], then=other), [DIFFERS]) is None


def test_only_a_check_waits_for_a_picture_that_can_be_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    assert seen(monkeypatch, Album([PICTURE] * 2), [NOT_SEEN]).verdict is WitnessVerdict.NOT_SEEN
    assert seen(monkeypatch, Album([PICTURE] * 2), [NOT_SEEN, AGREES], SightMode.CHECK).verdict is WitnessVerdict.AGREES
    assert seen(monkeypatch, Album([None]), []).verdict is WitnessVerdict.NOT_SEEN


def test_without_the_extra_only_a_check_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_installed", lambda: False)
    album = Album([PICTURE])
    assert seen(monkeypatch, album, []) is None
    assert album.taken == 0
    with pytest.raises(NotInstalled, match=re.escape(install_command("sight"))):
        seen(monkeypatch, album, [], SightMode.CHECK)


def test_a_bug_of_the_witness_loses_a_game_only_if_it_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Statement:
        raise IndexError("a bug")

    monkeypatch.setattr(module, "ask", broken)
    page: Any = Album([PICTURE])
    found = cross_check(GAME, page, reading(), SightMode.AUTO)
    assert found
    assert (found.verdict, found.statement.why) == (WitnessVerdict.NOT_SEEN, "IndexError in the witness")
    with pytest.raises(IndexError):
        cross_check(GAME, page, reading(), SightMode.CHECK)


def test_nothing_is_asked_if_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    album = Album([PICTURE])
    assert seen(monkeypatch, album, [], SightMode.OFF) is None
    assert album.taken == 0


def test_a_difference_refuses_the_page() -> None:
    says = "the markup has no wall at R1C1 and R1C2, the picture shows one, and 2 more differences"
    with pytest.raises(PageNotUnderstood, match=f"the page looks different from what was read: {says}"):
        require_agreement(CrossCheck(DIFFERS, PICTURE), SightMode.AUTO)


def test_a_check_refuses_what_is_not_seen() -> None:
    require_agreement(CrossCheck(NOT_SEEN), SightMode.AUTO)
    require_agreement(None, SightMode.AUTO)
    with pytest.raises(PageNotUnderstood, match="can't be checked by a picture: it is dark: leave out --sight check"):
        require_agreement(CrossCheck(NOT_SEEN), SightMode.CHECK)
