"""Small pages of Queens that set marks in different ways, for `player learn`; each records what is pressed on it."""

import json
from typing import Any

from tests.support.replica import SMALL

ORIGIN = "http://learn.test"
URL = f"{ORIGIN}/queens.html"

#: A board, with its solution.
BOARD: dict[str, Any] = SMALL["queens"]

#: What each kind of press does to a cell: the marks that it leads through, and traps on the way.
WAYS: dict[str, dict[str, Any]] = {
    "a click crowns": {"click": ["", "queen"]},
    "a click crosses, the next one crowns": {"click": ["", "cross", "queen"]},
    "a click crowns, the next one crosses": {"click": ["", "queen", "cross"]},
    "a right click crowns": {"click": ["", "cross"], "contextmenu": ["", "queen"]},
    "a long press crowns": {"click": ["", "cross"], "hold": ["", "queen"]},
    "a double click always crowns": {"click": ["", "cross"], "dblclick": ["queen"]},
    "two clicks within 400 ms crown": {"click": ["", "cross"], "soon": ["queen"]},
    "the page keeps marks, two clicks crown": {"click": ["", "cross"], "soon": ["queen"], "keeps": True},
    "a mark takes away the name of its cell": {"click": ["", "queen"], "named": True},
    "crosses come by themselves": {"click": ["", "cross", "queen"], "crosses": True},
    "the effect is late": {"click": ["", "cross", "queen"], "late": 250},
    "a marked cell's label loses its region": {"click": ["", "cross", "queen"], "labels": True},
    "the clicked cell is framed": {"click": ["", "cross", "queen"], "framed": True},
}

_SCRIPT = """
const { regions, solution, way } = CONFIG;
const n = regions.length, grid = document.querySelector("main");
const COLOURS = ["#fbb", "#bfb", "#bbf", "#ffb", "#fbf", "#bff"];
const marks = JSON.parse((way.keeps && localStorage.marks) || "null") ?? Array(n * n).fill("");
window.pressed = [];
addEventListener("mousedown", (event) => pressed.push(event.target.id || event.target.localName), true);
const cells = regions.flat().map((region, i) => {
  const cell = grid.appendChild(document.createElement("div"));
  cell.className = "cell";
  cell.style.backgroundColor = COLOURS[region];
  if (way.labels) cell.setAttribute("aria-label", `Region ${region}. Empty.`);
  if (way.named) cell.setAttribute("aria-label", "empty");
  return cell;
});
const show = () => {
  cells.forEach((cell, i) => {
    cell.classList.toggle("crowned", marks[i] === "queen");
    cell.textContent = marks[i] === "cross" ? "x" : marks[i] === "queen" ? "Q" : "";
    if (way.labels && cell.textContent) cell.setAttribute("aria-label", `Marked.`);
    if (way.named) cell.toggleAttribute("aria-label", !marks[i]) && cell.setAttribute("aria-label", "empty");
  });
  if (way.keeps) localStorage.marks = JSON.stringify(marks);
  const queens = marks.flatMap((mark, i) => (mark === "queen" ? [i] : []));
  if (queens.join() === solution.join()) document.querySelector("p").textContent = "Solved! All queens stand.";
};
const crossed = (i) => cells.forEach((_, j) => {
  const [r, c, s, d] = [Math.floor(i / n), i % n, Math.floor(j / n), j % n];
  if (i !== j && !marks[j] && (r === s || c === d)) marks[j] = "cross";
});
const turn = (cell, marksOfWay) => {
  const i = cells.indexOf(cell);
  if (i < 0 || !marksOfWay) return;
  marks[i] = marksOfWay[(marksOfWay.indexOf(marks[i]) + 1) % marksOfWay.length];
  if (way.crosses && marks[i] === "queen") crossed(i);
  if (way.framed) cells.forEach((one) => { one.style.outline = one === cell ? "2px solid red" : ""; });
  setTimeout(show, way.late ?? 0);
};
let since = 0, held = false, last = -1000, clicked = null;
grid.addEventListener("mousedown", () => { since = performance.now(); });
grid.addEventListener("click", ({ target }) => {
  const isHeld = way.hold && performance.now() - since > 400;
  const isSoon = way.soon && target === clicked && performance.now() - last < 400;
  [last, clicked] = [performance.now(), target];
  turn(target, isHeld ? way.hold : isSoon ? way.soon : way.click);
});
grid.addEventListener("dblclick", ({ target }) => turn(target, way.dblclick));
grid.addEventListener("contextmenu", (event) => { event.preventDefault(); turn(event.target, way.contextmenu); });
if (way.keeps) show();
"""


