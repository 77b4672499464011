// @ts-check
// The expectations of a field's column of values, and columns that say the same.

import { EMPTY, beyond, sidesIn, walled } from "./places.js";
/** @import { Value } from "./messages.js" */
/** @import { Expectation } from "./selectors.js" */
/** @import { Shape } from "./places.js" */

// True if every wall is inside the grid; if any vertical wall is drawn on both of its cells, all must be.
/** @type {(column: Value[], shape: Shape) => boolean} */
const wallsAreSound = (column, shape) => {
  const seen = { up: new Set(), down: new Set(), left: new Set(), right: new Set() };
  for (const [index, sides] of column.entries()) {
    if (sides === null) return false;
    for (const side of sidesIn(sides) ?? []) {
      const next = beyond(index, side, shape);
      if (next === null) return false;
      seen[side].add([index, next].sort((a, b) => a - b).join());
    }
  }
  const { left, right } = seen;
  return !left.size || !right.size || (left.size === right.size && [...left].every((wall) => right.has(wall)));
};

// The expectations that a field's column of values must meet.
/** @type {Record<Expectation, (column: Value[], shape: Shape) => boolean>} */
export const EXPECTATIONS = {
  every: (column) => column.every((value) => value !== null),
  some: (column) => column.some((value) => value !== null && value !== false),
  "some side": (column) => column.some((value) => value !== null && typeof value !== "boolean" && value.length > 0),
  several: (column) => new Set(column).size > 1,
  "not all": (column) => !column.every((value) => value === true),
  "two kinds": (column) => new Set(column.filter((value) => value !== EMPTY)).size <= 2,
  "one each row": (column, { rows }) => new Set(column).size === rows,
  numbers: (column) => {
    const numbers = column.filter((value) => value !== null).map(Number).sort((a, b) => a - b);
    return numbers.length > 1 && numbers.every((number, i) => number === i + 1);
  },
  walls: wallsAreSound,
  sizes: (column, { rows, cols }) => column.every((value) => value === null || (/^[1-9]\d*$/.test(String(value)) && Number(value) <= rows * cols)),
  digits: (column, { rows }) => {
    const digits = column.filter((value) => value !== null);
    /** @type {(digit: string) => number} */
    const numberOf = (digit) => (/^[a-z]$/i.test(digit) ? parseInt(digit, 36) : Number(digit));
    return digits.length > 0 && digits.every((digit) => /^([1-9]\d*|[a-z])$/i.test(String(digit)) && numberOf(String(digit)) <= rows);
  },
};

// Regions and kinds are the same by any names, sides in any order, and walls from either of their cells; everything else
// is compared as it stands.
/** @type {(column: Value[], expect: Expectation[], shape: Shape) => string} */
export const canonical = (column, expect, shape) => {
  if (expect.includes("walls")) return JSON.stringify(walled(column, { either: true }, shape));
  /** @type {(value: Value) => Value} */
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  if (!expect.includes("one each row") && !expect.includes("two kinds")) return JSON.stringify(column.map(sorted));
  const names = [...new Set([EMPTY, ...column])];
  return JSON.stringify(column.map((value) => names.indexOf(value)));
};
