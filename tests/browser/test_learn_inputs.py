"""`player learn`: inputs of other kinds, on small pages: buttons that say digits, marks that no click takes away, and a
control that hands in the finished board.
"""

import json
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page  # noqa: TID251  # browser tests drive a real browser

from player.browser.launch import BrowserOptions, context_arguments
from player.browser.page.game_page import GamePage
from player.browser.selectors.schema import SiteSelectors
from player.doctor.learn.learning import LearnRequest, learn
from player.doctor.learn.search import Wanted
from player.errors import PageNotUnderstood
from player.games import GAMES
from tests.support.browser_commands import Here
from tests.support.http_servers import served
from tests.support.learning import TIMES, learnt, opened
from tests.support.learnt_pages import AREAS, URL
from tests.support.learnt_pages import page_of as queens_of
from tests.support.replica import SMALL

pytestmark = pytest.mark.full

_STYLE = """
main { display: grid; grid-template-columns: repeat(COLS, 46px); gap: 2px; width: max-content; position: relative; }
.cell { height: 46px; font: 22px/46px sans-serif; text-align: center; border: 1px solid gray; }
.box { border-right: 3px solid; } .low { border-bottom: 3px solid; } .given { font-weight: bold; background: #ddd; }
i { position: absolute; width: 16px; font: bold 13px/16px sans-serif; background: white; text-align: center; }
main nav { position: absolute; background: white; } nav[hidden] { display: none; }
nav b { display: inline-block; width: 30px; border: 1px solid; text-align: center; cursor: pointer; }
"""

_SUDOKU = """
const { board: { givens, solution, box: [high, wide] }, input } = CONFIG;
const n = givens.length, grid = document.querySelector("main"), values = givens.flat();
let chosen = null, digit = 0;
const write = (cell, value, name) => {
  const shown = `<b class="${name}" style="visibility: ${value ? "visible" : "hidden"}">${value || 0}</b>`;
  if (input === "zeros") cell.innerHTML = shown; else cell.textContent = value || "";
};
const cells = values.map((value, i) => {
  const cell = grid.appendChild(document.createElement("div"));
  const [right, low] = [(i + 1) % wide === 0, (Math.floor(i / n) + 1) % high === 0];
  cell.className = ["cell", right && "box", low && "low", value && "given"].filter(Boolean).join(" ");
  write(cell, value, value ? "value clue" : "value");
  cell.ondragover = (event) => event.preventDefault();
  cell.ondrop = ({ dataTransfer }) => put(i, Number(dataTransfer.getData("text")));
  if (input === "labels") cell.setAttribute("aria-label", value ? `Cell ${i}, ${value}, clue` : `Cell ${i}, empty`);
  cell.onclick = () => {
    if (input === "palette" && digit) put(i, digit); else if (input !== "palette") chosen = i;
    if (cell.matches(".given")) return;
    if (input === "dialog") document.querySelector("dialog").showModal();
    if (input !== "menu") return;
    const menu = Object.assign(grid.querySelector("nav"), { hidden: false });
    menu.style = `left: ${cell.offsetLeft + 9}px; top: ${cell.offsetTop + 9}px`;
  };
  return cell;
});
const won = () => values.join() === solution.flat().join();
const put = (i, value) => {
  if (i === null || givens.flat()[i]) return;
  values[i] = value;
  write(cells[i], value, "value");
  if (input === "labels") cells[i].setAttribute("aria-label", `Cell ${i}, ${value}`);
  if (input === "tray" && values.filter((one) => one === value).length === n) {
    document.querySelectorAll("nav b").forEach((one) => one.textContent == value && one.remove());
  }
  if (input !== "check" && won()) document.querySelector("p").textContent = "Well done";
};
if (["check", "zeros"].includes(input)) {
  addEventListener("keydown", ({ key }) => { if (/[1-9]/.test(key)) put(chosen, Number(key)); });
}
if (input === "check") {
  const check = document.body.appendChild(document.createElement(CONFIG.control));
  if (CONFIG.control === "a") check.href = "#";
  check.textContent = "Check";
  window.checks = 0;
  check.onclick = () => {
    checks += 1;
    document.querySelector("p").textContent = won() ? "Correct!" : "Something is wrong";
  };
} else {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  const nav = ({ menu: grid, dialog }[input] ?? document.body).appendChild(document.createElement("nav"));
  nav.hidden = input === "menu";
  for (let value = 1; value <= n; value += 1) {
    const button = nav.appendChild(document.createElement("b"));
    button.innerHTML = input === "counted" ? `${value}<small> ${n} left</small>` : value;
    button.draggable = input === "tray";
    button.ondragstart = ({ dataTransfer }) => dataTransfer.setData("text", value);
    button.onclick = () => {
      if (input === "tray") return;
      if (input === "palette") digit = value; else put(chosen, value);
      nav.hidden = input === "menu";
      dialog.close();
    };
  }
}
"""