def page_of(way: str, board: dict[str, Any] = BOARD) -> str:
    """Return the page of `board` whose cells are marked by `way`."""
    solution = sorted(6 * row + col for row, col in board["solution"])
    config = json.dumps({"regions": board["regions"], "solution": solution, "way": WAYS[way]})
    style = "main { display: grid; grid-template-columns: repeat(6, 48px); width: max-content } "
    style += ".cell { height: 48px; border: 1px solid #333; text-align: center; line-height: 48px; user-select: none }"
    buttons = "".join(f"<button id={name}>{name}</button>" for name in ("Hint", "Reset", "Share", "Solve"))
    script = f"<script>const CONFIG = {config};{_SCRIPT}</script>"
    head = f"<!DOCTYPE html><title>Queens</title><style>{style}</style>"
    return f"{head}<h1>Queens</h1>{buttons}<main></main><p></p>{script}"


#: What `page_of` says once the queens stand, and how a page says nothing.
_SAYS = 'document.querySelector("p").textContent = "Solved! All queens stand.";'
#: A dialog over the board: an icon, words and a cross to close it, which other icons of the page are like.
_DIALOG = """document.body.insertAdjacentHTML("beforeend", `<div role="dialog" class="veil">
  <i class="icon trophy">*</i><h2>Bravo!</h2>
  <button class="close" aria-label="Close" onclick="this.parentElement.remove()"><i class="icon">x</i></button>
</div>`);"""
_COUNT = 'let count = 0; grid.addEventListener("click", () => { count += 1; %s });'
_TOAST = """const toast = (text, ms = 3000) => {
  const one = Object.assign(document.createElement("output"), { className: "toast", textContent: text });
  document.body.append(one);
  setTimeout(() => one.remove(), ms);
};"""
_SAY = 'const say = (text) => { document.querySelector("p").textContent = text; };'

#: Pages that never judge the board, by what they show all the same: as scripts.
NO_SIGNS = {
    "a toast after any input": _TOAST + _COUNT % 'setTimeout(() => toast("Nice work!"), 700);',
    "a toast some time after the load": f'{_TOAST} setTimeout(() => toast("Congratulations, lucky visitor"), 4000);',
    "a toast at other times in each visit": f"""{_TOAST} const visit = Number(sessionStorage.visits ?? 0);
        sessionStorage.visits = visit + 1;
        setTimeout(() => toast("You won a prize"), [900, 2600, 1700, 3400][visit % 4]);""",
    "a number of moves": _SAY + _COUNT % "document.body.dataset.moves = count; say(`${count} moves done`);",
    "a timer": f"{_SAY} setInterval(() => say(`Finished in ${{Date.now()}}`), 300);",
    "a banner that rotates": f"""{_SAY} const texts = ["Play more", "Well done, they say", "Perfect weather"];
        let at = 0; setInterval(() => say(texts[++at % 3]), 800);""",
    "a class under the pointer": """addEventListener("mouseover", ({ target }) => {
        document.body.classList.toggle("complete", grid.contains(target)); });""",
    "a dialog at the sixth move": _COUNT % f"if (count === 6) {{ {_DIALOG.replace('veil', 'note')} }}",
    "words once there are six queens": _SAY + _COUNT % 'say(marks.filter(Boolean).length === 6 ? "Complete" : "");',
    "words of what is left to do": _SAY
    + _COUNT
    % """say(marks.every((mark, i) => (mark === "queen") ===
        solution.includes(i)) ? "All 6 done: now fill the other cells" : "");""",
    "words after any mark of the last cell": f"""{_SAY} grid.addEventListener("click", ({{ target }}) => {{
        if (target === cells[solution.at(-1)]) say("Well done"); }});""",
    "the last mark": """setInterval(() => cells.forEach((cell, i) => {
        cell.dataset.state = `${marks[i]}-${"abcdef"[i % 6]}`; }), 50);""",
}

