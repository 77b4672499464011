"""A finger in place of the mouse: what it touches, and that other browsers than Chromium are refused."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from player.browser.page.devices import Finger
from player.errors import PageNotUnderstood


def touching() -> tuple[Finger, list[tuple[str, Any]]]:
    """Return a finger, and the list to which its touches go, with the points that are touched."""
    sent: list[tuple[str, Any]] = []

    def send(method: str, event: dict[str, Any]) -> None:
        assert method == "Input.dispatchTouchEvent"
        sent.append((event["type"], [(one["x"], one["y"]) for one in event["touchPoints"]]))

    page = SimpleNamespace(context=SimpleNamespace(browser=None))
    return Finger(cast("Any", SimpleNamespace(page=page, session=SimpleNamespace(send=send)))), sent


def test_a_page_hears_of_a_finger_while_it_is_down() -> None:
    finger, sent = touching()
    finger.move(1, 2)
    finger.down()
    finger.move(3, 4)
    finger.up()
    finger.up()
    finger.move(0, 0)
    assert sent == [("touchStart", [(1, 2)]), ("touchMove", [(3, 4)]), ("touchEnd", [])]


def test_a_double_click_is_two_taps_and_a_right_click_none() -> None:
    finger, sent = touching()
    finger.click(5, 6, click_count=2)
    finger.click(5, 6, button="right")
    assert sent == [("touchStart", [(5, 6)]), ("touchEnd", [])] * 2


def test_touches_are_refused_in_other_browsers() -> None:
    browser = SimpleNamespace(browser_type=SimpleNamespace(name="firefox"))
    page = SimpleNamespace(context=SimpleNamespace(browser=browser))
    with pytest.raises(PageNotUnderstood, match="play it with Chromium"):
        Finger(cast("Any", SimpleNamespace(page=page))).click(1, 2)