_BINARY = """
const { board: { size, givens, edges, solution }, input, says = "Solved" } = CONFIG;
const grid = document.querySelector("main"), values = Array(size * size).fill(null);
givens.forEach(([row, col, mark]) => { values[row * size + col] = mark === "sun" ? 0 : 1; });
const held = values.map((value) => value !== null);
const wanted = solution.flat().map((mark) => (mark === "sun" ? 0 : 1));
const cells = values.map((value, i) => {
  const cell = grid.appendChild(document.createElement("div"));
  cell.className = `cell${held[i] ? " given" : ""}`;
  const turn = (event) => {
    event.preventDefault();
    if (!held[i]) { values[i] = values[i] === 0 ? 1 : 0; show(); }
  };
  if (!input) cell.onclick = turn;
  if (CONFIG.inline) cell.append("");
  if (input === "two clicks") {
    const set = (value) => { if (!held[i]) { values[i] = values[i] === value ? null : value; show(); } };
    cell.onclick = () => set(0);
    cell.oncontextmenu = (event) => { event.preventDefault(); set(1); };
  }
  if (input === "typed") {
    cell.onclick = () => cells.forEach((one) => one.classList.toggle("chosen", one === cell));
    addEventListener("keydown", ({ key }) => {
      if (cell.classList.contains("chosen") && "01".includes(key) && !held[i]) { values[i] = Number(key); show(); }
    });
  }
  if (input === "tools") cell.onclick = () => { if (!held[i]) { values[i] = tool; show(); } };
  if (input === "touch" && "ontouchstart" in window) cell.addEventListener("touchend", turn);
  return cell;
});
edges.forEach(([one, two, kind]) => {
  const sign = (CONFIG.inline ? cells[one[0] * size + one[1]] : grid).appendChild(document.createElement("i"));
  sign.textContent = kind === "cross" ? "\\u00d7" : "=";
  sign.style.left = `${(one[1] + two[1]) / 2 * 48 + 15}px`;
  sign.style.top = `${(one[0] + two[0]) / 2 * 50 + 17}px`;
});
const show = () => {
  const texts = CONFIG.inline ? ["\\u2600", "\\u263e"] : [0, 1];
  cells.forEach((cell, i) => { (CONFIG.inline ? cell.firstChild : cell).textContent = texts[values[i]] ?? ""; });
  if (values.join() === wanted.join()) document.querySelector("p").textContent = says;
};
show();
let tool = 0;
for (const [value, name] of input === "tools" ? ["\\u2600\\ufe0f", "\\ud83c\\udf19", "Reset"].entries() : []) {
  const button = document.body.appendChild(document.createElement("button"));
  button.textContent = name;
  button.onclick = () => { if (value < 2) tool = value; else document.body.dataset.reset = "pressed"; };
}
if (input && !["touch", "tools", "two clicks", "typed"].includes(input)) {
  // Arrow keys skip what is given, and come in again at the other side; the cursor is a frame over the board.
  const frame = grid.appendChild(document.createElement("u"));
  let at = values.indexOf(null);
  const move = (row, col) => {
    do at = (Math.floor(at / size) + row + size) % size * size + (at % size + col + size) % size; while (held[at]);
    frame.style.cssText = `position: absolute; left: ${at % size * 48}px; top: ${Math.floor(at / size) * 50}px;
      width: 44px; height: 44px; border: 3px solid blue`;
  };
  move(0, 0);
  addEventListener("keydown", ({ key }) => {
    localStorage.hit = `${sessionStorage.pressed ?? ""} ${key}`;
    const down = { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0, right = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
    if (down || right) move(down, right);
    if (input[key]) { values[at] = input[key][values[at] ?? "null"]; show(); }
    if (input === "other" && key === " ") document.body.classList.toggle("paused");
  });
}
"""

#: Tango as a drawing of groups, which keeps its marks, and paints three alike in a row red.
_DRAWN = """
const { board: { size, givens, edges, solution } } = CONFIG, main = document.querySelector("main");
const held = Object.fromEntries(givens.map(([row, col, mark]) => [row * size + col, mark]));
const values = { ...JSON.parse(localStorage.values ?? "{}"), ...held };
const isLine = (i) => [0, 1, 2].some((back) => i % size >= back && i % size - back < size - 2
  && [0, 1, 2].every((on) => values[i] && values[i - back + on] === values[i]));
const text = (x, y, fill, letter) =>
  `<text x=${x} y=${y} fill=${fill} text-anchor=middle pointer-events=none>${letter}</text>`;
const colour = (i) => (isLine(i) ? "red" : { sun: "orange", moon: "blue" }[values[i]]);
const cell = (_, i) => {
  const [x, y] = [50 * (i % size), 50 * Math.floor(i / size)];
  const symbol = values[i] ? text(x + 24, y + 30, colour(i), values[i] === "sun" ? "\u2600" : "\u263e") : "";
  return `<g><rect data-i=${i} x=${x} y=${y} width=48 height=48 fill=white stroke=gray />${symbol}</g>`;
};
const sign = ([one, two, kind]) => {
  const [x, y] = [25 * (one[1] + two[1]) + 24, 25 * (one[0] + two[0]) + 24];
  const letter = kind === "cross" ? "\u00d7" : "=";
  return `<g><circle cx=${x} cy=${y} r=8 fill=white />${text(x, y + 5, "black", letter)}</g>`;
};
const show = () => {
  main.innerHTML = `<svg role=grid width=${50 * size} height=${50 * size}>${
    solution.flat().map(cell).join("")}${edges.map(sign).join("")}</svg>`;
  if (solution.flat().every((mark, i) => values[i] === mark)) document.querySelector("p").textContent = "Solved";
};
main.onclick = ({ target }) => {
  const { i } = target.dataset;
  if (!i || held[i]) return;
  values[i] = { sun: "moon", moon: undefined }[values[i] ?? ""] ?? (values[i] ? undefined : "sun");
  localStorage.values = JSON.stringify(values);
  show();
};
show();
"""

#: What begins the game where only touches are heard.
_TOUCHED_START = """<aside style="position: fixed; inset: 0; background: white; cursor: pointer">Start</aside><script>
document.querySelector("aside").addEventListener("touchend", ({ target }) => target.remove());</script>"""

#: Shikaku by keys: Enter sets two corners, where a cell is named the active one; Backspace removes.
_CORNERS_BY_KEYS = """
const { board: { rows, cols, clues, solution } } = CONFIG, grid = document.querySelector("main");
let at = 0, anchor = null, boxes = [];
grid.tabIndex = 0;
const cells = Array.from({ length: rows * cols }, (_, i) => {
  const cell = grid.appendChild(document.createElement("div"));
  const clue = clues.find(([row, col]) => row * cols + col === i);
  [cell.className, cell.id, cell.textContent] = ["cell", `square${i}`, clue?.[3] ?? ""];
  return cell;
});
const has = ([row, col, high, wide], i) => {
  const [down, right] = [Math.floor(i / cols) - row, i % cols - col];
  return down >= 0 && down < high && right >= 0 && right < wide;
};
const show = () => {
  grid.setAttribute("aria-activedescendant", `square${at}`);
  cells.forEach((cell, i) => {
    const number = boxes.findIndex((box) => has(box, i));
    cell.style.background = number < 0 ? "" : ["#fcc", "#cfc", "#ccf", "#ffc"][number % 4];
    cell.classList.toggle("taken", number >= 0);
  });
  const won = solution.every((box) => boxes.some((one) => one.join() === box.join()));
  if (won) document.querySelector("p").textContent = "Solved";
};
show();
grid.onkeydown = ({ key }) => {
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
  const [row, col] = [Math.floor(at / cols) + down, at % cols + right];
  if (row >= 0 && row < rows && col >= 0 && col < cols) at = row * cols + col;
  if (key === "Backspace") boxes = boxes.filter((box) => !has(box, at));
  if (key === "Enter" && anchor !== null) {
    const [rs, cs] = [[anchor, at].map((i) => Math.floor(i / cols)), [anchor, at].map((i) => i % cols)];
    const [top, left] = [Math.min(...rs), Math.min(...cs)];
    const box = [top, left, Math.max(...rs) - top + 1, Math.max(...cs) - left + 1];
    boxes = [...boxes.filter((one) => !cells.some((_, i) => has(one, i) && has(box, i))), box];
    anchor = null;
  } else if (key === "Enter") anchor = at;
  show();
};
"""


