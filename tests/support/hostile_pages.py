"""Pages that no selector describes, on which a wrong press buys, sends or deletes; and a server that notes requests."""

import json
from base64 import b64encode
from collections.abc import Mapping
from contextlib import AbstractContextManager
from hashlib import sha1

from tests.support.http_servers import Handler, LocalServer, running
from tests.support.learnt_pages import BOARD, page_of

#: A board that clicks crown, without its end.
QUEENS = page_of("a click crowns")


class Site(LocalServer):
    """Answers each path of `pages`, by any method, and notes what it is asked in `log`."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        super().__init__(_Answer)
        self.pages, self.log = pages, list[tuple[str, str]]()

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The requests that may change something, and those of pages that nothing but a link leads to."""
        return [one for one in self.log if one[0] != "GET" or one[1].startswith("/away")]


class _Answer(Handler):
    server: Site

    def answer(self) -> None:
        path = self.path.partition("?")[0]
        self.server.log.append((self.command, path))
        if key := self.headers.get("Sec-WebSocket-Key"):
            self._talk(key)
            return
        self.received()
        body = self.server.pages.get(path, "<h1>Thank you</h1>").encode()
        self.send(body, "text/javascript" if path.endswith(".js") else "text/html; charset=utf-8")

    def _talk(self, key: str) -> None:
        """Open a socket, and note each message that comes by it."""
        accepted = b64encode(sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()  # noqa: S324
        self.wfile.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accepted}\r\n\r\n".encode()
        )
        while len(head := self.rfile.read(2)) == 2 and head[0] & 15 == 1:
            self.rfile.read(4 + (head[1] & 127))
            self.server.log.append(("MESSAGE", "/ws"))


def site(pages: Mapping[str, str]) -> AbstractContextManager[Site]:
    """Serve `pages` by their paths."""
    return running(Site(pages))


def as_page(body: str) -> str:
    """Return a page without a board."""
    return f"<!DOCTYPE html><title>A page</title><body><h1>A page</h1>{body}"


_CARD = "<input name=card autocomplete=cc-number value=4242424242424242>"
#: Controls that submit a form or lead away, each with the words of what begins a game.
CONTROLS = {
    "a checkout": f"<form method=post action=/away/pay>{_CARD}<button>Continue</button></form>",
    "a payment": f"<form method=post action=/away/pay>{_CARD}<input type=submit value=Go></form>",
    "an order by a button elsewhere": "<form id=o method=post action=/away></form><button form=o>Start</button>",
    "a deletion": "<form method=post action=/away><button type=submit>Weiter</button></form>",
    "a newsletter": "<form method=post action=/away><input type=image alt=Start title=Start role=button></form>",
    "a label": "<form method=post action=/away><label role=button for=s>Play</label><input id=s type=submit></form>",
    "a part of a button": "<form method=post action=/away><button>It <span role=button>Start</span></button></form>",
    "a form that overrides": "<form method=dialog><button formmethod=post formaction=/away>Play</button></form>",
    "a choice of languages": "<form action=/away/de><button>Los</button></form>",
    "a shadow root": "<div id=h></div><script>h.attachShadow({mode: 'open'}).innerHTML ="
    " '<form method=post action=/away><button>Start</button></form>'</script>",
    "a link": "<a href=/away>Play</a>",
    "a link to sign out": "<a role=button href=/away/logout>Continue</a>",
    "a part of a link": "<a href=/away><button>Play</button></a>",
    "a link in a drawing": "<svg width=99 height=40><a href=/away><text y=20 role=button>Play</text></a></svg>",
    "a link to a new window": "<a href=/away target=_blank>Play</a>",
    "a link that is counted": "<a href=#x ping=/away>Play</a>",
    "a file": "<a href=/away/game.zip download>Play</a>",
    "a letter": "<a href=mailto:me@example.com>Continue</a>",
    "a script in a link": "<form method=post action=/away></form>"
    "<a href='javascript:document.forms[0].submit()'>Go</a>",
    "a script in a button": "<form method=post action=/away></form>"
    "<button type=button onclick='document.forms[0].submit()'>Start</button>",
}

