"""A scrubbed HAR holds no secret, in whatever form, and still answers what its scripts ask for."""

import base64
import json
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from player.browser.offline.har import Har, load, scrubbed
from player.browser.selectors.loader import load as load_selectors
from player.errors import CannotCreate
from player.files import SELECTORS

SITE = load_selectors(SELECTORS).site("linkedin")
HERE = SITE.origin
PAGE = SITE.games["tango"].url

SESSION, CSRF, COOKIE = 'AQEDAR+s/ess"ion<1>', "ajax:8213339174450123456", "v=2&0f3c-plain"
QUERY, MEMBER, NAME, MAIL = "tk9.Zq81LmNopQ7734", "48151623", "Hypatia", "hypatia@library.example"
PLANTED = {SESSION, CSRF, COOKIE, QUERY, MEMBER, NAME, MAIL, "AQEFunknown_of_any_cookie_1", "S3cret-Bearer-of-nobody"}


def entry(url: str, body: str | bytes, kind: str = "text/html", method: str = "GET", **more: Any) -> dict[str, Any]:
    content = (
        {"text": body} if isinstance(body, str) else {"text": base64.b64encode(body).decode(), "encoding": "base64"}
    )
    headers = [{"name": name, "value": value} for name, value in more.pop("headers", {}).items()]
    asked = {"method": method, "url": url, "headers": more.pop("asked", []), "cookies": more.pop("cookies", [])}
    answered = {"status": more.pop("status", 200), "cookies": [], "content": content}
    return {
        "request": {**asked, "postData": {"text": SESSION}},
        "response": {**answered, "headers": [{"name": "Content-Type", "value": kind}, *headers]},
        "serverIPAddress": "203.0.113.9",
    }


def forms(value: str) -> str:
    """`value` as it may stand in a page."""
    amid = base64.b64encode(f'{{"a":"{value}"}}'.encode()).decode()
    standing = base64.urlsafe_b64encode(value.encode()).decode()
    escaped = (value, quote(value), quote(value, safe=""), escape(value), json.dumps(value)[1:-1])
    return " ".join((*escaped, json.dumps(value)[1:-1].replace("/", r"\/"), amid, standing))


def har(*entries: dict[str, Any]) -> bytes:
    text = f'<code>{{&quot;firstName&quot;:&quot;{NAME}&quot;,"id":"urn:li:member:{MEMBER}"}}</code> by {NAME}, {MAIL}'
    page = f'<script src="/a.js?t={QUERY}" integrity="sha256-x"></script>{text} {" ".join(map(forms, sorted(PLANTED)))}'
    vouching = [
        {"name": "csrf-token", "value": CSRF},
        {"name": "Authorization", "value": "Bearer S3cret-Bearer-of-nobody"},
    ]
    vouching.append({"name": ":authority", "value": "www.linkedin.com"})
    cookies = [{"name": "c", "value": COOKIE}]
    log = [
        entry(PAGE, page, asked=vouching, cookies=cookies, headers={"Set-Cookie": f"c={COOKIE}", "X-Id": MEMBER}),
        entry(f"{HERE}/a.js?t={QUERY}", f"go('{QUERY}')", "text/javascript"),
        entry(f"{HERE}/api?member={MEMBER}&csrf={quote(CSRF)}", f'{{"id":{MEMBER}}}', "application/json"),
        entry(f"{HERE}/p/{MEMBER}.png", b"\xff\xfe" + SESSION.encode(), "image/png"),
        entry(f"{HERE}/old", "", status=302, headers={"Location": f"/new?s={SESSION}"}),
        entry(f"{HERE}/send", "", method="POST"),
    ]
    return json.dumps({"log": {"entries": [*log, *entries]}}).encode()


@pytest.fixture
def clean(tmp_path: Path) -> tuple[str, Har]:
    """Write a recording; return it as it is read."""
    content = scrubbed(har(), SITE.secrets, {SESSION})
    (tmp_path / "page.har").write_bytes(content)
    return content.decode(), load(tmp_path / "page.har", SITE)


@pytest.mark.parametrize("secret", sorted(PLANTED))
def test_no_secret_is_left_in_any_form(clean: tuple[str, Har], secret: str) -> None:
    text, pages = clean
    bodies = [text.encode(), *(answer.body for answer in pages.answers.values())]
    for form in forms(secret).split(" "):
        assert not [body for body in bodies if form.encode().rstrip(b"=") in body]
    amid = [base64.b64decode(form) for form in forms(secret).split(" ")[-2:-1]]
    assert secret.encode() in amid[0]


def test_secrets_amid_others_in_base64_are_found(clean: tuple[str, Har]) -> None:
    page = clean[1].answers[PAGE].body.decode().split()
    decoded = [base64.b64decode(word) for word in page if word.startswith("eyJhIjoi")]
    assert len(decoded) == len(PLANTED)
    assert not [word for word in decoded for secret in PLANTED if secret.encode() in word]


def test_only_answers_to_gets_are_left_with_few_headers(clean: tuple[str, Har]) -> None:
    text, _ = clean
    log = json.loads(text)["log"]["entries"]
    assert {entry["request"]["method"] for entry in log} == {"GET"}
    assert {header["name"] for entry in log for header in entry["response"]["headers"]} == {"content-type", "location"}
    assert not [entry for entry in log if entry["request"]["headers"] or entry["request"]["cookies"]]
    addresses = [entry["request"]["url"] + entry["response"]["redirectURL"] for entry in log]
    assert not [address for address in addresses if "=" in address]
    assert not [word for word in ("postData", "203.0.113.9", " integrity=", "Set-Cookie") if word in text]


def test_what_a_script_asks_for_with_what_it_reads_is_found(clean: tuple[str, Har]) -> None:
    _, pages = clean
    page = pages.answers[PAGE].body.decode()
    asked = page.split('src="')[1].split('"')[0]
    assert asked != f"/a.js?t={QUERY}"
    script = pages.response(HERE + asked, "GET", navigates=False)
    assert script is not None
    assert script["body"].decode() == f"go('{asked.split('=')[1]}')"
    member = page.split("urn:li:member:")[1][: len(MEMBER)]
    other = pages.find(f"{HERE}/api?csrf=another&member=another")
    assert other is not None
    assert json.loads(other.body) == {"id": int(member)}


def test_what_is_too_short_to_be_replaced_wherever_it_stands_is_replaced_where_a_pattern_finds_it() -> None:
    text = scrubbed(har(entry(f"{HERE}/x", '{"firstName":"Ada","x":"Adam"}')), SITE.secrets, set()).decode()
    assert r"\"firstName\":\"Ada\"" not in text
    assert r"\"x\":\"Adam\"" in text


def test_nothing_is_written_where_a_secret_can_not_be_taken_out() -> None:
    with pytest.raises(CannotCreate, match="still held a secret"):
        scrubbed(har(entry(f"{HERE}/x", "<hr>--------<hr>")), SITE.secrets, {"--------"})