#: Sudoku on a canvas: nothing of the board is in the document but the buttons that enter digits.
_DIGITS_ON_A_CANVAS = """
const { board: { givens, solution, box: [high, wide] }, inside } = CONFIG;
const n = givens.length, values = givens.flat(), side = 60;
const canvas = document.querySelector("main").appendChild(document.createElement("canvas"));
canvas.width = canvas.height = side * n + 4;
const pen = canvas.getContext("2d");
let chosen = null;
const line = (k, thick, across) => {
  pen.lineWidth = thick ? 4 : 1;
  pen.strokeRect(...(across ? [2, 2 + k * side, n * side, 0] : [2 + k * side, 2, 0, n * side]));
};
let draw = () => {
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  values.forEach((value, i) => {
    const [x, y] = [2 + (i % n) * side, 2 + Math.floor(i / n) * side];
    pen.fillStyle = i === chosen ? "#bcd9ff" : givens.flat()[i] ? "#eef1f6" : "white";
    pen.fillRect(x, y, side, side);
    pen.fillStyle = givens.flat()[i] ? "black" : "#1a66d6";
    pen.font = "32px sans-serif";
    if (value) pen.fillText(value, x + 21, y + 41);
  });
  for (let k = 0; k <= n; k += 1) { line(k, k % wide === 0, false); line(k, k % high === 0, true); }
};
canvas.onclick = ({ offsetX, offsetY }) => {
  chosen = Math.floor((offsetY - 2) / side) * n + Math.floor((offsetX - 2) / side);
  draw();
};
const enter = (value) => {
  if (chosen !== null && !givens.flat()[chosen]) values[chosen] = value;
  draw();
  if (values.join() === solution.flat().join()) document.querySelector("p").textContent = "Well done";
};
if (inside) {
  const pads = Array.from({ length: n }, (_, i) => [2 + i % 3 * 64, side * n + 30 + Math.floor(i / 3) * 54]);
  canvas.height += 140;
  const plain = draw;
  draw = () => {
    plain();
    pen.font = "26px sans-serif";
    pen.lineWidth = 1;
    pads.forEach(([x, y], i) => { pen.strokeRect(x, y, 54, 46); pen.fillText(i + 1, x + 20, y + 33); });
  };
  const inBoard = canvas.onclick;
  canvas.onclick = (event) => {
    const [right, down] = [event.offsetX, event.offsetY];
    const pressed = pads.findIndex(([x, y]) => right > x && right < x + 54 && down > y && down < y + 46);
    if (pressed >= 0) enter(pressed + 1);
    else if (event.offsetY < side * n) inBoard(event);
  };
} else {
  const nav = document.body.appendChild(document.createElement("nav"));
  for (let value = 1; value <= n; value += 1) {
    const button = nav.appendChild(document.createElement("b"));
    button.textContent = value;
    button.onclick = () => enter(value);
  }
}
draw();
"""

#: Shikaku on a canvas: a drag draws lines from corner to corner, a dialog with a veil
#: says the end.
_BORDERS_ON_A_CANVAS = """
const { board: { rows, cols, clues, solution } } = CONFIG, side = 48, drawn = new Set();
const canvas = document.querySelector("main").appendChild(document.createElement("canvas"));
[canvas.width, canvas.height] = [cols * side + 40, rows * side + 40];
const pen = canvas.getContext("2d");
const stroke = (a, b, c, d) => {
  pen.beginPath();
  pen.moveTo(20 + b * side, 20 + a * side);
  pen.lineTo(20 + d * side, 20 + c * side);
  pen.stroke();
};
const draw = () => {
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "black";
  pen.font = "24px sans-serif";
  pen.textAlign = "center";
  clues.forEach(([row, col, , area]) => pen.fillText(area, 44 + col * side, 52 + row * side));
  [pen.strokeStyle, pen.lineWidth] = ["#aaa", 1];
  for (let k = 0; k <= rows; k += 1) stroke(k, 0, k, cols);
  for (let k = 0; k <= cols; k += 1) stroke(0, k, rows, k);
  [pen.strokeStyle, pen.lineWidth] = ["green", 5];
  drawn.forEach((edge) => stroke(...edge.split(",").map(Number)));
};
const owner = (row, col) => solution.findIndex(([r, c, h, w]) => r <= row && row < r + h && c <= col && col < c + w);
const wanted = [];
for (let row = 0; row < rows; row += 1) {
  for (let col = 0; col < cols; col += 1) {
    if (col && owner(row, col) !== owner(row, col - 1)) wanted.push(`${row},${col},${row + 1},${col}`);
    if (row && owner(row, col) !== owner(row - 1, col)) wanted.push(`${row},${col},${row},${col + 1}`);
  }
}
const corner = ({ offsetX, offsetY }) => [Math.round((offsetY - 20) / side), Math.round((offsetX - 20) / side)];
let last = null;
canvas.onpointerdown = (event) => { last = corner(event); };
onpointerup = () => { last = null; };
canvas.onpointermove = (event) => {
  const now = corner(event), edge = last && [...[last, now].sort()].flat().join();
  if (!last || Math.abs(now[0] - last[0]) + Math.abs(now[1] - last[1]) !== 1) return;
  if (drawn.has(edge)) drawn.delete(edge); else drawn.add(edge);
  last = now;
  draw();
  if (drawn.size !== wanted.length || !wanted.every((one) => drawn.has(one))) return;
  const veil = document.body.appendChild(document.createElement("div"));
  veil.style = "position: fixed; inset: 0; background: #0004; padding: 90px";
  veil.innerHTML = "<dialog open>Complete!</dialog>";
};
draw();
"""


