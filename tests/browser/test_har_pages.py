"""A page's loading is recorded without a move, replayed, and won there; nothing of a HAR reaches the network."""

import json
import socket
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route  # noqa: TID251  # browser tests drive a real browser

import player
from player.browser.offline import har, sources
from player.browser.selectors.schema import SiteSelectors
from tests.support.browser_commands import Here

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("state")]

HOSTILE = """<!DOCTYPE html><body><iframe></iframe><script>
const at = "127.0.0.1:%d", said = [];
for (const name of ["RTCPeerConnection", "WebTransport"]) said.push(name in window, name in frames[0]);
const sent = fetch("/send", { method: "POST", body: "x" }).then((answer) => answer.text());
const asked = [fetch(`http://${at}/`), fetch("/moved"), sent];
new WebSocket(`ws://${at}/`);
navigator.sendBeacon(`http://${at}/`, "x");
document.body.append(Object.assign(new Image(), { src: `http://${at}/` }));
Promise.allSettled(asked).then((all) => {
  said.push(...all.map(({ value, status }) => value ?? status));
  document.title = said.join();
});
</script>"""


@pytest.fixture
def recorded(here: Here) -> Path:
    """The recording that `player record tango --har` makes of the replica."""
    code, said, complaint = here("record", "tango", "--har", "--offline", "replica")
    assert code == 0, complaint
    return Path(said.partition(": ")[0])


def test_a_page_that_was_recorded_without_a_move_is_read_and_won_offline(here: Here, recorded: Path) -> None:
    file = recorded / "page.har"
    assert (file.stat().st_mode & 0o777, recorded.stat().st_mode & 0o777) == (0o600, 0o700)
    code, output, _ = here("play", "tango", "--offline", file, "--json", "-")
    result = next(line for line in map(json.loads, output.splitlines()) if line["event"] == "result")
    assert (code, result["outcome"], result["confirmed"]) == (0, "solved", "board")
    code, _, complaint = here("read", "zip", "--offline", file)
    assert (code, "holds no page of Zip" in complaint, complaint.count("\n")) == (66, True, 1)
    assert here("record", "tango", "--har", "--to", recorded, "--offline", "replica")[0] == 2
    assert here("record", "tango", "--har", "--cdp", "http://127.0.0.1:9222")[0] == 2
    assert here("play", "tango", "--offline", file, "--connect", "ws://127.0.0.1:3000")[0] == 2


def test_a_har_is_read_by_the_library(recorded: Path) -> None:
    reading = player.read(recorded / "page.har")
    assert (reading.game, reading.proof.solutions) == ("tango", 1)


def test_no_script_of_a_har_reaches_the_network(
    page: Page, context: BrowserContext, site: SiteSelectors, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        port = listening.getsockname()[1]
        answers = [
            (site.games["zip"].url, 200, HOSTILE % port, ""),
            (f"{site.origin}/moved", 302, "", f"http://127.0.0.1:{port}/"),
        ]
        entries = [
            {
                "request": {"method": "GET", "url": url},
                "response": {
                    "status": status,
                    "headers": [{"name": "location", "value": to}],
                    "content": {"text": text},
                },
            }
            for url, status, text, to in answers
        ]
        (tmp_path / "hostile.har").write_text(json.dumps({"log": {"entries": entries}}))
        har.load(tmp_path / "hostile.har", site).attach(context)
        page.goto(site.games["zip"].url)
        page.wait_for_function("document.title")
        assert page.title() == "false,false,false,false,rejected,rejected,{}"
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_a_page_that_opens_a_socket_is_served_all_the_same(
    page: Page, context: BrowserContext, site: SiteSelectors, tmp_path: Path
) -> None:
    socket_opened = '<p>page<script>new WebSocket("wss://site.example/");document.title = "on"</script></p>'
    (tmp_path / "mini-sudoku.html").write_text("<p>page")
    sources.captured("linkedin", site.origin, tmp_path).attach(context)
    context.route(
        "**/games/view/mini-sudoku/desktop", partial(Route.fulfill, body=socket_opened, content_type="text/html")
    )
    page.goto(f"{site.origin}/games/view/mini-sudoku/desktop")
    page.wait_for_function("document.title === 'on'")
    assert page.inner_text("p") == "page"