#: Pages that judge the board in their own way, as scripts, each with the sign that is learnt.
SIGNS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "a dialog that is closed as an overlay": (
        _DIALOG,
        [{"as": "banner", "selector": '[role="dialog"] h2', "text": ["Bravo"]}],
    ),
    "a toast that goes away": (
        _TOAST + 'toast("Solved", 900);',
        [{"as": "banner", "selector": ".toast", "text": ["Solved"]}],
    ),
    "the classes of all cells": (
        'cells.forEach((cell) => cell.classList.add("settled"));',
        [{"as": "board", "cells": ".settled"}],
    ),
    "the state of the page": (
        'document.body.dataset.state = "solved";',
        [{"as": "board", "selector": 'body[data-state="solved"]'}],
    ),
    "the title": ('document.title = "Solved!";', [{"as": "banner", "title": "Solved"}]),
    "a dialog of the browser": ('setTimeout(() => alert("Well done!"), 50);', [{"as": "banner", "alert": "Well done"}]),
}


def silent_page(script: str) -> str:
    """Return a page that never judges its board, and runs `script` at its load."""
    return _veiled(page_of("a click crowns").replace(_SAYS, ";")).replace("</script>", f"{script}</script>")


def judging_page(script: str) -> str:
    """Return a page that runs `script` once its queens stand; its icons look alike."""
    once = f"if (!window.judged) {{ window.judged = true; {script} }}"
    return _veiled(page_of("a click crowns").replace(_SAYS, once))


def _veiled(page: str) -> str:
    style = "<style>.veil { position: fixed; inset: 0; background: #fff }</style>"
    return page.replace("<h1>", f'{style}<i class="icon">?</i><h1>')


#: A board of Patches, with its solution.
PATCHES: dict[str, Any] = SMALL["patches"]
#: A board of areas only.
AREAS: dict[str, Any] = json.loads("""{
    "rows": 6, "cols": 6, "clues": [
        [0, 3, "any", 6], [2, 2, "any", 4], [2, 5, "any", 6], [3, 1, "any", 10],
        [3, 5, "any", 3], [4, 4, "any", 2], [5, 4, "any", 3], [5, 5, "any", 2]
    ], "solution": [
        [0, 0, 1, 6], [1, 2, 4, 1], [1, 3, 2, 3], [1, 0, 5, 2],
        [3, 3, 1, 3], [4, 3, 1, 2], [5, 2, 1, 3], [4, 5, 2, 1]
    ]
}""")

_PATCHES_SCRIPT = """
const { rows, cols, clues, solution } = CONFIG;
const grid = document.querySelector("main"), SIDE = 50;
grid.style.grid = `repeat(${rows}, ${SIDE}px) / repeat(${cols}, ${SIDE}px)`;
const cells = [...Array(rows * cols).keys()].map((i) => {
  const cell = grid.appendChild(document.createElement("div"));
  cell.className = "cell";
  cell.style.gridArea = `${Math.floor(i / cols) + 1} / ${i % cols + 1}`;
  const clue = clues.find(([row, col]) => row * cols + col === i);
  if (clue) {
    cell.dataset.shape = clue[2];
    cell.textContent = clue[3] ?? "";
    if (["unnamed", "leaving"].includes(CONFIG.kind)) {
      const over = grid.appendChild(document.createElement("b"));
      [over.className, over.textContent] = ["layer", CONFIG.kind === "leaving" ? cell.textContent : " "];
      if (CONFIG.kind === "leaving") cell.textContent = "";
      over.style.cssText = `left: ${(i % cols) * SIDE}px; top: ${Math.floor(i / cols) * SIDE}px`;
    }
  }
  return cell;
});
if (CONFIG.kind === "grouped") grid.insertAdjacentHTML("beforeend", "<svg class=over><g class=all></g></svg>");
const drawn = [];
const placeOf = ({ clientX, clientY }) => {
  const { left, top } = grid.getBoundingClientRect();
  return [Math.floor((clientY - top) / SIDE), Math.floor((clientX - left) / SIDE)];
};
const within = ([r, c], [top, left, height, width]) => r >= top && r < top + height && c >= left && c < left + width;
let from = null;
if (CONFIG.kind !== "corners") {
  grid.addEventListener("mousedown", (event) => { event.preventDefault(); from = placeOf(event); });
  addEventListener("mouseup", (event) => { if (from) draw(event); });
} else grid.addEventListener("click", (event) => { if (from) draw(event); else from = placeOf(event); });
const draw = (event) => {
  const to = placeOf(event);
  const [top, left] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  const box = [top, left, Math.abs(from[0] - to[0]) + 1, Math.abs(from[1] - to[1]) + 1];
  const old = drawn.findIndex((one) => within(from, one.box));
  const meets = ([r, c, h, w]) => r < top + box[2] && top < r + h && c < left + box[3] && left < c + w;
  const covered = drawn.filter((one) => meets(one.box));
  if (CONFIG.kind === "lasting") covered.forEach((one) => drawn.splice(drawn.indexOf(one), 1)[0].element.remove());
  if (old >= 0 && CONFIG.kind !== "lasting") drawn.splice(old, 1)[0].element.remove();
  else {
    const [group, outer] = [grid.querySelector("g"), grid.parentElement];
    const around = { beside: outer, shut: outer, grouped: group }[CONFIG.kind] ?? grid;
    const isGrouped = CONFIG.kind === "grouped", SVG = "http://www.w3.org/2000/svg";
    const element = around.appendChild(isGrouped ? document.createElementNS(SVG, "rect") : document.createElement("b"));
    if (isGrouped) {
      const [x, y, width, height] = [box[1], box[0], box[3], box[2]].map((one) => one * SIDE);
      Object.entries({ x, y, width, height, "fill-opacity": 0.4 }).forEach((one) => element.setAttribute(...one));
    } else
    element.className = CONFIG.kind === "unnamed" ? "layer" : "area";
    if (CONFIG.kind === "unnamed") element.style.background = "#06c3";
    Object.assign(element.style, { left: `${box[1] * SIDE}px`, top: `${box[0] * SIDE}px` });
    Object.assign(element.style, { width: `${box[3] * SIDE}px`, height: `${box[2] * SIDE}px` });
    drawn.push({ box, element });
  }
  if (CONFIG.kind === "leaving") cells.forEach((cell, i) => {
    const isThere = !drawn.some(({ box }) => within([Math.floor(i / cols), i % cols], box));
    if (isThere && !cell.isConnected) grid.append(cell); else if (!isThere) cell.remove();
  });
  from = null;
  const shown = drawn.map(({ box }) => box.join()).sort().join(" ");
  const wanted = solution.map((box) => box.join()).sort().join(" ");
  if (shown === wanted) document.querySelector("p").textContent = "Completed!";
};
"""