#: Shikaku on a canvas: a drag from corner to corner lays a rectangle, one that never leaves its cell removes one. If
#: these are `bare`, they are lines along the cells, and a button judges them.
_AREAS_ON_A_CANVAS = """
const { board: { rows, cols, clues, solution }, bare } = CONFIG, side = 60, rim = bare ? 0 : 3;
const canvas = document.querySelector("main").appendChild(document.createElement("canvas"));
[canvas.width, canvas.height] = [cols * side, rows * side];
const pen = canvas.getContext("2d");
let areas = JSON.parse(localStorage.areas ?? "[]"), from = null, moved = false;
const draw = () => {
  pen.fillStyle = "#101522";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  [pen.strokeStyle, pen.lineWidth] = ["#2a3147", 1];
  for (let k = 0; k < rows * cols; k += 1) pen.strokeRect(k % cols * side, Math.floor(k / cols) * side, side, side);
  [pen.strokeStyle, pen.lineWidth] = ["#38c48e", 2.5];
  areas.forEach(([row, col, high, wide]) => {
    const box = [col * side + rim, row * side + rim, wide * side - 2 * rim, high * side - 2 * rim];
    pen.fillStyle = bare ? "#0000" : "#38c48e2e";
    pen.fillRect(...box);
    pen.strokeRect(...box);
  });
  [pen.fillStyle, pen.font, pen.textAlign] = ["white", "600 25px sans-serif", "center"];
  clues.forEach(([row, col, , area]) => pen.fillText(area, col * side + side / 2, row * side + 39));
};
const cellOf = ({ offsetX, offsetY }) => [Math.floor(offsetY / side), Math.floor(offsetX / side)];
const meets = ([a, b, c, d], [e, f, g, h]) => a < e + g && e < a + c && b < f + h && f < b + d;
canvas.onpointerdown = (event) => {
  [from, moved] = [cellOf(event), false];
  canvas.setPointerCapture(event.pointerId);
};
canvas.onpointermove = (event) => { moved ||= from !== null && String(cellOf(event)) !== String(from); };
canvas.onpointerup = (event) => {
  const [[a, b], [c, d]] = [from, cellOf(event)];
  const area = [Math.min(a, c), Math.min(b, d), Math.abs(a - c) + 1, Math.abs(b - d) + 1];
  areas = [...areas.filter((one) => !meets(one, area)), ...(moved ? [area] : [])];
  from = null;
  localStorage.areas = JSON.stringify(areas);
  draw();
  if (!bare) judge();
};
const judge = () => {
  const won = solution.every((one) => areas.some((area) => String(area) === String(one)));
  if (won) document.querySelector("p").textContent = "Solved";
};
if (bare) {
  const check = document.body.appendChild(document.createElement("button"));
  check.textContent = "Submit";
  check.onclick = judge;
}
draw();
"""


#: Zip: a path that ends too early is taken away as soon as it is released.
_WHOLE_PATHS = """
const { board: { rows, cols, numbers, walls, solution }, input } = CONFIG;
const side = 60, grid = document.querySelector("main");
const shut = new Set(walls.map((wall) => wall.map(String).sort().join("|")));
const isShut = (a, b) => shut.has([a, b].map(String).sort().join("|"));
const numberOf = (place) => numbers.findIndex((one) => String(one) === String(place)) + 1;
const places = Array.from({ length: rows * cols }, (_, i) => [Math.floor(i / cols), i % cols]);
let path = [], isDown = false;
const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
[canvas.width, canvas.height] = [cols * side, rows * side];
const line = (a, b, c, d) => {
  pen.beginPath();
  pen.moveTo(b * side, a * side);
  pen.lineTo(d * side, c * side);
  pen.stroke();
};
const drawn = () => {
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  [pen.strokeStyle, pen.lineWidth] = ["#bbb", 2];
  for (let k = 0; k <= rows; k += 1) line(k, 0, k, cols);
  for (let k = 0; k <= cols; k += 1) line(0, k, rows, k);
  [pen.strokeStyle, pen.lineWidth] = ["#222", 8];
  for (const [[a, b], [c, d]] of walls) line(Math.max(a, c), Math.max(b, d), a === c ? a + 1 : c, b === d ? b + 1 : d);
  [pen.strokeStyle, pen.lineWidth] = ["#f60", 24];
  path.slice(1).forEach(([r, c], i) => line(path[i][0] + 0.5, path[i][1] + 0.5, r + 0.5, c + 0.5));
  numbers.forEach(([r, c], i) => {
    pen.fillStyle = "black";
    pen.beginPath();
    pen.arc((c + 0.5) * side, (r + 0.5) * side, 18, 0, 7);
    pen.fill();
    [pen.fillStyle, pen.font, pen.textAlign] = ["white", "bold 20px sans-serif", "center"];
    pen.fillText(i + 1, (c + 0.5) * side, (r + 0.5) * side + 7);
  });
};
const cells = input === "canvas" ? [] : places.map(([row, col]) => {
  const cell = grid.appendChild(document.createElement("div"));
  [cell.className, cell.textContent] = ["cell", numberOf([row, col]) || ""];
  if (isShut([row, col], [row, col + 1])) cell.classList.add("box");
  if (isShut([row, col], [row + 1, col])) cell.classList.add("low");
  if (input === "uneven" && row % 2) cell.style.height = "32px";
  return cell;
});
if (input === "canvas") grid.append(canvas);
const show = () => {
  if (input === "canvas") drawn();
  cells.forEach((cell, i) => cell.classList.toggle("on", path.some((one) => String(one) === String(places[i]))));
};
const placeOf = ({ clientX, clientY, target }) => {
  const box = canvas.getBoundingClientRect();
  if (input !== "canvas") return places[cells.indexOf(target)];
  return [Math.floor((clientY - box.top) / side), Math.floor((clientX - box.left) / side)];
};
grid.onmousedown = (event) => {
  event.preventDefault();
  isDown = numberOf(placeOf(event) ?? []) === 1;
  path = isDown ? [placeOf(event)] : [];
  show();
};
grid.onmousemove = (event) => {
  const [to, last] = [placeOf(event), path.at(-1)];
  if (!isDown || !to || path.some((one) => String(one) === String(to)) || isShut(last, to)) return;
  if (Math.abs(to[0] - last[0]) + Math.abs(to[1] - last[1]) === 1) path.push(to);
  show();
};
onmouseup = () => {
  isDown = false;
  if (String(path) === String(solution)) document.querySelector("p").textContent = "Solved";
  else path = [];
  show();
};
show();
"""