_POST = "fetch('/away?token=secret', {method: 'POST', body: 'seat=7'})"
_BUTTON = "<button type=button id=b>Start</button>"


def listener(event: str, work: str = _POST) -> str:
    """Return a button whose listener for `event` does `work`."""
    return f"{_BUTTON}<script>b.addEventListener('{event}', () => {{ {work} }})</script>"


#: Buttons of which only the page's script knows what they send; the request that a press would set off is stopped.
LISTENERS = {
    **{event: listener(event) for event in ("click", "pointerdown", "mousedown", "mouseup", "mouseover", "focus")},
    "put": listener("click", "fetch('/away', {method: 'PUT'})"),
    "patch": listener("click", "fetch('/away', {method: 'PATCH'})"),
    "delete": listener("click", "fetch('/away', {method: 'DELETE'})"),
    "beacon": listener("click", "navigator.sendBeacon('/away', new Blob(['{}'], {type: 'application/json'}))"),
    "keepalive": listener("click", "fetch('/away', {method: 'POST', keepalive: true})"),
    "a request that blocks": listener(
        "click", "const x = new XMLHttpRequest(); x.open('POST', '/away', false); try { x.send('1') } catch {}"
    ),
    "a worker": listener("click", "new Worker('/worker.js')"),
    "a little later": listener("click", f"setTimeout(() => {_POST}, 1500)"),
    "a form made by a script": listener(
        "click",
        "const f = document.createElement('form'); f.method = 'post'; f.action = '/away'; b.after(f); f.submit()",
    ),
    "a form in a new window": "<form method=post action=/away target=_blank id=f></form>"
    + listener("click", "f.submit()"),
    "a new window": listener("click", "window.open('/away')"),
    "another address": listener("click", "location.href = '/away'"),
    "like one that the page sends itself": listener("click", _POST)
    + "<script>fetch('/away/own', {method: 'POST', body: 'view'})</script>"
    + "<script>b.addEventListener('click', () => fetch('/away/own', {method: 'POST', body: 'buy'}))</script>",
}

WORKER = "fetch('/away', {method: 'POST', body: 'seat=7'})"

_COLOURS = ("#fbb", "#bfb", "#bbf", "#ffb", "#fbf", "#bff", "#ccc", "#fc9")


def seats(regions: list[list[int]], cell: str, script: str = "", around: str = "main") -> str:
    """Return a map of seats whose prices are drawn as the regions of a board; each seat is the markup `cell`."""
    cells = "".join(
        cell.replace("STYLE", f"style='background: {_COLOURS[region]}'").replace("SEAT", f"{row}-{col}")
        for row, line in enumerate(regions)
        for col, region in enumerate(line)
    )
    style = f"#m {{ display: grid; grid-template-columns: repeat({len(regions)}, 48px); width: max-content }} "
    style += "#m > * { height: 48px; box-sizing: border-box; border: 1px solid #333; padding: 0 } .sold { color: red }"
    return (
        f"<!DOCTYPE html><title>Seats</title><style>{style}</style><h1>Seats</h1>"
        f"<{around} id=m>{cells}</{around.split(maxsplit=1)[0]}><script>{script}</script>"
    )


REGIONS: list[list[int]] = BOARD["regions"]
_BUY = "for (const s of document.querySelectorAll('.seat')) s.addEventListener('EVENT', () => { WORK });"


def _bought(event: str = "click", work: str = f"{_POST}; s.classList.toggle('sold')") -> str:
    return _BUY.replace("EVENT", event).replace("WORK", work)


