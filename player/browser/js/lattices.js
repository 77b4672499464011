// @ts-check
// All board-like structures of a page, found without selectors, the likeliest first.

import { boxOf } from "./shown.js";
import { contains, elementAt, flatParent } from "./tree.js";
import { all, middle } from "./dom.js";
import { layout } from "./places.js";
import { isShown, chosenOf } from "./boards.js";
import { largestLattice } from "./lattice.js";
/** @typedef {{cells: Element[], rows: number, cols: number, pitch: [number, number]}} Cells in order, row by row; the pitch is across and down */

const SMALLEST = 9;
const LARGEST = 1100;
const LEVELS = 4;
const LEAST_SIDE = 12;

/** @type {(element: Element) => boolean} */
const isBoxy = (element) => {
  const { width, height } = boxOf(element);
  return Math.min(width, height) >= LEAST_SIDE && Math.min(width, height) >= 0.45 * Math.max(width, height);
};

// The elements of one tag, so many levels below an element, by element, level and tag.
/** @type {() => Element[][]} */
const families = () => {
  /** @type {Map<Element, Map<string, Element[]>>} */
  const found = new Map();
  for (const element of all("*")) {
    if (element.matches("html, body, head *") || !isBoxy(element)) continue;
    for (let [level, around] = [1, flatParent(element)]; around && level <= LEVELS; level += 1, around = flatParent(around)) {
      const kinds = found.get(around) ?? new Map();
      found.set(around, kinds);
      const key = `${level} ${element.localName}`;
      kinds.set(key, [...kinds.get(key) ?? [], element]);
    }
  }
  return [...found.values()].flatMap((kinds) => [...kinds.values()]).filter(({ length }) => length >= SMALLEST);
};

// The members of a family that are about as large as each other: signs between cells are smaller than cells.
const ALIKE = 1.15;
/** @type {(family: Element[]) => Element[][]} */
const bySize = (family) => {
  /** @type {Element[][]} */
  const groups = [];
  for (const element of family) {
    const { width, height } = boxOf(element);
    const alike = groups.find(([first]) => {
      const other = boxOf(first);
      return Math.max(width, other.width) <= ALIKE * Math.min(width, other.width) && Math.max(height, other.height) <= ALIKE * Math.min(height, other.height);
    });
    if (alike) alike.push(element);
    else groups.push([element]);
  }
  return groups;
};

// The members of a group that share a class or a role which others lack: cells among signs or headings of their size.
/** @type {(group: Element[]) => Element[][]} */
const byName = (group) => {
  /** @type {Map<string, Element[]>} */
  const found = new Map();
  for (const element of group) {
    for (const name of new Set([...element.classList, element.getAttribute("role") ?? ""])) found.set(name, [...found.get(name) ?? [], element]);
  }
  return [...found.values()].filter(({ length }) => length >= SMALLEST && length < group.length);
};

const UNEVEN = 1.4;
/** @type {(lines: number[]) => [number, boolean]} */
const pitchOf = (lines) => {
  const steps = lines.slice(1).map((at, i) => at - lines[i]);
  return [(lines[lines.length - 1] - lines[0]) / steps.length, Math.max(...steps) <= UNEVEN * Math.min(...steps)];
};

// True if the rows of a grid differ in height alone, or its columns in width, as those of a style do that fit what is in
// them: cells are as high or wide as their line, and the gaps between them are alike.
/** @type {(cells: Element[], cols: number) => boolean} */
const isUneven = (cells, cols) => {
  const boxes = cells.map(boxOf), [first] = boxes;
  const near = (/** @type {number} */ a, /** @type {number} */ b) => Math.abs(a - b) < 1.5;
  const isOneWay = boxes.every(({ width }) => near(width, first.width)) || boxes.every(({ height }) => near(height, first.height));
  return isOneWay && boxes.every((box, i) => {
    const head = boxes[i - (i % cols)], top = boxes[i % cols];
    return near(box.top, head.top) && near(box.height, head.height) && near(box.left, top.left) && near(box.width, top.width)
      && ((i + 1) % cols === 0 || near(boxes[i + 1].left - box.right, boxes[1].left - first.right))
      && (i + cols >= boxes.length || near(boxes[i + cols].top - box.bottom, boxes[cols].top - first.bottom));
  });
};