_WORDS = """
const { board: { grid: rows, solution } } = CONFIG;
const main = document.querySelector("main"), list = document.body.appendChild(document.createElement("ul"));
let path = [];
const cells = [...rows.join("")].map((letter, i) => {
  const cell = main.appendChild(document.createElement("div"));
  [cell.className, cell.textContent] = ["cell", letter === "." ? "" : letter];
  if (CONFIG.input) {
    cell.onclick = () => choose(i);
    return cell;
  }
  cell.onmousedown = (event) => { event.preventDefault(); path = [i]; };
  cell.onmouseenter = () => { if (path.length && !path.includes(i)) path.push(i); };
  return cell;
});
const lines = solution.map(([word]) => {
  const item = list.appendChild(document.createElement("li"));
  item.className = "flex";
  return [...word].map(() => {
    const part = item.appendChild(document.createElement("span"));
    [part.className, part.style] = ["flex", "display: inline-block; width: 20px; height: 20px; border: 1px solid"];
    return part;
  });
});
const numberOf = (path) => solution.findIndex(([word]) => word === path.map((i) => cells[i].textContent).join(""));
const choose = (i) => {
  if (i === path.at(-1) && CONFIG.input === "again") finish();
  else if (path.includes(i) || cells[i].classList.contains("on")) path = [];
  else path.push(i);
  if (CONFIG.input === "taps" && numberOf(path) >= 0) finish();
  cells.forEach((cell, j) => cell.classList.toggle("chosen", path.includes(j)));
  if (button) button.disabled = path.length < 3;
};
const button = CONFIG.input === "buttons" && document.body.appendChild(document.createElement("button"));
if (button) {
  [button.textContent, button.disabled, button.onclick] = ["Submit", true, () => finish()];
}
const finish = () => {
  const number = numberOf(path);
  lines[number]?.forEach((part, i) => { part.textContent = solution[number][0][i]; });
  if (number >= 0) path.forEach((i) => cells[i].classList.add("on"));
  path = [];
  cells.forEach((cell) => cell.classList.remove("chosen"));
  if (lines.flat().every((part) => part.textContent)) document.querySelector("p").textContent = "Solved";
};
if (!CONFIG.input) onmouseup = finish;
"""

#: A board with a rectangle of one cell.
WITH_ONE = {
    "rows": 5,
    "cols": 5,
    "clues": [[1, 3, "any", 10], [3, 0, "any", 12], [4, 1, "any", 2], [4, 2, "any", 1]],
    "solution": [[0, 3, 5, 2], [0, 0, 4, 3], [4, 0, 1, 2], [4, 2, 1, 1]],
}


def page_of(game: str, script: str, **config: Any) -> str:
    """Return a page of the small board of `game`, drawn and judged by `script`."""
    board = config.get("board", SMALL[game])
    cols = board.get("cols") or board.get("size") or len(board.get("givens") or board["grid"][0])
    said = json.dumps({"board": board, **config})
    style = _STYLE.replace("COLS", str(cols))
    body = f"<title>{game}</title><style>{style}</style><main></main><p></p>"
    return f"<!doctype html>{body}<script>const CONFIG = {said}; {script}</script>"


@pytest.mark.parametrize("input_way", ["buttons", "palette", "tray", "menu", "dialog"])
def test_digits_are_entered_by_buttons_after_the_cell_or_before_it_or_in_a_menu_of_the_cell(
    page: Page, site: SiteSelectors, input_way: str
) -> None:
    """The menu may be a dialog over the whole board. What is left in a tray moves when a digit is used up."""
    lesson = learnt(page, site, page_of("mini-sudoku", _SUDOKU, input=input_way), "mini-sudoku")
    assert lesson.section["enter"] == ["menu" if input_way == "dialog" else input_way]
    assert lesson.section["buttons"] == {"selector": "b", "says": {"text": "*", "pattern": r"^(\d+)$"}}
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.full
def test_buttons_that_show_where_their_digit_stands_are_left_for_a_menu_of_the_cell(
    page: Page, site: SiteSelectors
) -> None:
    more = """const show = (digit) => cells.forEach((cell) => cell.classList.toggle("on", cell.textContent === digit));
        const strip = document.body.appendChild(document.createElement("footer"));
        strip.innerHTML = values.slice(0, n).map((_, i) => `<i>${i + 1}</i> `).join("");
        strip.onclick = ({ target }) => show(target.textContent);"""
    lesson = learnt(page, site, page_of("mini-sudoku", _SUDOKU + more, input="menu"), "mini-sudoku")
    assert (lesson.section["enter"], lesson.section["buttons"]["selector"]) == (["menu"], "b")
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.parametrize("says", ["<h3>Buy hints</h3>", "<p>Rate this puzzle:</p>"])
def test_buttons_with_digits_that_buy_or_rate_are_no_keypad(page: Page, site: SiteSelectors, says: str) -> None:
    """The words before them say what they are for: none is pressed."""
    more = f"""document.querySelector("nav").insertAdjacentHTML("beforebegin", {json.dumps(says)});
        addEventListener("click", ({{ target }}) => {{ if (target.closest("nav")) localStorage.hit = 1; }}, true);"""
    with pytest.raises(PageNotUnderstood, match="neither keys nor buttons"):
        learnt(page, site, page_of("mini-sudoku", _SUDOKU + more, input="buttons"), "mini-sudoku")
    assert page.evaluate("localStorage.hit") is None


@pytest.mark.more
@pytest.mark.parametrize(
    "names",
    [
        ('aria-label="Light theme">\u2600', 'aria-label="Dark theme">\u263e'),
        pytest.param(('class="svelte-0k2qx9r">\u21b6', 'class="svelte-1m7pf87">\u21b7'), marks=pytest.mark.full),
    ],
    ids=["themes", "names that a build made"],
)
def test_buttons_for_something_else_are_no_symbols(page: Page, site: SiteSelectors, names: tuple[str, str]) -> None:
    """The sun is the light theme, the moon the dark one; 0 and 1 are no words of names that a build made."""
    buttons = "".join(f"<button {name}</button>" for name in names)
    more = f"""document.body.insertAdjacentHTML("beforeend", {json.dumps(f"<div>{buttons}</div>")});
        addEventListener("click", ({{ target }}) => {{ if (target.matches("button")) localStorage.hit = 1; }}, true);"""
    found = learnt(page, site, page_of("tango", _BINARY + more), "tango")
    assert found.won
    assert page.evaluate("localStorage.hit") is None


def test_a_button_may_say_how_many_digits_are_left_beside_its_own(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("mini-sudoku", _SUDOKU, input="counted"), "mini-sudoku")
    assert (lesson.section["enter"], {*lesson.section["buttons"]["says"]["first"]}) == (["buttons"], {*"1234"})
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


