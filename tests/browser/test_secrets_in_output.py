"""A site whose addresses have the value of a session cookie: nothing that a run writes or prints has it."""

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from player.files import SELECTORS
from tests.support.browser_commands import Here, records
from tests.support.server import Server, serving

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("state")]

VALUE = "AQEDAR9x/zQ+Secret=="
FORMS = {
    "as it is": quote(VALUE, safe="/+="),
    "in percents": quote(VALUE, safe=""),
    "in percents twice": quote(quote(VALUE, safe=""), safe=""),
    "in base64": b64encode(VALUE.encode()).decode(),
    "in hexadecimal": VALUE.encode().hex(),
    "reversed": quote(VALUE[::-1], safe=""),
    "in lower case": VALUE.lower(),
}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving("ember") as server:
        yield server


@pytest.fixture
def here(here: Here, server: Server, tmp_path: Path) -> Here:
    """`player ARGUMENT...` in the tests' browser, with a session on the site that `server` is."""
    selectors, session = tmp_path / "selectors.yaml", tmp_path / "session.json"
    selectors.write_text(SELECTORS.read_text().replace("https://www.linkedin.com", server.origin))
    cookie = {"name": "li_at", "value": VALUE, "domain": "127.0.0.1", "path": "/", "expires": -1}
    flags = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
    session.write_text(json.dumps({"cookies": [cookie | flags], "origins": []}))
    session.chmod(0o600)
    return lambda *arguments: here(*arguments, "--selectors", selectors, "--storage-state", session)


def forms_in(text: str) -> list[str]:
    return [name for name, form in {**FORMS, "bare": VALUE}.items() if form in text]


@pytest.mark.parametrize(("place", "form"), [("/login/", "as it is"), ("/x/", "in base64"), ("/x/", "in lower case")])
def test_a_night_whose_pages_go_to_an_address_with_the_session_writes_and_prints_none_of_it(
    here: Here, server: Server, tmp_path: Path, place: str, form: str
) -> None:
    server.moved = place + FORMS[form]
    report = tmp_path / "report"
    code, out, err = here("nightly", "zip", "--report", report, "--json", "-", "--retry-after", 0, "--deadline", 60)
    assert out, err
    (result,) = (record for record in records(out) if record["event"] == "result")
    assert (code, result["outcome"] in {"signin", "unavailable", "unreadable"}) == (result["exit"], True), err
    files = [file for file in (*report.rglob("*"), *(tmp_path / "state").rglob("*")) if file.is_file()]
    assert {"results.jsonl", "report.html", "junit.xml", "result.json"} <= {file.name for file in files}
    leaks = {file.name: forms_in(file.read_bytes().decode(errors="replace")) for file in files}
    assert {name: found for name, found in leaks.items() if found} == {}
    assert forms_in(out + err) == []
