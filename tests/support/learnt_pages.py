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
    "crosses come by themselves": {"click": ["", "cross", "queen"], "crosses": True},
    "the effect is late": {"click": ["", "cross", "queen"], "late": 250},
    "the clicked cell is framed": {"click": ["", "cross", "queen"], "framed": True},
}

_SCRIPT = """
const { regions, solution, way } = CONFIG;
const n = regions.length, grid = document.querySelector("main");
const COLOURS = ["#fbb", "#bfb", "#bbf", "#ffb", "#fbf", "#bff"];
const marks = Array(n * n).fill("");
window.pressed = [];
addEventListener("mousedown", (event) => pressed.push(event.target.id || event.target.localName), true);
const cells = regions.flat().map((region, i) => {
  const cell = grid.appendChild(document.createElement("div"));
  cell.className = "cell";
  cell.style.backgroundColor = COLOURS[region];
  return cell;
});
const show = () => {
  cells.forEach((cell, i) => {
    cell.classList.toggle("crowned", marks[i] === "queen");
    cell.textContent = marks[i] === "cross" ? "x" : marks[i] === "queen" ? "Q" : "";
  });
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
let since = 0, held = false;
grid.addEventListener("mousedown", () => { since = performance.now(); });
grid.addEventListener("click", ({ target }) => {
  const isHeld = way.hold && performance.now() - since > 400;
  turn(target, isHeld ? way.hold : way.click);
});
grid.addEventListener("contextmenu", (event) => { event.preventDefault(); turn(event.target, way.contextmenu); });
"""


def page_of(way: str) -> str:
    """Return the page whose cells are marked by `way`."""
    solution = sorted(6 * row + col for row, col in BOARD["solution"])
    config = json.dumps({"regions": BOARD["regions"], "solution": solution, "way": WAYS[way]})
    style = "main { display: grid; grid-template-columns: repeat(6, 48px); width: max-content } "
    style += ".cell { height: 48px; border: 1px solid #333; text-align: center; line-height: 48px; user-select: none }"
    buttons = "".join(f"<button id={name}>{name}</button>" for name in ("Hint", "Reset", "Share", "Solve"))
    script = f"<script>const CONFIG = {config};{_SCRIPT}</script>"
    head = f"<!DOCTYPE html><title>Queens</title><style>{style}</style>"
    return f"{head}<h1>Queens</h1>{buttons}<main></main><p></p>{script}"


#: A board of Patches, with its solution.
PATCHES: dict[str, Any] = SMALL["patches"]

_PATCHES_SCRIPT = """
const { rows, cols, clues, solution } = CONFIG;
const grid = document.querySelector("main"), SIDE = 50;
grid.style.gridTemplateColumns = `repeat(${cols}, ${SIDE}px)`;
const cells = [...Array(rows * cols).keys()].map((i) => {
  const cell = grid.appendChild(document.createElement("div"));
  cell.className = "cell";
  const clue = clues.find(([row, col]) => row * cols + col === i);
  if (clue) {
    cell.dataset.shape = clue[2];
    cell.textContent = clue[3] ?? "";
  }
  return cell;
});
const drawn = [];
const placeOf = ({ clientX, clientY }) => {
  const { left, top } = grid.getBoundingClientRect();
  return [Math.floor((clientY - top) / SIDE), Math.floor((clientX - left) / SIDE)];
};
const within = ([r, c], [top, left, height, width]) => r >= top && r < top + height && c >= left && c < left + width;
let from = null;
grid.addEventListener("mousedown", (event) => { event.preventDefault(); from = placeOf(event); });
addEventListener("mouseup", (event) => {
  if (!from) return;
  const to = placeOf(event);
  const [top, left] = [Math.min(from[0], to[0]), Math.min(from[1], to[1])];
  const box = [top, left, Math.abs(from[0] - to[0]) + 1, Math.abs(from[1] - to[1]) + 1];
  const old = drawn.findIndex((one) => within(from, one.box));
  if (old >= 0) drawn.splice(old, 1)[0].element.remove();
  else {
    const element = grid.appendChild(document.createElement("b"));
    element.className = "area";
    Object.assign(element.style, { left: `${box[1] * SIDE}px`, top: `${box[0] * SIDE}px` });
    Object.assign(element.style, { width: `${box[3] * SIDE}px`, height: `${box[2] * SIDE}px` });
    drawn.push({ box, element });
  }
  from = null;
  const shown = drawn.map(({ box }) => box.join()).sort().join(" ");
  const wanted = solution.map((box) => box.join()).sort().join(" ");
  if (shown === wanted) document.querySelector("p").textContent = "Completed!";
});
"""


def patches_page() -> str:
    """Return a page of Patches whose patches are rectangles in a layer over the cells; a click removes one."""
    config = json.dumps({key: PATCHES[key] for key in ("rows", "cols", "clues", "solution")})
    style = "main { display: grid; width: max-content; position: relative; user-select: none } "
    style += ".cell { height: 50px; box-sizing: border-box; border: 1px solid #999; text-align: center } "
    style += ".area { position: absolute; box-sizing: border-box; border: 4px solid #06c; pointer-events: none }"
    script = f"<script>const CONFIG = {config};{_PATCHES_SCRIPT}</script>"
    head = f"<!DOCTYPE html><title>Patches</title><style>{style}</style>"
    return f"{head}<h1>Patches</h1><main></main><p></p>{script}"


#: Pages without a game: what is searched for and not found is named.
NOTHING = {
    "text": "<!DOCTYPE html><title>News</title><h1>News</h1><p>Nothing to play here.</p>",
    "a table": "<!DOCTYPE html><title>Prices</title><table>"
    + "".join(f"<tr>{''.join(f'<td>{7 * row + col}</td>' for col in range(5))}</tr>" for row in range(5))
    + "</table>",
}