def test_a_text_that_tells_only_clues_is_no_reading_of_digits(page: Page, site: SiteSelectors) -> None:
    """The text of an empty cell is a hidden 0."""
    lesson = learnt(page, site, page_of("mini-sudoku", _SUDOKU, input="zeros"), "mini-sudoku")
    assert [one["pattern"] for one in lesson.section["read"]["digit"]["any"]] == [r"^([1-9]\d*)$"]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_a_label_that_tells_only_clues_is_no_reading_of_digits(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("mini-sudoku", _SUDOKU, input="labels"), "mini-sudoku")
    assert lesson.section["read"]["digit"]["any"] == [{"text": "*"}]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_symbols_are_chosen_by_buttons_before_the_cell(page: Page, site: SiteSelectors) -> None:
    """The sun is chosen from the start, so that a click seems to set nothing else."""
    lesson = learnt(page, site, page_of("tango", _BINARY, input="tools"), "tango")
    assert (lesson.section["enter"], "cycle" in lesson.section) == (["palette"], False)
    assert {*lesson.section["buttons"]["says"]["first"]} == {"sun", "moon"}
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)
    assert page.evaluate("document.body.dataset.reset ?? ''") == ""


@pytest.mark.parametrize("control", ["button", "a"])
def test_a_finished_board_is_handed_in_by_a_control_pressed_once(page: Page, site: SiteSelectors, control: str) -> None:
    """A link may be one, if it leads nowhere."""
    html = page_of("mini-sudoku", _SUDOKU, input="check", control=control)
    lesson = learnt(page, site, html, "mini-sudoku")
    assert lesson.section["submit"] == {"selector": control, "text": ["Check"]}
    assert lesson.section["won"] == [{"as": "banner", "selector": "p", "text": ["Correct"]}]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)
    assert page.evaluate("checks") == 1


@pytest.mark.more
def test_marks_that_no_click_takes_away_are_learnt(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("tango", _BINARY), "tango")
    assert lesson.section["cycle"] == ["empty", "sun", "moon", "sun"]
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_symbols_are_read_among_the_signs_in_the_text_of_their_cell(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("tango", _BINARY, inline=True), "tango")
    assert lesson.board == GAMES["tango"].board.from_json(SMALL["tango"])
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
@pytest.mark.parametrize("inside", [False, True], ids=["beside the canvas", "in it"])
def test_digits_are_entered_by_buttons_on_a_page_that_is_played_by_sight(
    page: Page, site: SiteSelectors, *, inside: bool
) -> None:
    lesson = learnt(page, site, page_of("mini-sudoku", _DIGITS_ON_A_CANVAS, inside=inside), "mini-sudoku")
    assert (lesson.section["sight"], lesson.section["enter"]) == (True, ["buttons"])
    assert ("buttons" in lesson.section) is not inside
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


#: A word of success that the picture always shows, and a control that hands in the board.
_WORD_AND_CHECK = """
canvas.height += 60;
const wordless = draw;
draw = () => {
  wordless();
  pen.fillStyle = "black";
  pen.font = "bold 30px sans-serif";
  pen.fillText("BRAVO", 20, canvas.height - 15);
};
draw();
const check = document.body.appendChild(document.createElement("button"));
check.textContent = "Check";
check.onclick = () => {
  const isWon = values.join() === solution.flat().join();
  document.querySelector("p").textContent = isWon ? "Correct!" : "Something is wrong";
};
"""


@pytest.mark.more
def test_a_board_is_handed_in_although_the_picture_shows_a_word_of_success(page: Page, site: SiteSelectors) -> None:
    script = _DIGITS_ON_A_CANVAS.replace('document.querySelector("p").textContent = "Well done"', "0") + _WORD_AND_CHECK
    lesson = learnt(page, site, page_of("mini-sudoku", script, inside=False), "mini-sudoku")
    assert lesson.section["submit"] == {"selector": "button", "text": ["Check"]}
    assert (lesson.section["won"][0]["text"], lesson.confirmed, lesson.missing) == (["Correct"], True, [])


@pytest.mark.more
def test_rectangles_are_drawn_by_their_borders_on_a_page_that_is_played_by_sight(
    page: Page, site: SiteSelectors
) -> None:
    """The last rectangle is enclosed by those before it: one beside it has to wait."""
    shown = page_of("patches", _BORDERS_ON_A_CANVAS, board=AREAS)
    lesson = learnt(page, site, shown, "patches")
    assert (lesson.section["sight"], lesson.section["draw"]) == (True, ["borders"])
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
@pytest.mark.parametrize("kind", ["one of one cell", "lines alone"])
def test_rectangles_on_a_canvas_are_drawn_each(here: Here, tmp_path: Path, kind: str) -> None:
    """A press without a move would remove one of one cell, and a cell that others leave over is no rectangle yet. The
    last of those that are lines alone is enclosed by the others, and is drawn all the same.

    The page keeps its rectangles, and no picture of a first load tells those of a trial.
    """
    config = {"board": AREAS, "bare": True} if kind == "lines alone" else {"board": WITH_ONE}
    (tmp_path / "page.html").write_text(page_of("patches", _AREAS_ON_A_CANVAS, **config), encoding="utf-8")
    with served(tmp_path) as origin:
        run = here("learn", "patches", "--url", f"{origin}/page.html", "--to", tmp_path / "mine.yaml", "--json")
    assert run.code == 0, run.err
    report = json.loads(run.out)
    assert (report["outcome"], report["confirmed"], report["section"]["draw"]) == ("solved", True, ["drag"])


#: By the key: the value of a cell after it, by the one before (0 is the sun, 1 the moon).
SPACE = {" ": {"null": 0, "0": 1, "1": None}}
LETTERS = {"s": dict.fromkeys(["null", "0", "1"], 0), "m": dict.fromkeys(["null", "0", "1"], 1)}


