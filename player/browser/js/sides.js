// @ts-check
// The sides of a cell at which something lies, in the cell or in the grid.

import { boxOf } from "./shown.js";
import { contains, find } from "./tree.js";
import { boxOfPseudo } from "./lines.js";
import { drawnOver } from "./loose.js";
import { generated, isCalled, part } from "./texts.js";
import { around, offsets } from "./places.js";
import { inOrder, isSlab, isPainted } from "./drawn.js";
import { isCrossed } from "./signs.js";
/** @import { Reading } from "./selectors.js" */
/** @import { Shape, Side } from "./places.js" */
/** @typedef {Pick<Shape, "grid" | "middles" | "cells">} Place */

// The texts that an element shows by pseudo-elements which are placed in it, each with its box.
/** @type {(element: Element) => [string, DOMRect][]} */
export const placedTexts = (element) => ["::before", "::after"].flatMap((pseudo) => {
  const text = generated(element, pseudo);
  const box = text && boxOfPseudo(element, getComputedStyle(element, pseudo));
  return box ? [[text, box]] : [];
});

// The visible matches of a selector in a grid that are called as a reading says, each with its box, or with that of the
// placed text that is called so. Constant during one observation.
/** @type {Map<Element, Map<Reading, {element: Element, box: DOMRect}[]>>} */
const barsKnown = new Map();
/** @type {(how: Reading, grid: Element) => {element: Element, box: DOMRect}[]} */
const barsIn = (how, grid) => {
  const known = barsKnown.get(grid) ?? new Map();
  barsKnown.set(grid, known);
  if (!known.has(how)) {
    known.set(how, drawnOver(grid, /** @type {string} */ (how.bars)).flatMap((element) => {
      const placed = how.pattern === undefined ? [] : placedTexts(element).filter(([text]) => part(text, how.pattern) !== null);
      const boxes = placed.length ? placed.map(([, box]) => box) : isCalled(element, how.pattern) ? [boxOf(element)] : [];
      return boxes.map((box) => ({ element, box }));
    }));
  }
  return known.get(how);
};

// The sides of a cell whose middle holds a match of a selector in the grid, in cells or between them; null if it is to be
// a sign, and is none for sure. A bar may be as long as several cells if it is painted and says nothing, as a row with one
// sign in it does.
/** @type {(cell: Element, how: Reading, shape: Place) => Side[] | null} */
export const barredSides = (cell, how, shape) => {
  if (how.crossed !== undefined) return signedSides(cell, how, shape);
  const { left, right, top, bottom, width, height } = boxOf(cell);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return inOrder(barsIn(how, shape.grid).flatMap(({ element, box }) => {
    const [isWide, isHigh] = [box.width > 1.2 * width, box.height > 1.2 * height];
    if (isWide && isHigh) return [];
    const { side, beside, out } = around(cell, box, shape.middles);
    if (!isWide && !isHigh) return beside < 0.25 && out > 0.25 && out < 0.75 ? [side] : [];
    if (how.pattern !== undefined || !isPainted(element, getComputedStyle(element))) return [];
    const isAlong = isWide ? box.left < x && box.right > x : box.top < y && box.bottom > y;
    return isAlong ? longSides(cell, box, isWide, shape) : [];
  }));
};

/** @type {(cell: Element, how: Reading, shape: Place) => Side[] | null} */
const signedSides = (cell, how, shape) => {
  const { width } = boxOf(cell);
  const near = barsIn(how, shape.grid).map(({ element, box }) => ({ element, box, ...around(cell, box, shape.middles) }))
    .filter(({ box, beside, out }) => beside < 0.25 && out > 0.25 && out < 0.75 && box.width < width / 2);
  const whole = near.filter(({ element }) => !near.some((other) => other.element !== element && contains(other.element, element)));
  const signs = whole.map(({ element, side }) => ({ side, isCross: isCrossed(element) }));
  if (signs.some(({ isCross }) => isCross === null)) return null;
  return inOrder(signs.filter(({ isCross }) => isCross === how.crossed).map(({ side }) => side));
};

// The side of a cell on which a bar lies that is longer than the cell.
/** @type {(cell: Element, bar: DOMRect, isWide: boolean, shape: Place) => Side[]} */
const longSides = (cell, bar, isWide, shape) => {
  const across = offsets(cell, bar, shape.middles)[isWide ? "down" : "right"];
  if (Math.abs(across) <= 0.25 || Math.abs(across) >= 0.75) return [];
  return [isWide ? (across > 0 ? "down" : "up") : (across > 0 ? "right" : "left")];
};

// The sides of a cell whose middle holds a match of a selector in the cell. A match at the cell's own centre is on no
// side; with a match at any other place, the sides are unknown.
/** @type {(cell: Element, how: Reading, shape: Place) => Side[] | null} */
export const sidesOf = (cell, { sides, thin, crossed, pattern }, shape) => {
  const found = find(cell, /** @type {string} */ (sides)).filter((element) => isCalled(element, pattern))
    .map((element) => ({ element, ...around(cell, boxOf(element), shape.middles) }))
    .filter(({ element, side, out }) => out > 0.2 && (!thin || isSlab(element, side, cell)));
  const inks = new Map(crossed === undefined ? [] : found.map(({ element }) => [element, isCrossed(element)]));
  if ([...inks.values()].includes(null)) return null;
  const places = crossed === undefined ? found : found.filter(({ element }) => inks.get(element) === crossed);
  const known = places.every(({ beside, out }) => beside <= 0.1 && out >= 0.35 && out <= 0.65);
  return known ? inOrder(places.map(({ side }) => side)) : null;
};
