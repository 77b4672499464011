"""The time between inputs, by a page's clock that is a list."""

from types import SimpleNamespace
from typing import Any

import pytest

from player.browser.page import timing as throttle
from player.browser.page.inputs import _stroke, press
from player.browser.page.observation import Point
from player.browser.selectors.base import PaceLimits
from player.games.grid import Cell
from player.games.moves import Box, Drag, Move, Tap

A, B, C = (Point(10 + 20 * col, 10, free=True) for col in range(3))
STROKE = [(Cell(0, 0), A), (Cell(0, 1), B), (Cell(0, 2), C)]


class Watch:
    """A world in which time passes only while somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.made: list[tuple[str, float]] = []
        monkeypatch.setattr(throttle, "perf_counter", lambda: self.now)

    def rest(self, milliseconds: float) -> None:
        self.now += max(0, milliseconds) / 1000

    def mouse(self) -> Any:
        def note(name: str) -> Any:
            return lambda *_of, **_how: self.made.append((name, round(self.now, 3)))

        return SimpleNamespace(move=note("move"), down=note("down"), up=note("up"), click=note("click"))


@pytest.mark.parametrize("move", [Drag(tuple(cell for cell, _ in STROKE)), Box(Cell(0, 0), Cell(0, 2))])
def test_a_stroke_keeps_the_pace_between_its_inputs(move: Move, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    acts = list(_stroke(watch.mouse(), move, STROKE))
    for act in throttle.InputThrottle(watch).keep(acts, PaceLimits(any=100)):  # type: ignore[arg-type]  # a world of its own
        act.make()
    assert [name for name, _ in watch.made] == ["move", "down", "move", "move", "move", "move", "up"]
    assert sorted({at for _, at in watch.made}) == [0, 0.1, 0.2, 0.3, 0.4], "the last two moves go with the release"


def test_strokes_from_one_cell_are_as_far_apart_as_clicks_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    mouse, here = watch.mouse(), STROKE[:1]
    box = Box(Cell(0, 0), Cell(0, 0))
    acts = [*_stroke(mouse, box, here), *_stroke(mouse, box, here)]
    for act in throttle.InputThrottle(watch).keep(acts, PaceLimits(cell=350)):  # type: ignore[arg-type]  # a world of its own
        act.make()
    assert [at for name, at in watch.made if name == "down"] == [0, 0.35]


def test_clicks_on_one_cell_wait_and_those_on_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    devices: Any = SimpleNamespace(page=SimpleNamespace(mouse=watch.mouse()), hold=None)
    acts = [press(devices, "click", Tap(Cell(0, 0)), Cell(0, 0), at) for at in (A, B, A)]
    for act in throttle.InputThrottle(watch).keep(acts, PaceLimits(cell=350)):  # type: ignore[arg-type]  # a world of its own
        act.make()
    assert watch.made == [("click", 0), ("click", 0), ("click", 0.35)]