@pytest.mark.parametrize(
    ("keys", "cycle"),
    [(SPACE, {"Space": ["empty", "sun", "moon"]}), (LETTERS, {"m": ["moon"], "s": ["sun"]})],
    ids=["one key", "a key for each"],
)
def test_marks_are_set_by_keys_where_arrow_keys_lead_a_cursor(
    page: Page, site: SiteSelectors, keys: dict[str, Any], cycle: dict[str, list[str]]
) -> None:
    html = page_of("tango", _BINARY, input=keys).replace("<p>", "<small>S: a sun, M: a moon (press s or m )</small><p>")
    lesson = learnt(page, site, html, "tango")
    assert lesson.section["cycle"] == {"keys": cycle}
    assert lesson.section["cursor"] == {"at": {"over": "u", "property": "display"}}
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_rectangles_are_drawn_by_a_key_on_two_corners(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("patches", _CORNERS_BY_KEYS, board=AREAS), "patches")
    assert lesson.section["cursor"] == {"at": "focus", "key": "Enter"}
    assert (lesson.section["draw"], lesson.section["remove"]) == (["cursor"], ["Backspace"])
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_no_win_is_claimed_on_a_page_by_keys_that_says_nothing_at_the_end(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("tango", _BINARY, input=SPACE, says=""), "tango")
    assert (lesson.confirmed, "won" in lesson.section) == (False, False)


@pytest.mark.more
def test_a_page_whose_keys_do_something_else_is_refused_and_no_letter_is_pressed(
    page: Page, site: SiteSelectors
) -> None:
    with pytest.raises(PageNotUnderstood, match="a board of Tango with 4x4 cells"):
        learnt(page, site, page_of("tango", _BINARY, input="other"), "tango")
    pressed = {*page.evaluate("localStorage.hit").split()}
    assert pressed <= {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "0", "1", "2"}


@pytest.mark.more
@pytest.mark.parametrize("start", ["", _TOUCHED_START], ids=["the board", "its start, too"])
def test_touches_are_learnt_where_a_page_takes_nothing_else(page: Page, site: SiteSelectors, start: str) -> None:
    """Its board listens to touches only where the browser says that there is a touch screen."""
    html = page_of("tango", _BINARY, input="touch") + start
    browser = page.context.browser
    assert browser
    with ExitStack() as contexts:

        def opened(*, touch: bool) -> GamePage:
            unknown = LearnRequest(URL, site, BrowserOptions(offline=True)).unknown_site(touch=touch)
            context = browser.new_context(**context_arguments(unknown))
            contexts.callback(context.close)
            context.route("**/*", lambda route: route.fulfill(content_type="text/html; charset=utf-8", body=html))
            return GamePage(context.new_page(), unknown, unknown.games["tango"], TIMES)

        first, touched = opened(touch=False), partial(opened, touch=True)
        lesson = learn(first, Wanted([GAMES["tango"]]), partial(opened, touch=False), touched=touched)
        assert (lesson.section["touch"], lesson.section["cycle"]) == (True, ["empty", "sun", "moon", "sun"])
        assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
def test_the_refusal_of_a_page_that_touches_do_not_play_either_is_that_of_the_mouse(
    page: Page, site: SiteSelectors
) -> None:
    html = f"{page_of('tango', _BINARY, input='other')}<script>ontouchstart = () => {{}};</script>"
    again, touched = partial(opened, page, site, html), partial(opened, page, site, "<h1>Tango</h1>")
    with pytest.raises(PageNotUnderstood, match="a board of Tango with 4x4 cells"):
        learn(again(), Wanted([GAMES["tango"]]), again, touched=touched)


@pytest.mark.more
def test_no_cell_is_clicked_for_a_menu_where_a_click_leaves_a_mark(page: Page, site: SiteSelectors) -> None:
    """The mark would be there in the next load of the page, too."""
    kept = "if (sessionStorage.first) values[held.indexOf(false)] = Number(sessionStorage.first); show();\nlet tool"
    turn = "if (sessionStorage.first === undefined) sessionStorage.first = values[i] === 0 ? 1 : 0; if (!held[i]) {"
    script = _BINARY.replace("show();\nlet tool", kept).replace("if (!held[i]) {", turn, 1)
    assert learnt(page, site, page_of("tango", script), "tango").section["cycle"] == ["empty", "sun", "moon", "sun"]


@pytest.mark.more
def test_what_a_page_says_of_any_full_board_is_no_sign(page: Page, site: SiteSelectors) -> None:
    script = _BINARY.replace("values.join() === wanted.join()", "values.every((value) => value !== null)")
    lesson = learnt(page, site, page_of("tango", script, input="tools"), "tango")
    assert (lesson.won, lesson.confirmed) == (False, False)
    assert "a second play did not confirm it" in lesson.missing[0]


def test_the_sign_of_a_win_may_be_the_last_line_of_a_log(page: Page, site: SiteSelectors) -> None:
    won = 'if (values.join() === wanted.join()) document.querySelector("p").textContent = says;'
    script = _BINARY.replace(won, f"document.querySelector('p').textContent += ' A cell was clicked.'; {won}")
    script = script.replace('"p").textContent = says', '"p").textContent += " Solved!"')
    lesson = learnt(page, site, page_of("tango", script), "tango")
    assert lesson.section["won"] == [{"as": "banner", "selector": "p", "text": ["Solved"]}]
    assert (lesson.confirmed, lesson.missing) == (True, [])


@pytest.mark.more
def test_each_of_two_symbols_is_set_by_a_kind_of_click(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("tango", _BINARY, input="two clicks"), "tango")
    assert lesson.section["cycle"] == {"click": ["empty", "sun"], "right": ["empty", "moon"]}
    assert (lesson.confirmed, lesson.missing) == (True, [])


@pytest.mark.more
def test_a_symbol_is_typed_into_the_cell_that_was_clicked(page: Page, site: SiteSelectors) -> None:
    """Clicks that do no more than choose a cell are made three times on it, not five."""
    count = "sessionStorage.downs = 1 + Number(sessionStorage.downs ?? 0)"
    counts = f"<script>addEventListener('mousedown', () => {{ {count}; }});</script>"
    lesson = learnt(page, site, page_of("tango", _BINARY, input="typed") + counts, "tango")
    assert lesson.section["cursor"] == {"at": "click"}
    assert lesson.section["cycle"] == {"keys": {"0": ["sun"], "1": ["moon"]}}
    assert (lesson.confirmed, lesson.missing) == (True, [])
    assert page.evaluate("Number(sessionStorage.downs)") == 64


#: How a page is busy for a moment after each click: with something over its board, or without a word.
_BUSY = {
    "covered": """const veil = Object.assign(document.createElement("div"), { style: "position: fixed; inset: 0" });
        grid.addEventListener("click", () => { document.body.append(veil); setTimeout(() => veil.remove(), 300); });""",
    "silent": """let heard = -1000;
        addEventListener("click", (event) => {
          if (performance.now() - heard < 300) event.stopPropagation(); else heard = performance.now();
        }, true);""",
}


