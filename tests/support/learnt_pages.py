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


#: Pages without a game: what is searched for and not found is named.
NOTHING = {
    "text": "<!DOCTYPE html><title>News</title><h1>News</h1><p>Nothing to play here.</p>",
    "a table": "<!DOCTYPE html><title>Prices</title><table>"
    + "".join(f"<tr>{''.join(f'<td>{7 * row + col}</td>' for col in range(5))}</tr>" for row in range(5))
    + "</table>",
}
