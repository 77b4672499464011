"""Boards that come in parts or late, in many ways, and a check that no input went astray meanwhile."""

# ruff: noqa: E501  # JavaScript in lines of its own

from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251

from player.browser.page.game_page import GamePage
from player.playing.result import Result
from tests.support.replica import played

#: What a page may show of a board before the rest comes, by game: parts in the public format, or how many cells.
BARE: dict[str, dict[str, Any]] = {
    "queens": {"givens": []},
    "zip": {"numbers": []},
    "tango": {"givens": []},
    "mini-sudoku": {"givens": [[0] * 6] * 6},
    "patches": {"clues": []},
    "wend": {"lengths": []},
}


NO_WALLS: dict[str, Any] = {"walls": []}


NO_SIGNS: dict[str, Any] = {"edges": []}


def strayed(page: Page) -> int:
    """Return the number of inputs on boards other than the one to be played."""
    return int(page.evaluate("sessionStorage.getItem('replica.strayed')") or 0)


def take_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the limits after which a wait ends though the page has work under way: a busy machine exceeds them."""
    for limit in ("pending.TRACE_TIMEOUT_MS", "pending.ENDLESS_AFTER_MS"):
        monkeypatch.setattr(f"player.browser.page.{limit}", 60_000)


def is_won(game: str, opened: GamePage, page: Page) -> Result:
    result = played(game, opened)
    assert (result.outcome, result.attempts) == ("solved", 1)
    assert strayed(page) == 0
    return result


_WORKER = "const worker = new Worker(URL.createObjectURL(new Blob([`%s`])));"
_BUSY = "for (const end = Date.now() + ${ms}; Date.now() < end;);"
_UNTIL = "const end = performance.now() + ms;"
_ANIMATED = """document.head.insertAdjacentHTML('beforeend', `<style>@keyframes late { to { outline-color: red } }
    .late { animation: late ${ms}ms } .later { transition: outline-offset ${ms}ms; outline-offset: 9px }</style>`);
    const late = document.body.appendChild(document.createElement('i')); late.getBoundingClientRect();"""
#: Ways in which a page may replace its board after `ms` milliseconds, each a script that calls `next`: those that show.
#: A busy machine runs too few steps of the loops (short timers, idle callbacks, frames, messages to itself) before the
#: first look to know that they are loops.
WAITED: dict[str, str] = {
    "a timer": "setTimeout(next, ms);",
    "a chain of timers": "let left = ms / 100; const step = () => (left-- > 0 ? setTimeout(step, 100) : next()); step();",
    "a chain of short timers": f"{_UNTIL} const step = () => (performance.now() < end ? setTimeout(step, 20) : next()); step();",
    "a chain of long timers": "let left = 3; const step = () => (left-- > 0 ? setTimeout(step, ms / 3) : next()); step();",
    "a timer after an equal one that shows": "setTimeout(() => { document.body.append('.'); setTimeout(next, ms / 2); }, ms / 2);",
    "a chain of promises": "(async () => { for (let left = ms / 100; left > 0; left--) await new Promise((done) => setTimeout(done, 100)); next(); })();",
    "an interval": f"{_UNTIL} const poll = setInterval(() => {{ if (performance.now() >= end) {{ clearInterval(poll); next(); }} }}, 100);",
    "a slow interval": f"{_UNTIL} const poll = setInterval(() => {{ if (performance.now() >= end) {{ clearInterval(poll); next(); }} }}, 400);",
    "an interval that asks": f"{_UNTIL} const poll = setInterval(async () => {{ await fetch('/ready').catch(() => 0); if (performance.now() >= end) {{ clearInterval(poll); next(); }} }}, 300);",
    "idle callbacks": f"{_UNTIL} const step = () => (performance.now() < end ? requestIdleCallback(step) : next()); step();",
    "frames": f"{_UNTIL} const step = () => (performance.now() < end ? requestAnimationFrame(step) : next()); step();",
    "a task": "scheduler.postTask(next, { delay: ms });",
    "the end of an animation": f"{_ANIMATED} late.onanimationend = next; late.className = 'late';",
    "the end of a transition": f"{_ANIMATED} late.ontransitionend = next; late.className = 'later';",
    "a Web Animation": "document.body.animate([{ outlineColor: 'red' }, { outlineColor: 'blue' }], ms).finished.then(next);",
    "a worker's timer": f"{_WORKER % 'setTimeout(() => postMessage(1), ${ms})'} worker.onmessage = next;",
    "a worker's work": f"{_WORKER % (_BUSY + ' postMessage(1)')} worker.onmessage = next;",
    "a worker's answer": f"{_WORKER % f'onmessage = () => {{ {_BUSY} postMessage(1) }}'} worker.onmessage = next; worker.postMessage(1);",
    "a worker's channel": f"""{_WORKER % "onmessage = ({ ports }) => setTimeout(() => ports[0].postMessage(1), ${ms})"}
        const {{ port1, port2 }} = new MessageChannel(); port1.onmessage = next; worker.postMessage(1, [port2]);""",
    "a worker's broadcast": f"{_WORKER % 'setTimeout(() => new BroadcastChannel(`late`).postMessage(1), ${ms})'.replace('`', chr(39))} new BroadcastChannel('late').onmessage = next;",
    "messages to itself": f"{_UNTIL} const {{ port1, port2 }} = new MessageChannel(); port1.onmessage = () => (performance.now() < end ? setTimeout(() => port2.postMessage(1), 30) : next()); port2.postMessage(1);",
    "a frame's timer": "const frame = document.createElement('iframe'); frame.srcdoc = `<script>setTimeout(() => parent.postMessage('late', '*'), ${ms})</scr` + `ipt>`; addEventListener('message', ({ data }) => data === 'late' && next()); document.body.append(frame);",
}
#: What pages do all the time, and what brings no board: nothing of it is waited for.
USUAL: dict[str, str] = {
    "a clock": "const at = document.body.appendChild(document.createElement('p')); let seconds = 0; setInterval(() => { at.textContent = seconds++; }, 1000);",
    "a clock in frames": "const at = document.body.appendChild(document.createElement('p')); const tick = () => { at.textContent = performance.now(); requestAnimationFrame(tick); }; tick();",
    "an endless animation": f"{_ANIMATED} late.style.animationIterationCount = 'infinite'; late.className = 'late';",
    "a spinner": "document.body.appendChild(document.createElement('i')).animate([{ rotate: '0deg' }, { rotate: '1turn' }], { duration: 800, iterations: Infinity });",
    "a spinner in frames": "const at = document.body.appendChild(document.createElement('b')); const turn = () => { at.style.rotate = `${performance.now()}deg`; requestAnimationFrame(turn); }; turn();",
    "beacons": "setInterval(() => navigator.sendBeacon('/beacon', 'x'), 250);",
    "pictures that count": "setInterval(() => { new Image().src = `/count?${performance.now()}`; }, 250);",
    "an idle worker": f"{_WORKER % 'onmessage = () => postMessage(1)'} worker.postMessage(1);",
}
