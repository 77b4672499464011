"""Windows by their titles, Wayland, and the order of clicks that a page shows."""

import re
import sys

import pytest

from player.browser.page.clicks import Clicked, learnt
from player.errors import InputMissing, NotInstalled, Unavailable, install_command
from player.playing.desktop.screen import Area, is_wayland, opened, pick
from player.playing.desktop.window_page import cycles


@pytest.mark.parametrize(
    ("seen", "wanted", "cycle"),
    [
        ([("empty", 2, "cross")], {"queen"}, ["cross", "empty", "queen"]),
        ([("empty", 2, "queen")], {"queen"}, ["cross", "queen", "empty"]),
        ([("empty", 1, "queen"), ("queen", 1, "empty")], {"queen", "empty"}, ["empty", "queen"]),
        ([("empty", 2, "empty")], {"queen"}, ["empty", "queen"]),
        ([("empty", 1, "empty")], {"queen"}, None),  # a click that did nothing
        ([("empty", 1, "empty"), ("empty", 1, "queen")], {"queen"}, ["cross", "empty", "queen"]),
    ],
)
def test_a_cycle_is_learnt_from_clicks(
    seen: list[tuple[str, int, str]], wanted: set[str], cycle: list[str] | None
) -> None:
    tried = [Clicked(before, ["click"] * times, after) for before, times, after in seen]
    found = learnt(cycles({"empty", "cross", "queen"}, wanted), tried)
    assert (found and found.click) == cycle


@pytest.mark.parametrize(
    ("title", "found"),
    [("games", 2), ("GAMES - Chromium", 2), ("Queens", 1), ("mail", 3), ("Mail", 3)],
)
def test_a_window_is_found_by_a_part_of_its_title(title: str, found: int) -> None:
    assert pick(title, {1: "Queens - LinkedIn", 2: "Games - Chromium", 3: "Mail", 4: "Mail of today"}) == found


@pytest.mark.parametrize(
    ("title", "titles", "message"),
    [
        ("Chess", ["Queens"], "no window has 'Chess' in its title: one of Queens"),
        ("Quens", ["Queens", "Zip"], "did you mean 'Queens'?"),
        ("Chess", [], "there are none"),
        ("a", ["abc", "bac"], "2 windows have 'a' in their titles ('abc', 'bac'): write more of it"),
        ("a", ["a", "A"], "write more of it, or close one of those called alike"),
        ("a", ["ab", "ac", "ad", "ae"], "('ab', 'ac', 'ad' and 1 more)"),
        ("Chess", ["x" * 90], f"one of {'x' * 39}…"),
    ],
)
def test_a_title_of_no_window_or_of_several_is_refused(title: str, titles: list[str], message: str) -> None:
    with pytest.raises(InputMissing) as refused:
        pick(title, dict(enumerate(titles)))
    told = str(refused.value)
    assert message in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("area", "seen"),
    [
        (Area(10, 20, 30, 40), Area(10, 20, 30, 40)),
        (Area(-10, -20, 30, 40), Area(0, 0, 20, 20)),
        (Area(90, 90, 30, 40), Area(90, 90, 10, 10)),
        (Area(300, 10, 30, 40), Area(99, 10, 1, 40)),
        (Area(-300, 10, 30, 40), Area(0, 10, 1, 40)),
    ],
)
def test_the_part_of_a_window_on_the_screen(area: Area, seen: Area) -> None:
    assert area.within(Area(0, 0, 100, 100)) == seen


@pytest.mark.parametrize(
    ("environment", "names", "wayland"),
    [
        ({}, None, False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, None, True),
        ({"XDG_SESSION_TYPE": "wayland"}, None, True),
        ({"XDG_SESSION_TYPE": "x11"}, ["XTEST", "eDP-1"], False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["XTEST", "XWAYLAND"], True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["XTEST", "XWAYLAND0"], True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, ["XTEST", "screen"], False),  # a virtual display within the session
    ],
)
def test_a_wayland_session_is_known(environment: dict[str, str], names: list[str] | None, wayland: bool) -> None:
    assert is_wayland(environment, names) is wayland


@pytest.mark.parametrize(
    ("environment", "told"),
    [({}, "DISPLAY names none"), ({"WAYLAND_DISPLAY": "wayland-0"}, "this one is Wayland")],
)
def test_a_session_without_an_x_display_is_refused(
    environment: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mss", reason="the extra screen is not installed")
    pytest.importorskip("Xlib", reason="the extra screen is not installed")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(Unavailable, match=told), opened():
        pass


def test_without_the_extra_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mss", None)
    with pytest.raises(NotInstalled, match=re.escape(install_command("screen"))), opened():
        pass
