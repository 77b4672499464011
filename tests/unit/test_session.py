"""No value of a session is ever in what is kept."""

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from player.session import Secrets, secrets_of
from tests.unit.test_redact import zipped

COOKIE, STORED = 'AQED+/a "b" <&>', "sørt-token"


@pytest.fixture
def secrets(tmp_path: Path) -> Secrets:
    state = {
        "cookies": [
            {"name": "li_at", "value": COOKIE},
            {"name": "lang", "value": "en"},
            {"name": "q", "value": '"quoted"'},
        ],
        "origins": [{"origin": "https://a.example", "localStorage": [{"name": "x", "value": STORED}]}],
    }
    (tmp_path / "session.json").write_text(json.dumps(state), encoding="utf-8")
    return secrets_of(tmp_path / "session.json")


FORMS = {
    "as it is": COOKIE,
    "stored": STORED,
    "without its quotes": "quoted",
    "in an address": quote(COOKIE, safe=""),
    "in JSON": json.dumps(STORED),
    "in markup": "AQED+/a &quot;b&quot; &lt;&amp;&gt;",
    "in JSON that markup may hold": json.dumps(COOKIE).replace("/", r"\/"),
    "base64": base64.b64encode(COOKIE.encode()).decode(),
    "base64, one byte on": base64.b64encode(f"?{COOKIE}!".encode()).decode(),
    "base64, two bytes on": base64.urlsafe_b64encode(f"??{COOKIE}!".encode()).decode(),
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_a_value_is_found_in_every_form(secrets: Secrets, form: str) -> None:
    assert secrets.are_in("page.html", f"<p>{form}</p>".encode())
    assert secrets.are_in("trace.zip", zipped({"a": b"", "b": f"..{form}..".encode()}))


def test_short_values_and_other_files_are_let_through(secrets: Secrets) -> None:
    assert not secrets.are_in("page.html", b"<html lang=en>")
    assert not secrets.are_in("trace.zip", zipped({"a": b"nothing"}))
    assert not secrets.are_in("trace.zip", b"no zip")


def test_a_guest_has_no_secrets() -> None:
    assert not secrets_of(None).are_in("page.html", b"anything")
