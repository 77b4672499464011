// @ts-check
// What is drawn over a grid, or behind its cells, in none of them: layers are joined to the cells by their places.

import { visible, boxOf } from "./shown.js";
import { contains, find, flatParent } from "./tree.js";
import { middle } from "./dom.js";
/** @import { Place } from "./sides.js" */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box in CSS pixels of the window */

// How many levels above the grid a layer may stand, and how much larger than the grid they are at most.
const LEVELS = 4;
const LARGER = 1.5;

/** @type {(a: Box, b: Box) => boolean} */
const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

// The elements beside a grid, and beside what wraps it closely.
/** @type {(grid: Element) => Element[]} */
const layersOf = (grid) => {
  const { width, height } = boxOf(grid);
  /** @type {Element[]} */
  const found = [];
  for (let [at, level] = [grid, 0]; level < LEVELS; level += 1) {
    const around = flatParent(at);
    if (!around || /^(body|html)$/.test(around.localName)) {
      if (around && !level) found.push(...[...around.children].filter((one) => one !== at));
      break;
    }
    const box = boxOf(around);
    if (level && (box.width > LARGER * width || box.height > LARGER * height)) break;
    found.push(...[...around.children].filter((one) => one !== at));
    at = around;
  }
  return found;
};

// The grid's elements, and what is drawn over it beside it. Constant during one observation.
/** @type {Map<Element, Map<string, Element[]>>} */
const drawnKnown = new Map();
/** @type {(grid: Element, selector: string) => Element[]} */
export const drawnOver = (grid, selector) => {
  const known = drawnKnown.get(grid) ?? new Map();
  drawnKnown.set(grid, known);
  if (!known.has(selector)) {
    const whole = boxOf(grid);
    const over = layersOf(grid).flatMap((layer) => [...(layer.matches(selector) ? [layer] : []), ...find(layer, selector)])
      .filter((element) => meet(boxOf(element), whole));
    known.set(selector, [...find(grid, selector), ...over].filter(visible));
  }
  return known.get(selector);
};

// Those of them that are in no cell and around none. Constant during one observation.
/** @type {Map<Element[], Map<string, Element[]>>} */
const looseKnown = new Map();
/** @type {(selector: string, shape: Place) => Element[]} */
export const looseOver = (selector, { grid, cells }) => {
  if (!cells.length) return [];
  const known = looseKnown.get(cells) ?? new Map();
  looseKnown.set(cells, known);
  if (!known.has(selector)) {
    const inside = new Set(cells.flatMap((cell) => [cell, ...find(cell, "*")]));
    known.set(selector, drawnOver(grid, selector).filter((element) => !inside.has(element) && !contains(element, cells[0])));
  }
  return known.get(selector);
};

/** @type {(box: Box, at: {x: number, y: number}) => boolean} */
export const isIn = ({ left, top, right, bottom }, { x, y }) => x >= left && x < right && y >= top && y < bottom;

// Those whose middle lies in a cell, and that are seen there.
/** @type {(cell: Element, selector: string, shape: Place) => Element[]} */
export const looseIn = (cell, selector, shape) => looseOver(selector, shape)
  .filter((element) => isIn(boxOf(cell), middle(element)) && isSeenOver(element, cell));

// All elements whose middle lies in a cell, also those of other cells, that are seen there.
/** @type {(cell: Element, selector: string, grid: Element) => Element[]} */
export const drawnIn = (cell, selector, grid) => drawnOver(grid, selector)
  .filter((element) => isIn(boxOf(cell), middle(element)) && (contains(cell, element) || isSeenOver(element, cell)));

// The order of painting

/** @type {(style: CSSStyleDeclaration) => boolean} */
const isStacking = (style) => style.zIndex !== "auto" || Number(style.opacity) < 1 || style.transform !== "none" || style.filter !== "none";
// The level of a branch: that of its first element with one, from the common ancestor down.
/** @type {(branch: Element[]) => number} */
const levelOf = (branch) => {
  const styles = branch.map((element) => getComputedStyle(element));
  const first = styles.find(isStacking);
  if (first) return parseInt(first.zIndex, 10) || 0;
  return styles.some(({ position }) => position !== "static") ? 0 : -0.5;
};
/** @type {(element: Element) => Element[]} */
const lineOf = (element) => { const around = flatParent(element); return around ? [...lineOf(around), element] : [element]; };
// True if an element is painted above another.
/** @type {(element: Element, other: Element) => boolean} */
export const isAbove = (element, other) => {
  const [mine, theirs] = [lineOf(element), lineOf(other)];
  const apart = mine.findIndex((one, i) => one !== theirs[i]);
  if (apart < 0 || apart >= theirs.length) return apart >= 0;
  const [own, others] = [levelOf(mine.slice(apart)), levelOf(theirs.slice(apart))];
  return own === others ? Boolean(mine[apart].compareDocumentPosition(theirs[apart]) & Node.DOCUMENT_POSITION_FOLLOWING) === false : own > others;
};
// True unless a cell that is painted hides an element behind it.
/** @type {(element: Element, cell: Element) => boolean} */
export const isSeenOver = (element, cell) => {
  const { backgroundColor, backgroundImage } = getComputedStyle(cell);
  const isClear = backgroundImage === "none" && /^rgba\(.*, 0(\.[0-8]\d*)?\)$/.test(backgroundColor);
  return isClear || cell.localName === "g" || isAbove(element, cell);
};