@pytest.mark.parametrize("script", _BUSY.values(), ids=_BUSY)
def test_a_page_that_is_busy_after_each_click_gets_them_at_a_pace(page: Page, site: SiteSelectors, script: str) -> None:
    html = queens_of("a click crosses, the next one crowns")
    lesson = learnt(page, site, html.replace("</script>", f"{script}</script>"))
    assert lesson.section["pace"] == {"cell": 520, "any": 500}
    assert (lesson.confirmed, lesson.missing) == (True, [])


@pytest.mark.parametrize("input_way", ["cells", "canvas", "uneven"])
def test_a_path_is_learnt_of_which_a_page_keeps_nothing_but_the_whole(
    page: Page, site: SiteSelectors, input_way: str
) -> None:
    """Every other row of cells may be lower."""
    lesson = learnt(page, site, page_of("zip", _WHOLE_PATHS, input=input_way), "zip")
    assert lesson.section["draw"] == ["drag"]
    assert lesson.section["won"] == [{"as": "banner", "selector": "p", "text": ["Solved"]}]
    assert (lesson.confirmed, lesson.missing) == (True, [])


#: Arrow keys lead a path on from its last cell, and nothing takes it back.
_NEVER_BACK = """
const isSame = (one, other) => String(one) === String(other);
grid.onmousemove = onmouseup = null;
grid.onmousedown = (event) => {
  if (!path.length && numberOf(placeOf(event) ?? []) === 1) path = [placeOf(event)];
  show();
};
addEventListener("keydown", ({ key }) => {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  const last = path.at(-1), to = step && last && [last[0] + step[0], last[1] + step[1]];
  if (!to || !places.some((one) => isSame(one, to)) || path.some((one) => isSame(one, to)) || isShut(last, to)) return;
  path.push(to);
  if (isSame(path, solution)) document.querySelector("p").textContent = "Solved";
  show();
});
"""


@pytest.mark.more
def test_a_path_that_nothing_takes_back_is_held_back_as_a_whole(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("zip", _WHOLE_PATHS + _NEVER_BACK, input="cells"), "zip")
    assert lesson.section["draw"] == ["keys"]
    assert (lesson.confirmed, lesson.missing) == (True, [])


#: Drags do not reach the last cell; arrow keys do.
_NOT_TO_THE_END = """
const isSame = (one, other) => String(one) === String(other);
const go = (to) => {
  const last = path.at(-1), isNext = last && Math.abs(last[0] - to[0]) + Math.abs(last[1] - to[1]) === 1;
  if (!isNext || !places.some((one) => isSame(one, to)) || isShut(last, to)) return;
  if (isSame(path.at(-2), to)) path.pop(); else if (!path.some((one) => isSame(one, to))) path.push(to);
  if (isSame(path, solution)) document.querySelector("p").textContent = "Solved";
  show();
};
onmouseup = null;
grid.onmousedown = (event) => { if (numberOf(placeOf(event) ?? []) === 1) { path = [placeOf(event)]; show(); } };
grid.onmousemove = (event) => {
  const to = event.buttons && placeOf(event);
  if (to && !isSame(to, solution.at(-1))) go(to);
};
addEventListener("keydown", ({ key }) => {
  const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
  if (step && path.length) go([path.at(-1)[0] + step[0], path.at(-1)[1] + step[1]]);
});
"""


@pytest.mark.more
def test_a_way_to_draw_that_does_not_reach_the_end_gives_way_to_another(page: Page, site: SiteSelectors) -> None:
    lesson = learnt(page, site, page_of("zip", _WHOLE_PATHS + _NOT_TO_THE_END, input="cells"), "zip")
    assert lesson.section["draw"] == ["keys"]
    assert (lesson.confirmed, lesson.missing) == (True, [])


def test_the_items_of_words_are_told_from_their_places_that_have_the_same_class(
    page: Page, site: SiteSelectors
) -> None:
    lesson = learnt(page, site, page_of("wend", _WORDS), "wend")
    assert lesson.section["beside"]["words"]["done"] == ":has(.flex:not(:empty))"
    assert (lesson.confirmed, lesson.missing) == (True, [])


def test_the_places_of_a_found_word_may_get_another_name(page: Page, site: SiteSelectors) -> None:
    said = "part.textContent = solution[number][0][i];"
    lesson = learnt(page, site, page_of("wend", _WORDS.replace(said, f"{said} part.className = 'letter';")), "wend")
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


#: What is drawn stays, also if it is no word; a move that comes before the last one is drawn is lost.
_DRAWN_LATE = (
    "if (path.length && !path.includes(i)) path.push(i);",
    "const before = path; if (path.length && !path.includes(i)) setTimeout(() => { path = [...before, i]; });",
)


def test_a_page_whose_marks_contradict_each_other_after_quick_drags_is_begun_anew(
    page: Page, site: SiteSelectors
) -> None:
    script = _WORDS.replace(*_DRAWN_LATE).replace("if (number >= 0) path.forEach", "path.forEach")
    lesson = learnt(page, site, page_of("wend", script), "wend")
    assert (lesson.confirmed, lesson.missing, lesson.result and lesson.result.exit) == (True, [], 0)


@pytest.mark.more
@pytest.mark.parametrize("input_way", ["buttons", "again", "taps"])
def test_words_are_clicked_letter_by_letter_and_end_with_a_button_or_the_last_letter_again(
    page: Page, site: SiteSelectors, input_way: str
) -> None:
    lesson = learnt(page, site, page_of("wend", _WORDS, input=input_way), "wend")
    assert lesson.section["draw"] == [input_way]
    assert (lesson.confirmed, lesson.missing) == (True, [])


def test_marks_that_a_page_keeps_are_not_given(page: Page, site: SiteSelectors) -> None:
    """They are told by their texts: a conflict has its own colour."""
    html = page_of("tango", _DRAWN)

    def again() -> GamePage:
        if page.url == URL:
            page.evaluate("localStorage.clear()")
        return opened(page, site, html)

    lesson = learn(again(), Wanted([GAMES["tango"]]), again)
    assert (lesson.section["cell"], lesson.section["cycle"]) == ("g:has(> rect)", ["empty", "sun", "moon"])
    assert "fill" not in json.dumps(lesson.section["read"]["mark"])

    assert (lesson.varies, lesson.confirmed, lesson.missing) == (False, True, [])
