"""Secrets and personal data are in no file that is saved."""

import io
import json
import zipfile

import pytest

from player.browser import redaction
from tests.support.html_pages import Html
from tests.support.traces import SECRET, TRACE

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
        (
            "<x-b><template shadowrootmode=open><script>a</script><style>p{left:1px}</style>b</template></x-b>c",
            '<x-b><template shadowrootmode="open"><style>p{left:1px}</style>b</template></x-b>c',
        ),
        ("<template shadowrootmode=closed>a</template>c", "c"),
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


@pytest.mark.parametrize(
    "html", ["<scr<script>ipt>x", "<style></style ><script>x", "<p a='>' onclick=x", "<svg/onload=x>"]
)
def test_no_script_is_put_together_from_pieces(html: str) -> None:
    tags = Html(redaction.page(html)).tags
    assert not [tag for tag, _ in tags if tag == "script"]
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]


# Traces


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
