"""Nothing of a HAR reaches the network."""

import json
import socket
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page  # noqa: TID251  # browser tests drive a real browser

from player.web import har, offline
from player.web.schema import SiteSelectors

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
    (tmp_path / "mini-sudoku.html").write_text(socket_opened)
    offline.captured("linkedin", site.origin, tmp_path).attach(context)
    page.goto(f"{site.origin}/games/view/mini-sudoku/desktop")
    page.wait_for_function("document.title === 'on'")
    assert page.inner_text("p") == "page"