#: Lines behind the cells, patches through which they shine, and areas over them.
_LEAVING = """ .layer { font: 26px/48px sans-serif; text-align: center; z-index: 1 } .area { background: #06c4 }
    main { border: 1px solid #999; background: linear-gradient(#999 1px, #0000 1px) 0 0 / 50px 50px,
    linear-gradient(90deg, #999 1px, #0000 1px) 0 0 / 50px 50px }"""


def patches_page(kind: str = "removed by a click") -> str:
    """Return a page of Patches whose patches are rectangles in a layer over the cells, dragged and removed by a click.

    By its `kind`, two of their "corners" are clicked; they are "lasting": none goes but where another one is drawn;
    they stand "beside" the grid, where they keep clicks from it if they are "shut", or "grouped" in a drawing over it;
    or they are "unnamed", like what lies over each clue but for their own style. Cells are "leaving" when they are
    covered.
    """
    board = AREAS if kind == "leaving" else PATCHES
    config = json.dumps({"kind": kind, **{key: board[key] for key in ("rows", "cols", "clues", "solution")}})
    style = "main { display: grid; width: max-content; position: relative; user-select: none } "
    style += ".cell { height: 50px; box-sizing: border-box; border: 1px solid #999; text-align: center } "
    style += ".over { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none } "
    style += ".layer { position: absolute; width: 50px; height: 50px; pointer-events: none } "
    style += ".area { position: absolute; box-sizing: border-box; border: 4px solid #06c; pointer-events: none }"
    style += {"shut": ".area { pointer-events: auto }", "leaving": _LEAVING}.get(kind, "")
    script = f"<script>const CONFIG = {config};{_PATCHES_SCRIPT}</script>"
    head = f"<!DOCTYPE html><title>Patches</title><style>{style}</style>"
    style = "position: relative; width: max-content"
    return f"{head}<h1>Patches</h1><section style='{style}'><main></main></section><p></p>{script}"


#: Pages without a game: what is searched for and not found is named.
NOTHING = {
    "text": "<!DOCTYPE html><title>News</title><h1>News</h1><p>Nothing to play here.</p>",
    "a table": "<!DOCTYPE html><title>Prices</title><table>"
    + "".join(f"<tr>{''.join(f'<td>{7 * row + col}</td>' for col in range(5))}</tr>" for row in range(5))
    + "</table>",
}