_SEAT = "<button class=seat STYLE></button>"
SEATS = {
    "buttons": seats(REGIONS, _SEAT, _bought()),
    "buttons that are pressed": seats(REGIONS, _SEAT, _bought("pointerdown")),
    "buttons that are touched": seats(REGIONS, _SEAT, _bought("mouseover")),
    "buttons with another menu": seats(REGIONS, _SEAT, _bought("contextmenu")),
    "buttons that tell nothing": seats(REGIONS, _SEAT, _bought(work=_POST)),
    "buttons of a form": seats(
        REGIONS, "<button name=seat value=SEAT STYLE></button>", around="form method=post action=/away"
    ),
    "buttons of a form for an address": seats(
        REGIONS, "<button name=seat value=SEAT STYLE></button>", around="form action=/away"
    ),
    "links": seats(REGIONS, "<a href=/away?seat=SEAT STYLE></a>"),
    "scripts that leave": seats(REGIONS, _SEAT, _bought(work="location.href = '/away'")),
    "sockets": seats(
        REGIONS, _SEAT, "const w = new WebSocket(`ws://${location.host}/ws`);" + _bought(work="w.send('buy')")
    ),
}

_HIDE = "document.querySelector('#d').remove()"
_DIALOG = "position: fixed; inset: 0; background: #fffc; display: grid; place-items: center"


def covered(inside: str, style: str = _DIALOG, more: str = "") -> str:
    """Return the board under a layer with `inside`, and `more` beside it."""
    return f"{QUEENS}{more}<div id=d role=dialog style='{style}'><div>{inside}</div></div>"


