"""HAR files: what is refused, and what a page gets from them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from player.browser.offline import har
from player.browser.offline.har import load
from player.browser.selectors.loader import load as load_selectors
from player.errors import BoardError, InputMissing
from player.files import SELECTORS

SITE = load_selectors(SELECTORS).site("linkedin")
HERE = SITE.origin
PAGE = SITE.games["zip"].url


def entry(url: str, text: str = "", status: Any = 200, **headers: str) -> dict[str, Any]:
    said = [{"name": name.replace("_", "-"), "value": value} for name, value in headers.items()]
    answer = {"status": status, "headers": said, "content": {"text": text}}
    return {"request": {"method": "GET", "url": url}, "response": answer}


def log(*entries: Any) -> bytes:
    return json.dumps({"log": {"entries": entries}}).encode()


WHOLE = log(entry(PAGE, "<p>page"))
REFUSED: dict[str, tuple[str, bytes, str]] = {
    "no JSON": ("a.har", b"<html>", "is no HAR"),
    "no text": ("a.har", b"\xff\xfe\x00", "is no HAR"),
    "nested for ever": ("a.har", b"[" * 100_000, "is no HAR"),
    "another JSON": ("a.har", b'{"log": []}', "is no HAR"),
    "entries that are none": ("a.har", b'{"log": {"entries": {"a": 1}}}', "is no HAR"),
    "no entry": ("a.har", log(), "holds no answer"),
    "no well-formed entry": (
        "a.har",
        log(1, {}, None, entry(PAGE, status="200"), entry("file:///x")),
        "holds no answer",
    ),
    "too big": ("a.har", b" " * 5000 + WHOLE, "too big"),
}


@pytest.mark.parametrize(("name", "content", "complaint"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_har_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, complaint: str
) -> None:
    if "big" in complaint:
        monkeypatch.setattr(har, "MAX_HAR_BYTES", 3000)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BoardError, match=complaint) as caught:
        load(tmp_path / name, SITE)
    assert "\n" not in str(caught.value)


def test_a_missing_answer_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.har").write_bytes(WHOLE)
    (tmp_path / "b.har").mkdir()
    pages = load(tmp_path / "a.har", SITE)
    pages.require("zip")
    missing: list[Any] = [
        lambda: load(tmp_path / "none.har", SITE),
        lambda: load(tmp_path / "b.har", SITE),
        lambda: pages.require("queens"),
    ]
    for look in missing:
        with pytest.raises(InputMissing):
            look()


def answers(tmp_path: Path, url: str, method: str = "GET", *, navigates: bool = False) -> Mapping[str, Any] | None:
    entries = [
        entry(PAGE, "<p>page", content_type="text/html", set_cookie="a=b", x_bad="1"),
        entry(HERE + "/q?a=1", "one"),
        entry(HERE + "/q?a=2", "two"),
        entry(HERE + "/moved", status=302, location="/q?a=2"),
        entry(HERE + "/away", status=302, location="javascript:alert(1)"),
        entry(HERE + "/odd", status=302, location="http://["),
        entry(HERE + "/round", status=302, location="/round"),
    ]
    (tmp_path / "a.har").write_bytes(log(*entries))
    return load(tmp_path / "a.har", SITE).response(url, method, navigates=navigates)


def test_what_a_page_asks_for_is_answered_from_the_file_alone(tmp_path: Path) -> None:
    page = {"status": 200, "headers": {"content-type": "text/html"}, "body": b"<p>page"}
    assert answers(tmp_path, PAGE + "#part") == page
    bodies = {url: (answers(tmp_path, HERE + url) or {}).get("body") for url in ("/q?a=2", "/q?b=3", "/moved")}
    assert bodies == {"/q?a=2": b"two", "/q?b=3": b"one", "/moved": b"two"}
    assert answers(tmp_path, HERE + "/none") is None
    assert answers(tmp_path, HERE + "/round") is None
    assert (answers(tmp_path, HERE + "/none", "POST") or {})["status"] == 200


def test_a_tab_is_led_on_by_a_page_and_stays_where_there_is_none(tmp_path: Path) -> None:
    led = (answers(tmp_path, HERE + "/moved", navigates=True) or {})["body"]
    assert f'content="0; url={HERE}/q?a=2"' in led
    assert [answers(tmp_path, HERE + path, navigates=True) for path in ("/none", "/away", "/odd")] == 3 * [
        {"status": 204}
    ]
