"""No value of a session is ever in what is kept."""

import base64
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from player.errors import Unavailable
from player.secrets import SCRUBBER, scrubbed_output
from player.secrets.values import Secrets, secrets_in, secrets_of
from tests.support.traces import zipped

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


TOKEN = "AQEDAR1x2y3z-token"  # noqa: S105  # nobody's
DISGUISES = {
    "in decimal entities": "".join(f"&#{ord(character)};" for character in TOKEN),
    "in hexadecimal entities": "".join(f"&#x{ord(character):X};" for character in TOKEN),
    "in entities of an address": quote("".join(f"&#{ord(character)};" for character in TOKEN)),
    "in percents": "".join(f"%{ord(character):02x}" for character in TOKEN),
    "in percents, twice": quote("".join(f"%{ord(character):02X}" for character in TOKEN)),
    "in JSON": "".join(f"\\u{ord(character):04x}" for character in TOKEN),
    "in JavaScript": "".join(f"\\x{ord(character):02x}" for character in TOKEN),
    "in JavaScript of today": "".join(f"\\u{{{ord(character):x}}}" for character in TOKEN),
    "in CSS": "".join(f"\\{ord(character):x} " for character in TOKEN),
    "in hexadecimal": TOKEN.encode().hex(),
    "in hexadecimal, large": TOKEN.encode().hex(" ").upper(),
    "in hexadecimal, listed": ",".join(hex(ord(character)) for character in TOKEN),
    "in codes": ", ".join(str(ord(character)) for character in TOKEN),
    "reversed": TOKEN[::-1],
    "reversed in entities": "".join(f"&#{ord(character)};" for character in TOKEN[::-1]),
    "in base64 of lines": base64.encodebytes(f"{{{'x' * 50}{TOKEN}{'y' * 50}}}".encode()).decode(),
    "in base64 of an address": quote(base64.b64encode(TOKEN.encode()).decode(), safe=""),
    "split by tags": "AQEDAR<b class='x'>1x2y3z</b>-token",
    "split by written tags": "AQEDAR&lt;b&gt;1x2y3z&lt;/b&gt;-token",
    "split by a comment": "AQEDAR1x<!-- 2 -->2y3z-token",
    "split by quotes": "'AQEDAR1x' + '2y3z-' + \"token\"",
    "split over lines": "AQEDAR1x\n  2y3z-\ttoken",
    "split by what nobody sees": "AQEDAR\u200b1x2y3z&shy;-token",
    "split over attributes": '<i data-a="AQEDAR1x" data-b="2y3z-token">',
    "with a byte between": TOKEN.encode("utf-16-le").decode(),
}


def test_a_value_is_found_in_every_disguise() -> None:
    secrets = Secrets(frozenset([TOKEN]))
    for name, disguise in DISGUISES.items():
        assert secrets.are_in("page.html", f"<p>some {disguise} more</p>".encode()), name
        assert secrets.are_in("run.zip", zipped({"queens/page.html": json.dumps({"a": disguise}).encode()})), name
        assert not Secrets(frozenset(["AQEDAR1x2y3z-taken"])).are_in("page.html", disguise.encode()), name


PATTERN = "AQE[A-Z]{3}[0-9a-z-]{9,}"


@pytest.mark.parametrize(
    "form",
    [
        TOKEN,
        TOKEN[::-1],
        DISGUISES["in decimal entities"],
        base64.b64encode(f'{{"a": "{TOKEN}"}}'.encode()).decode(),
        TOKEN.encode().hex(),
    ],
)
def test_what_a_pattern_finds_is_found_in_disguise(form: str) -> None:
    assert Secrets(patterns=(PATTERN,)).are_in("page.html", f"<p>{form}</p>".encode())
    assert not Secrets(patterns=(PATTERN,)).are_in("page.html", b"<p>AQE and more</p>")


def test_texts_are_cleaned_and_words_with_a_secret_in_disguise_are_replaced() -> None:
    secrets = Secrets(frozenset([TOKEN]), ("id=([a-z]+)",))
    data = {"a": f"x {TOKEN} y", "b": [TOKEN[::-1], 3, "id=me"], "c": "z"}
    kept = json.loads(secrets.clean_json("snapshot.json", data))
    assert kept == {"a": "x removed y", "b": ["removed", 3, "id=removed"], "c": "z"}


def test_of_a_guest_s_cookies_words_are_no_secrets() -> None:
    values = [TOKEN, "ajax:8213339174450123456", "dark-mode", "America/Los_Angeles", "100000", "f3a9c1"]
    found = secrets_in({"cookies": [{"value": value} for value in values]}).but_words()
    assert found.values == {TOKEN, "ajax:8213339174450123456", "f3a9c1"}


def test_a_value_is_found_in_every_form(secrets: Secrets) -> None:
    for name, form in FORMS.items():
        assert secrets.are_in("page.html", f"<p>{form}</p>".encode()), name
        assert secrets.are_in("trace.zip", zipped({"a": b"", "b": f"..{form}..".encode()})), name


def test_short_values_and_other_files_are_let_through(secrets: Secrets) -> None:
    assert not secrets.are_in("page.html", b"<html lang=en>")
    assert not secrets.are_in("trace.zip", zipped({"a": b"nothing"}))
    assert not secrets.are_in("trace.zip", b"no zip")


def test_a_guest_has_no_secrets() -> None:
    assert not secrets_of(None).are_in("page.html", b"anything")


WORD = "secret-session-value"


@pytest.fixture
def scrubber() -> Iterator[None]:
    SCRUBBER.protect(Secrets(frozenset({TOKEN, WORD})))
    yield
    SCRUBBER.forget()


ONE_WORD = {name: form for name, form in DISGUISES.items() if len(form.split()) == 1}


@pytest.mark.usefixtures("scrubber")
def test_an_error_names_the_place_but_not_the_secret_in_its_path() -> None:
    for form in (TOKEN, TOKEN.lower(), quote(TOKEN), *ONE_WORD.values(), WORD):
        message = str(Unavailable(f"the page left the puzzle for https://a.example/x/{form}: play again"))
        assert form not in message
        assert message.startswith("the page left the puzzle for ")
        assert message.endswith(" play again")


@pytest.mark.usefixtures("scrubber")
def test_a_record_has_no_form_of_a_secret_in_its_texts() -> None:
    for form in (TOKEN, *DISGUISES.values()):
        clean = SCRUBBER.json({"message": f"the page is {form} now", "cells": [[1, 2]]})
        assert form not in clean["message"]
        assert clean["cells"] == [[1, 2]]


@pytest.mark.usefixtures("scrubber")
def test_a_field_that_is_a_plain_word_stays_though_a_cookie_has_the_same_value() -> None:
    SCRUBBER.protect(Secrets(frozenset({"solved", "Europe/Berlin"})))
    assert SCRUBBER.json({"outcome": "solved", "tz": "Europe/Berlin"}) == {"outcome": "solved", "tz": "Europe/Berlin"}


@pytest.mark.usefixtures("scrubber")
def test_what_is_printed_goes_through_the_scrubber_until_the_command_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", streams[0])
    monkeypatch.setattr(sys, "stderr", streams[1])
    with scrubbed_output():
        print(f'{{"selector": "[data-x=\\"{TOKEN}\\"]"}}')  # noqa: T201  # this is what is tested
        print(TOKEN[::-1], file=sys.stderr)  # noqa: T201
    assert [stream.getvalue() for stream in streams] == ['{"selector": "[data-x=\\"removed\\"]"}\n', "removed\n"]
    assert sys.stdout is streams[0]
    assert SCRUBBER.text(TOKEN) == TOKEN
