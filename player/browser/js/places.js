// @ts-check
// Places on a grid: the rows and columns of cells, sides, neighbours and walls.

import { boxOf } from "./shown.js";
import { middle } from "./dom.js";
/** @import { Value } from "./messages.js" */
/** @import { Box } from "./loose.js" */
/** @typedef {"up" | "down" | "left" | "right"} Side */
/** @typedef {{x: number[], y: number[]}} Middles of the columns and rows of cells, in CSS pixels of the window */
/** @typedef {{rows: number, cols: number, indices: number[], middles: Middles, cells: Element[]}} Layout */
/** @typedef {Pick<Layout, "rows" | "cols" | "middles" | "cells"> & {grid: Element}} Shape */

// The value of a cell without content.
export const EMPTY = "empty";
/** @type {Middles} */
export const NOWHERE = { x: [], y: [] };

// The rows and columns of cells by position, whatever the document order, and the middles of each: gaps of half a cell
// separate rows, or of half the widest gap where cells overlap.
/** @type {(cells: Element[]) => Layout} */
export const layout = (cells) => {
  const middles = cells.map(middle);
  const boxes = cells.map(boxOf);
  /** @type {(axis: "x" | "y", sizes: number[]) => {middles: number[], of: (at: number) => number}} */
  const lines = (axis, sizes) => {
    const sorted = middles.map((at) => at[axis]).sort((a, b) => a - b);
    const gaps = sorted.map((at, i) => (i ? at - sorted[i - 1] : 0));
    const usual = sizes.sort((a, b) => a - b)[sizes.length >> 1];
    const least = Math.max(Math.min(usual, Math.max(...gaps)) / 2, 1);
    const ends = sorted.filter((_, i) => !i || gaps[i] > least);
    const line = ends.map((end, i) => sorted.filter((at) => at >= end && !(at >= ends[i + 1])));
    return { middles: line.map((ats) => ats[ats.length >> 1]), of: (at) => ends.findLastIndex((end) => at >= end) };
  };
  const rows = lines("y", boxes.map(({ height }) => height));
  const cols = lines("x", boxes.map(({ width }) => width));
  return {
    rows: rows.middles.length,
    cols: cols.middles.length,
    indices: middles.map(({ x, y }) => rows.of(y) * cols.middles.length + cols.of(x)),
    middles: { x: cols.middles, y: rows.middles },
    cells,
  };
};

// A signed distance from a cell's centre in cell sizes, without the gap to the next of the `middles`; that on the other
// side stands for a gap at the grid's rim.
/** @type {(distance: number, size: number, at: number, middles: number[]) => number} */
const away = (distance, size, at, middles) => {
  const [sign, far] = [Math.sign(distance), Math.abs(distance)];
  /** @type {(way: number) => number} */
  const toNext = (way) => Math.min(...middles.map((next) => way * (next - at)).filter((gap) => gap > size / 2));
  const next = [toNext(sign), toNext(-sign)].find(Number.isFinite) ?? size;
  const gap = Math.max(next - size, 0);
  return sign * (far <= size / 2 ? far : Math.max(far - gap, size / 2)) / size;
};

// The centre of a box relative to a cell's, in cell sizes. With the middles of all rows and columns, all of the gap
// between two cells is half a cell away from either; without gaps that is the same.
/** @type {(cell: Element, box: Box, middles?: Middles) => {right: number, down: number}} */
export const offsets = (cell, { left, right, top, bottom }, middles = NOWHERE) => {
  const { width, height } = boxOf(cell);
  const at = middle(cell);
  return {
    right: away((left + right) / 2 - at.x, width, at.x, middles.x),
    down: away((top + bottom) / 2 - at.y, height, at.y, middles.y),
  };
};

// The side of a cell that is nearest to a box, and the box's distance from the cell's centre along that side (`beside`)
// and towards it (`out`), as `offsets` measures them.
/** @type {(cell: Element, box: Box, middles?: Middles) => {side: Side, beside: number, out: number}} */
export const around = (cell, box, middles) => {
  const { right, down } = offsets(cell, box, middles);
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

// The areas of a grid: of each cell, the number of its area. Walls enclose them where a column has sides, drawn from
// either cell; else neighbours of one value are of one area. Null where the page does not tell.
/** @type {(column: Value[], shape: Shape) => (string | null)[]} */
export const areasOf = (column, shape) => {
  const isWalls = column.some(Array.isArray);
  const walls = isWalls ? walled(column, { rim: true, either: true }, shape) : column;
  const areas = column.map(() => /** @type {string | null} */ (null));
  if (isWalls && column.includes(null)) return areas;
  /** @type {(index: number, next: number, side: Side) => boolean} */
  const joins = (index, next, side) => (isWalls ? !sidesIn(walls[index])?.includes(side) : column[index] === column[next]);
  for (const [first, value] of column.entries()) {
    if (value === null || areas[first] !== null) continue;
    for (const open = [first]; open.length;) {
      const index = /** @type {number} */ (open.pop());
      areas[index] = String(first);
      for (const side of SIDES) {
        const next = beyond(index, side, shape);
        if (next !== null && areas[next] === null && joins(index, next, side)) open.push(next);
      }
    }
  }
  return areas;
};
