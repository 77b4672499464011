// @ts-check
// Places on a grid: the rows and columns of cells, sides, neighbours and walls.

import { boxOf } from "./shown.js";
import { middle } from "./dom.js";
/** @import { Value } from "./messages.js" */
/** @typedef {"up" | "down" | "left" | "right"} Side */
/** @typedef {{rows: number, cols: number, indices: number[]}} Layout */
/** @typedef {{rows: number, cols: number, grid: Element}} Shape */

// The value of a cell without content.
export const EMPTY = "empty";

// The rows and columns of cells by position: gaps of half a cell separate rows, whatever the document order.
/** @type {(cells: Element[]) => Layout} */
export const layout = (cells) => {
  const middles = cells.map(middle);
  /** @type {(axis: "x" | "y", size: number) => {count: number, of: (at: number) => number}} */
  const lines = (axis, size) => {
    const ends = /** @type {number[]} */ ([]);
    const sorted = middles.map((at) => at[axis]).sort((a, b) => a - b);
    sorted.forEach((at, i) => { if (!i || at - sorted[i - 1] > size / 2) ends.push(at); });
    return { count: ends.length, of: (at) => ends.findLastIndex((end) => at >= end) };
  };
  const box = boxOf(cells[0]);
  const rows = lines("y", box.height);
  const cols = lines("x", box.width);
  return {
    rows: rows.count,
    cols: cols.count,
    indices: middles.map(({ x, y }) => rows.of(y) * cols.count + cols.of(x)),
  };
};

// The position of an element relative to a cell: the nearest side, and its distance from the cell's centre along that
// side (`beside`) and towards it (`out`), in cell sizes.
/** @type {(cell: Element, element: Element) => {side: Side, beside: number, out: number}} */
export const around = (cell, element) => {
  const { width, height } = boxOf(cell);
  const [at, found] = [middle(cell), middle(element)];
  const [right, down] = [(found.x - at.x) / width, (found.y - at.y) / height];
  const [beside, out] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b);
  const side = Math.abs(right) === out ? (right > 0 ? "right" : "left") : (down > 0 ? "down" : "up");
  return { side, beside, out };
};

export const SIDES = /** @type {Side[]} */ (["up", "down", "left", "right"]);
/** @type {Record<Side, [number, number]>} */
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
/** @type {Record<Side, Side>} */
const OPPOSITE = { up: "down", down: "up", left: "right", right: "left" };

// The neighbour on a side, or null outside the grid.
/** @type {(index: number, side: Side, shape: Shape) => number | null} */
export const beyond = (index, side, { rows, cols }) => {
  const [row, col] = [Math.floor(index / cols) + STEPS[side][0], index % cols + STEPS[side][1]];
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
};

// The walls of a cell; null where the page does not tell.
/** @type {(value: Value) => Side[] | null} */
export const sidesIn = (value) => /** @type {Side[] | null} */ (value);

// A column of walls without the grid's border, or with each wall on both of its cells, as the reading asks.
/** @type {(column: Value[], how: {rim?: boolean, either?: boolean}, shape: Shape) => Value[]} */
export const walled = (column, { rim, either }, shape) => {
  if (!rim && !either) return column;
  const inside = column.map((sides, index) => sidesIn(sides)?.filter((side) => !rim || beyond(index, side, shape) !== null) ?? null);
  if (!either) return inside;
  /** @type {(index: number, side: Side) => boolean} */
  const faces = (index, side) => {
    const other = beyond(index, side, shape);
    return other !== null && (inside[other]?.includes(OPPOSITE[side]) ?? false);
  };
  return inside.map((sides, index) => sides
    && SIDES.filter((side) => sides.includes(side) || faces(index, side)));
};