#: The board on a page that has not begun it.
HIDDEN = QUEENS.replace("<main>", "<main hidden>") + "<style>[hidden] { display: none !important }</style>"
#: Boards that are learnt: what covers them goes by a press, or by itself; what the page sends by itself goes its way.
GOOD = {
    "a start over the board": covered(f"<button onclick={json.dumps(_HIDE)}>Play</button>"),
    "a start in a layer without a role": covered(f"<button onclick={json.dumps(_HIDE)}>Start</button>").replace(
        " role=dialog", ""
    ),
    "a start beside another one": covered(
        f"<button onclick={json.dumps(_HIDE)}>Play</button>", more=f"<main>{CONTROLS['a checkout']}</main>"
    ),
    "a dialog's own form": f"{QUEENS}<dialog id=d><form method=dialog><button>Start</button></form></dialog>"
    "<script>d.showModal()</script>",
    "a card that a script listens to": HIDDEN
    + "<section id=c style='cursor: pointer'><b>Daily puzzle</b><p>One for all, every day</section>"
    "<p style='cursor: pointer' onclick='location.href = `/away`'>Statistics of today</p>"
    "<script>c.addEventListener('click', () => { c.remove(); grid.hidden = false; })</script>",
    "a start that goes on to lie under the board": QUEENS.replace("<main>", "<main hidden>")
    + "<style>[hidden] { display: none !important } h1 { margin: 0 }"
    " main { position: fixed; inset: 0; background: white; width: auto !important; place-content: start }</style>"
    "<button onclick='grid.hidden = false'>Start a game</button>",
    "a list of small boards": QUEENS
    + "<style>[hidden] { display: none !important } #small { display: grid; width: max-content }"
    " #small i { height: 9px }</style><section><div id=small></div>"
    "<button onclick='this.parentNode.remove(); grid.hidden = false'>Play</button>"
    "</section><script>small.style.gridTemplateColumns = `repeat(${Math.sqrt(grid.children.length)}, 9px)`;"
    "for (const cell of grid.children) small.appendChild(document.createElement('i')).style.background ="
    " getComputedStyle(cell).backgroundColor; grid.hidden = true</script>",
    "a card of several parts": HIDDEN
    + "<button onclick='grid.hidden = false; this.remove()'><div>Starter</div><div>easy</div><div>6x6</div></button>",
    "a start that is far from another one": HIDDEN
    + "<section id=c style='display: grid; gap: 3000px; justify-items: start'>"
    "<button onclick='c.remove(); grid.hidden = false'>Play</button><button>New game</button></section>",
    "a list of sizes": HIDDEN + "<nav><a href=#5>5×5</a> <a href=#6>6×6</a></nav>"  # noqa: RUF001  # the sign that pages show
    "<script>onhashchange = () => { document.querySelector('nav').remove(); grid.hidden = false; }</script>",
    "a menu of games": HIDDEN.replace("Queens", "Puzzle") + "<style>h3 { cursor: pointer }</style>"
    "<section id=c><h3 onclick='c.remove(); grid.hidden = false'><i>\u265b</i>Queens: one in each row</h3>"
    "<h3 onclick='c.remove()'>Wend: words</h3></section>",
    "a link to the game by another name": HIDDEN.replace("Queens", "Puzzle")
    + "<a id=c href='javascript: void 0' onclick='c.remove(); grid.hidden = false'>Star Battle</a>",
    "a start for each of two games": HIDDEN.replace("Queens", "Puzzle")
    + "<section id=c><button onclick='c.remove()'>Daily challengeMini Sudoku</button>"
    "<button onclick='c.remove(); grid.hidden = false'>Play Queens</button></section>",
    **{
        f"a tutorial before the start, which is {how}": covered(f"<button {shut}>Watch the tutorial</button>")
        + "<script>setTimeout(() => requestAnimationFrame(() => setTimeout(() => {"
        f" const b = d.querySelector('button'); b.textContent = 'Got it! Start playing'; b.{opens};"
        f" b.onclick = () => {_HIDE}; }}, 6000)), 20)</script>"
        for how, shut, opens in (
            ("disabled", "disabled", "disabled = false"),
            ("out of reach", "style='pointer-events: none'", "style = ''"),
        )
    },
    "a name that is asked for until there is one": HIDDEN
    + "<button onclick='while (!prompt(`Your name`)); this.remove(); grid.hidden = false'>Start</button>",
    "a game begun before has another start": covered(f"<button onclick={json.dumps(_HIDE)}>Play</button>")
    + "<script>if (localStorage.begun) d.querySelector('button').textContent = 'Back to my board';"
    " localStorage.begun = 1;</script>",
    "a layer that goes": covered("<p>Loading</p>") + f"<script>setTimeout(() => {_HIDE}, 2000)</script>",
    "a start that counts down": covered(
        "<button onclick='let n = 3; this.parentNode.textContent = n; const t = setInterval(() => { n -= 1;"
        " d.textContent = n; if (!n) { clearInterval(t); d.remove(); } }, 900)'>Start</button>"
    ),
    "its own requests": QUEENS + "<script>fetch('/own/view', {method: 'POST', body: 'view 1'});"
    "setInterval(() => fetch('/own/beat', {method: 'POST', body: 'at ' + Date.now()}), 2500)</script>",
}
#: A script that puts a layer over the page at its second press, once in a session, and counts the inputs that go on.
INTERRUPTION = """
let presses = 0;
const count = (event) => {
  const layer = document.querySelector("#d");
  if (layer && !layer.contains(event.target)) sessionStorage.lost = Number(sessionStorage.lost ?? 0) + 1;
  if (layer || sessionStorage.shown || (presses += 1) < 2) return;
  sessionStorage.shown = 1;
  const made = document.createElement("div");
  made.id = "d";
  made.style = "position: fixed; inset: 0; background: #fffc; z-index: 99";
  made.innerHTML = "INSIDE";
  document.body.append(made);
  GOES
};
for (const kind of ["mousedown", "keydown"]) addEventListener(kind, count, true);
"""


def interruption(name: str) -> str:
    """Return the script whose layer begins the game anew at a press, goes by itself, or stays, at each load."""
    inside, goes = {
        "a button begins the game": ("<button onclick='this.parentNode.remove()'>Continue</button>", ""),
        "it goes": ("<p>Wait</p>", "setTimeout(() => made.remove(), 1500);"),
        "it stays": ("<form method=post action=/away><button>Continue</button></form>", ""),
    }[name]
    script = INTERRUPTION.replace("|| sessionStorage.shown ", "") if name == "it stays" else INTERRUPTION
    return script.replace("INSIDE", inside).replace("GOES", goes)


#: Boards under something that nothing removes.
REFUSED = {
    "a form over the board": covered(CONTROLS["a checkout"]),
    "consent by a form": covered(
        "We use cookies. <form method=post action=/away><button>Only necessary</button></form>"
    ),
    "a start under a layer": covered("<p>Subscribe now</p>", more="<button onclick='this.remove()'>Play</button>"),
}
