"""Pages on paper: the seam between a run and the web, without a browser."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import FloatRect  # noqa: TID251  # the type of a box on a page

from player.browser.page.observation import BoardOrWin, BoardSeen, ExpectedMarks, Performed, Saved, Verdict, WinSeen
from player.browser.page.page_reader import PageCapture
from player.errors import PlayerError
from player.games import GAMES, Game
from player.games.moves import Move, batches
from player.games.snapshot import Snapshot
from player.secrets.values import Secrets
from tests.support.games.mini_sudoku import sudoku_page
from tests.support.games.queens import queens_board, queens_page
from tests.support.games.zip_path import zip_page
from tests.support.solved import SUDOKU, ZIP

QUEENS = queens_board("""
    A A B B
    C A B B
    C C D B
    C C D D
""")
BOARDS = {"queens": QUEENS, "zip": ZIP, "mini-sudoku": SUDOKU}


@dataclass
class Paper:
    """A game's page that takes every move. `opens` is called when it is opened, and may raise."""

    game: str
    opens: Callable[[], object] = bool
    win: str = "banner"
    closed: bool = False
    lost: bool = False
    over: bool = False
    state: Any = None
    say: Callable[[str], object] = bool
    reads_pictures: bool = False
    address: str = ""
    refusal: str | None = None
    number: int | None = None
    after: str | None = None
    """The game during which the page was opened ahead."""

    @property
    def itself(self) -> "Paper":
        """The page, which is its parts too."""
        return self

    arrival = reader = performer = judgement = recorder = itself

    varies = False  # another visit gives no other board

    def open(self) -> BoardOrWin:
        self.lost = True
        self.opens()
        self.lost = False
        return self._look()

    def later(self, look: BoardSeen, *, sound: bool, replaced: bool, **_: bool) -> BoardOrWin | None:
        del look, sound, replaced
        return None

    pause = None
    draws_borders = False

    def again(self, look: BoardSeen, moves: Sequence[Move] | None = None) -> BoardOrWin:
        del look, moves
        return self._look()

    def batches(self, moves: Sequence[Move], look: BoardSeen) -> Iterator[Sequence[Move]]:
        del look
        return batches(moves)

    def perform(
        self, moves: Sequence[Move], look: BoardSeen, expected: ExpectedMarks, *, wins: bool, patience: int
    ) -> Performed:
        del look, expected, wins, patience
        game, board = GAMES[self.game], BOARDS[self.game]
        self.state = game.play.simulate(board, game.play.state(self._snapshot(), self.state), moves)
        return Performed(self._look())

    def verdict(self, *_of: object, **_how: object) -> Verdict:
        return Verdict(self.win)

    def saved(self, *_of: object, **_how: object) -> Saved | None:
        return None

    def selectors(self) -> list[str]:
        return []

    def photograph(self, look: BoardSeen) -> None:
        """Begin no picture: there is none."""

    def capture(self) -> PageCapture | None:
        box = FloatRect(x=0, y=0, width=1, height=1)
        if self.over:
            return PageCapture("<p>the results</p>", "/results/")
        return None if self.lost else PageCapture("<p>the board</p>", "/games/", "ember", box)

    def screenshot(self, box: FloatRect | None = None) -> bytes | None:
        if self.lost:
            return None
        return b"PNG of the grid" if box else b"PNG"

    def shows(self, game: Game) -> bool:
        """Return False: paper can't be pictured."""
        del game
        return False

    def pictures(self, look: BoardSeen) -> Iterator[None]:
        """Yield None: paper can't be pictured."""
        del look
        yield None

    def close(self) -> None:
        self.closed = True

    def end_trace(self) -> None:
        """Nothing traces it."""

    def _look(self) -> BoardOrWin:
        return BoardSeen(generation="ember", paths=("/",), snapshot=self._snapshot())

    def _snapshot(self) -> Snapshot:
        if self.game == "queens":
            return queens_page(QUEENS, self.state or ()).snapshot
        if self.game == "mini-sudoku":
            return sudoku_page(SUDOKU, self.state or ()).snapshot
        return zip_page(ZIP, self.state.filled if self.state else ()).snapshot


class Won(Paper):
    """A game that was won before: its page shows no board any more."""

    def _look(self) -> BoardOrWin:
        return WinSeen(generation="ember", paths=("/",), sign=Verdict.RESULTS, earlier=True)


def failing(game: str, error: Exception) -> Paper:
    """A page that raises `error` when it is opened."""

    def fail() -> None:
        raise error

    return Paper(game, opens=fail)


class Desk:
    """A visit whose tabs are papers."""

    browser = "paper 1"

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.papers = {paper.game: paper for paper in papers}

    def tab(self, game: str) -> Paper:
        return self.papers[game]

    def open_ahead(self, game: str, current: Paper) -> None:
        self.papers[game].after = current.game

    def trace(self) -> bytes | None:
        return None

    def secrets(self) -> Secrets:
        return Secrets()

    def bounded(self, seconds: float) -> AbstractContextManager[None]:
        """There is no browser to kill."""
        del seconds
        return nullcontext()

    def protect(self) -> None:
        """There is nothing to protect."""


def visit_of(*papers: Paper, start: PlayerError | None = None) -> Callable[..., AbstractContextManager[Desk]]:
    """In place of `player.browser.session.visit`; `start` is raised in place of a browser's start."""

    @contextmanager
    def visit(*_: object, **__: object) -> Iterator[Desk]:
        if start:
            raise start
        yield Desk(papers)

    return visit
