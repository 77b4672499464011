"""The place and window in which `player demo` plays, and the errors before it begins."""

from pathlib import Path
from typing import Any

import pytest

from player.cli.play import playable
from player.run import RunOptions
from tests.support.commands import Player


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The arguments with which games were to be played; none is played."""
    runs: list[dict[str, Any]] = []

    def play_games(
        games: list[str], json_target: str | None, _watch: object, options: RunOptions, *_: Any, **_more: Any
    ) -> int:
        runs.append(
            {"games": games or playable(options.site, options.offline), "json": json_target, "options": options}
        )
        return 0

    monkeypatch.setattr("player.cli.play.play_games", play_games)
    monkeypatch.setattr("player.doctor.environment.display", lambda: None)
    return runs


@pytest.mark.parametrize(
    ("options", "offline"),
    [((), True), (("--site", "linkedin"), False), (("--url", "https://example.org/"), False)],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_replica_is_played_unless_a_site_is_named(
    player: Player, played: list[dict[str, Any]], options: tuple[str, ...], offline: bool
) -> None:
    assert player("demo", "zip", *options).code == 0
    assert played[0]["games"] == ["zip"]
    assert (played[0]["options"].offline is not None) == offline
    assert played[0]["options"].browser.slow_mo == 0, "the pace is the narrator's"


def test_a_game_that_is_named_twice_is_played_once(player: Player, played: list[dict[str, Any]]) -> None:
    player("demo", "zip", "tango", "zip")
    assert played[0]["games"] == ["zip", "tango"]


def test_all_games_are_shown_where_none_is_named(player: Player, played: list[dict[str, Any]]) -> None:
    player("demo")
    assert played[0]["games"] == ["queens", "zip", "tango", "mini-sudoku", "patches", "wend"]


@pytest.mark.parametrize(
    ("display", "options", "headed", "filmed"),
    [
        (":0", (), True, False),
        (":0", ("--gif", "x.gif"), True, True),
        (":0", ("--headless",), False, True),
        (None, (), False, True),
        (None, ("--headed",), True, False),
        (":0", ("--cdp", "http://127.0.0.1:9222"), False, False),
    ],
    ids=["a display", "and a GIF", "and no window", "no display", "a window all the same", "a browser of yours"],
)
def test_there_is_a_window_or_a_film(
    player: Player,
    played: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    display: str | None,
    options: tuple[str, ...],
    headed: bool,
    filmed: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("player.doctor.environment.display", lambda: display)
    err = player("demo", "zip", *options).err
    assert played[0]["options"].browser.headed == headed
    assert ("nothing was shown: no film is written" in err) == filmed


@pytest.mark.parametrize(
    ("options", "refused", "reason"),
    [(("--video", "x.mp4"), 2, "let it end in .webm"), (("--gif", "gone/x.gif"), 73, "there is no folder gone")],
    ids=["no WebM", "no folder"],
)
def test_a_film_that_can_not_be_made_is_refused_before_it_begins(
    player: Player, played: list[dict[str, Any]], options: tuple[str, ...], refused: int, reason: str
) -> None:
    code, said = player.refuses("demo", "zip", *options)
    assert code == refused
    assert reason in said
    assert not played
