"""What nobody else should see is not in what is kept."""

import io
import json
import zipfile
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from player.browser import redaction

# Addresses


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("https://site.example/games/?token=1#x", "https://site.example/games/"),
        ("https://ann:pass@site.example/a", "https://site.example/a"),
        ("/games/zip/?trk=1", "/games/zip/"),
        ("?trk=1", ""),
        ("#main", ""),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("http://[", ""),
    ],
)
def test_an_address_is_kept_without_query_fragment_and_user(text: str, kept: str) -> None:
    assert redaction.url(text) == kept


# Pages


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<script>let a = '<p>'</script><p>x</p>", "<p>x</p>"),
        ("<script src=x></script ><p>x</p>", "<p>x</p>"),
        ("<p>a<!-- secret -->b</p>", "<p>ab</p>"),
        ("<iframe src=x><p>y</p></iframe><p>x</p>", "<p>x</p>"),
        ("<template><template>a</template>b</template>c", "c"),
        ('<link rel="x" href="y"><base href="z"><meta name="user" content="Ann"><p>x</p>', "<p>x</p>"),
        ('<meta charset="UTF-8">', '<meta charset="utf-8">'),
        ('<p onclick="x()" ONLOAD=y>x</p>', "<p>x</p>"),
        ('<img src="a.png" srcset="b" alt="Ann">', '<img alt="Ann">'),
        ('<input type="text" value="typed"><textarea>typed</textarea>', '<input type="text">'),
        ('<a href="/in/x?trk=1#y">x</a>', '<a href="/in/x">x</a>'),
        ('<a href="javascript:x()">x</a>', '<a href="">x</a>'),
        ('<p data-at="see https://a.example/b?token=1 now">x</p>', '<p data-at="see https://a.example/b now">x</p>'),
        ('<p data-at="/b?token=1">x</p>', '<p data-at="/b">x</p>'),
        ('<p style="--a:1;background:url(x?y);left:2px">x</p>', '<p style="--a:1;left:2px">x</p>'),
        ("<style>p{left:1px}</style>", "<style>p{left:1px}</style>"),
        ("<style>@import 'x';p{left:1px}</style>", "<style></style>"),
        ("<style>p{background:URL (x)}</style>", "<style></style>"),
        (
            "<p title='a \"b\" &lt;c&gt;'>1 &lt; 2 &amp;amp;</p>",
            '<p title="a &quot;b&quot; &lt;c&gt;">1 &lt; 2 &amp;amp;</p>',
        ),
        ("<!DOCTYPE html><html><body class=a></body></html>", '<!DOCTYPE html><html><body class="a"></body></html>'),
        ("<br/><svg><path d=x /></svg>", '<br><svg><path d="x"></path></svg>'),
    ],
)
def test_of_a_page_only_what_shows_the_board_is_kept(html: str, kept: str) -> None:
    assert redaction.page(html) == kept
    assert redaction.page(kept) == kept, "what is redacted stays as it is"


@pytest.mark.parametrize("control", ["\x1b", "\x00", "\x07", "\x7f", "\x9b", "\ud800"], ids=ascii)
def test_no_control_character_is_kept_wherever_it_stands(control: str) -> None:
    html = f'<p{control} title="a{control}b">c{control}d<style>p{{left:1px{control}}}</style></p>&#27;&#x9b;'
    kept = redaction.page(html)
    assert control not in kept
    assert not [character for character in kept if ord(character) < 32 or 0x7F <= ord(character) < 0xA0]
    assert redaction.page("<scr\x1bipt>x</script><p>y</p>") == "<p>y</p>"


class Scripts(HTMLParser):
    found = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= tag == "script" or any(name.startswith("on") for name, _ in attrs)


@pytest.mark.parametrize(
    "html", ["<scr<script>ipt>x", "<style></style ><script>x", "<p a='>' onclick=x", "<svg/onload=x>"]
)
def test_no_script_is_put_together_from_pieces(html: str) -> None:
    scripts = Scripts()
    scripts.feed(redaction.page(html))
    assert not scripts.found


# Traces


def zipped(members: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def jsonl(*lines: Mapping[str, Any]) -> bytes:
    return "\n".join(map(json.dumps, lines)).encode()


SECRET = "s3cr3t"  # noqa: S105  # that is what it plays
HEADERS = [{"name": "Cookie", "value": SECRET}]
TRACE = zipped({
    "trace.trace": jsonl(
        {"type": "context-options", "version": 8, "options": {"viewport": {"width": 9}, "storageState": SECRET}},
        {"type": "event", "method": "page", "params": {"pageId": "other"}},
        {"type": "before", "callId": "0", "class": "BrowserContext", "method": "newPage"},
        {"type": "event", "method": "page", "params": {"pageId": "ours", "url": f"/?{SECRET}"}},
        {"type": "event", "method": "page", "params": {"pageId": "popup"}},
        {"type": "before", "callId": "1", "class": "Frame", "method": "goto", "title": SECRET,
         "params": {"url": f"https://a.example/b?{SECRET}", "arg": SECRET, "expression": SECRET}},
        {"type": "after", "callId": "1", "endTime": 2, "result": SECRET, "error": {"message": SECRET}},
        {"type": "log", "callId": "1", "message": SECRET},
        {"type": "console", "text": SECRET},
        {"type": "screencast-frame", "pageId": "ours", "file": "screencast/1.jpeg"},
        {"type": "screencast-frame", "pageId": "other", "file": "screencast/2.jpeg"},
    ),
    "trace.network": jsonl({"type": "resource-snapshot", "snapshot": {
        "time": 3,
        "request": {"method": "POST", "url": f"https://a.example/b?{SECRET}", "headers": HEADERS, "cookies": HEADERS,
                    "queryString": HEADERS, "postData": {"text": SECRET}},
        "response": {"status": 200, "headers": HEADERS, "cookies": HEADERS, "redirectURL": SECRET,
                     "content": {"size": 1, "mimeType": f"text/html; {SECRET}", "_sha1": "body.html"}},
    }}),
    "trace.stacks": SECRET.encode(),
    "screencast/1.jpeg": b"ours",
    "screencast/2.jpeg": b"other",
    "resources/body.html": SECRET.encode(),
})  # fmt: skip


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_trace_keeps_what_the_hand_did_and_the_pictures_of_its_own_tab() -> None:
    kept = members(redaction.trace(TRACE, pictures=True))
    assert set(kept) == {"trace.trace", "trace.network", "screencast/1.jpeg"}
    assert all(SECRET.encode() not in content for content in kept.values())
    events = [json.loads(line) for line in kept["trace.trace"].splitlines()]
    assert [event["type"] for event in events[-3:]] == ["before", "after", "screencast-frame"]
    assert events[-3]["params"] == {"url": "https://a.example/b"}
    (request,) = (json.loads(line)["snapshot"] for line in kept["trace.network"].splitlines())
    assert (request["request"]["url"], request["response"]["status"]) == ("https://a.example/b", 200)


def test_with_a_session_a_trace_keeps_no_picture() -> None:
    kept = members(redaction.trace(TRACE, pictures=False))
    assert set(kept) == {"trace.trace", "trace.network"}
    assert b"screencast" not in kept["trace.trace"]