// A group as rows and columns of cells in order; null if it is none.
/** @type {(group: Element[]) => Cells | null} */
const latticeOf = (group) => {
  if (group.length < SMALLEST || group.length > LARGEST) return null;
  const { rows, cols, indices } = layout(group);
  if (rows < 3 || cols < 3 || rows * cols !== group.length || new Set(indices).size !== group.length) return null;
  const cells = /** @type {Element[]} */ (Array(group.length));
  indices.forEach((index, i) => { cells[index] = group[i]; });
  const [across, isEven] = pitchOf(cells.slice(0, cols).map((cell) => middle(cell).x));
  const [down, isEvenDown] = pitchOf([...Array(rows).keys()].map((row) => middle(cells[row * cols]).y));
  const isDense = Math.max(across / boxOf(cells[0]).width, down / boxOf(cells[0]).height) < 2.5;
  return isDense && ((isEven && isEvenDown) || isUneven(cells, cols)) ? { cells, rows, cols, pitch: [across, down] } : null;
};

/** @type {(groups: Element[][]) => Cells[]} */
const latticesOf = (groups) => groups.flatMap((one) => [one, ...byName(one)]).flatMap((group) => latticeOf(group) ?? []);

// The lattices of a family's members of one size, which may lack a row: so that of all is before them, if it is one. Without
// any, those of all: a row with numbers may be higher than others.
/** @type {(family: Element[]) => Cells[]} */
const latticesIn = (family) => {
  const groups = bySize(family), found = latticesOf(groups);
  if (groups.length === 1) return found;
  if (!found.length) return latticesOf([family]);
  const whole = latticeOf(family);
  return whole && isUneven(whole.cells, whole.cols) ? [whole, ...found] : found;
};

/** @type {(cells: Element[]) => Element} */
export const commonOf = (cells) => {
  let around = cells[0];
  while (flatParent(around) && !cells.every((cell) => cell !== around && contains(around, cell))) around = /** @type {Element} */ (flatParent(around));
  return around;
};

// One of two equal lattices holds the other: each of its cells contains a cell of that.
/** @type {(one: Cells, other: Cells) => boolean} */
const holds = ({ cells: mine }, { cells: theirs }) => mine !== theirs && mine.length === theirs.length
  && mine.every((cell, i) => cell !== theirs[i] && contains(cell, theirs[i]));

// A click at the middle of some cells reaches them.
/** @type {(lattice: Cells) => number} */
const reached = ({ cells }) => {
  const some = cells.filter((_, i) => i % Math.ceil(cells.length / 9) === 0);
  const hits = some.filter((cell) => {
    const { x, y } = middle(cell);
    const hit = elementAt(cell.ownerDocument, x, y);
    return hit !== null && (contains(cell, hit) || contains(hit, cell));
  });
  return hits.length / some.length;
};

// The lattices of a page: those that take input first, then the larger ones.
/** @type {() => Cells[]} */
export const lattices = () => {
  const numbered = largestLattice()?.cells ?? [];
  /** @type {Map<string, Cells>} */
  const found = new Map();
  const ids = new Map();
  /** @type {(element: Element) => number} */
  const idOf = (element) => ids.get(element) ?? (ids.set(element, ids.size), ids.size - 1);
  for (const lattice of [...families().flatMap(latticesIn), ...latticesOf([numbered])]) {
    found.set(lattice.cells.map(idOf).join(), lattice);
  }
  const shown = [...found.values()].filter(({ cells }) => cells.every(isShown));
  const outer = shown.filter((one) => !shown.some((other) => holds(other, one)));
  const boards = new Map(outer.map((lattice) => [lattice, { grid: commonOf(lattice.cells), cells: lattice.cells }]));
  const chosen = chosenOf([...boards.values()]);
  /** @type {(lattice: Cells) => number[]} */
  const rank = (lattice) => [reached(lattice) > 0.5 ? 0 : 1, chosen.includes(/** @type {{grid: Element, cells: Element[]}} */ (boards.get(lattice))) ? 0 : 1, -lattice.cells.length];
  const ranks = new Map(outer.map((lattice) => [lattice, rank(lattice)]));
  /** @type {(a: Cells, b: Cells) => number} */
  const order = (a, b) => (ranks.get(a) ?? []).map((value, i) => value - (ranks.get(b) ?? [])[i]).find(Boolean) ?? 0;
  return outer.sort(order);
};
