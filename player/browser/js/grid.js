// @ts-check
// A grid's cells, and the fields of each.

import { visible, boxOf } from "./shown.js";
import { find, first, matches } from "./tree.js";
import { words, middle } from "./dom.js";
import { itemsBeside } from "./beside.js";
import { EMPTY, layout, around, beyond, sidesIn, walled } from "./places.js";
import { inOrder, thickSides, areasIn, isSlab, isCrossed, drawingIn, outlineOf } from "./drawn.js";
/** @import { LookResponse, Value } from "./messages.js" */
/** @import { Chain, Condition, Expectation, PageSelectors, Reading } from "./selectors.js" */
/** @import { Shape, Side } from "./places.js" */
/** @typedef {{number: number, column: Value[], holds: boolean}} Column */
/** @typedef {Required<Pick<LookResponse, "rows" | "cols" | "told" | "indices" | "cells" | "chosen" | "clashes" | "lists" | "language">> & {what: "grid", elements: Element[]}} Found */

// The part of a value that matches a pattern; a glyph beyond the basic plane is one character.
/** @type {(value: string | null, pattern: string | undefined) => string | null} */
export const part = (value, pattern) => {
  if (pattern === undefined || value === null) return value;
  return value.match(new RegExp(pattern, /[^\0-\uffff]/u.test(pattern) ? "u" : ""))?.[1] ?? null;
};

// The first match of `selector` in the grid whose centre lies in the cell.
/** @type {(cell: Element, selector: string, grid: Element) => Element | null} */
const lyingOver = (cell, selector, grid) => {
  const { left, right, top, bottom } = boxOf(cell);
  /** @type {(at: {x: number, y: number}) => boolean} */
  const lies = ({ x, y }) => x >= left && x < right && y >= top && y < bottom;
  return find(grid, selector).find((element) => visible(element) && lies(middle(element))) ?? null;
};

// The sides of a cell whose middle holds a match of `selector` in the grid.
/** @type {(cell: Element, selector: string, grid: Element) => Side[]} */
const barredSides = (cell, selector, grid) => {
  const places = find(grid, selector).filter(visible).map((element) => around(cell, element));
  return inOrder(places.filter(({ beside, out }) => beside < 0.25 && out > 0.25 && out < 0.75).map(({ side }) => side));
};

// The sides of a cell whose middle holds a match of a selector in the cell. A match at the cell's own centre is on no
// side; with a match at any other place, the sides are unknown.
/** @type {(cell: Element, selector: string, how: Reading) => Side[] | null} */
const sidesOf = (cell, selector, { thin, crossed }) => {
  const found = find(cell, selector).map((element) => ({ element, ...around(cell, element) }))
    .filter(({ element, side, out }) => out > 0.2 && (!thin || isSlab(element, side, cell)));
  const inks = new Map(crossed === undefined ? [] : found.map(({ element }) => [element, isCrossed(element)]));
  if ([...inks.values()].includes(null)) return null;
  const places = crossed === undefined ? found : found.filter(({ element }) => inks.get(element) === crossed);
  const known = places.every(({ beside, out }) => beside <= 0.1 && out >= 0.35 && out <= 0.65);
  return known ? inOrder(places.map(({ side }) => side)) : null;
};

// True if a line of an SVG that `selector` matches in the grid passes through the cell's centre.
/** @type {(cell: Element, selector: string, grid: Element) => boolean} */
const isOnStroke = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return /** @type {SVGGeometryElement[]} */ (find(grid, selector)).some((line) => {
    const toScreen = line.getScreenCTM?.();
    return toScreen ? line.isPointInStroke(new DOMPoint(x, y).matrixTransform(toScreen.inverse())) : false;
  });
};

/** @type {(cell: Element, how: Reading, grid: Element) => Element | null} */
const subject = (cell, how, grid) => {
  if (how.with !== undefined && !matches(cell, how.with)) return null;
  if (how.over !== undefined) return lyingOver(cell, how.over, grid);
  return how.in === undefined ? cell : first(cell, how.in);
};

// False where there is nothing.
/** @type {(value: Value) => boolean} */
export const isTold = (value) => value !== null && value !== false && (value === true || value.length !== 0);

// A condition is a selector that must match, or a reading that must have a value.
/** @type {(element: Element, condition: Condition, grid: Element) => boolean} */
const fulfils = (element, condition, grid) => {
  if (typeof condition === "string") return matches(element, condition);
  const value = readCell(element, condition, grid);
  return isTold(value);
};

// One field of one cell of `grid`, read in one way; null where the page does not tell.
/** @type {(cell: Element, how: Reading, grid: Element) => Value} */
export const readCell = (cell, how, grid) => {
  const otherwise = Object.entries(how.unless ?? {}).find(([, selector]) => matches(cell, selector));
  if (otherwise && (how.with === undefined || matches(cell, how.with))) return otherwise[0];
  const element = subject(cell, how, grid);
  if (element === null) return how.has !== undefined && how.with === undefined ? false : null;
  if (how.attribute !== undefined) return part(element.getAttribute(how.attribute), how.pattern);
  if (how.property !== undefined) {
    return part(getComputedStyle(element, how.pseudo).getPropertyValue(how.property).trim() || null, how.pattern);
  }
  if (how.has !== undefined) return fulfils(element, how.has, grid);
  if (how.borders !== undefined) return thickSides(element, how.borders, grid);
  if (how.sides !== undefined) return sidesOf(element, how.sides, how);
  if (how.drawing !== undefined) return part(drawingIn(element, how.drawing, grid), how.pattern);
  if (how.outline !== undefined) return outlineOf(element, how.outline);
  if (how.bars !== undefined) return barredSides(element, how.bars, grid);
  if (how.stroke !== undefined) return isOnStroke(element, how.stroke, grid);
  if (how.text !== undefined) {
    const found = element.matches(how.text) ? element : first(element, how.text);
    return part((found && words(found)) || null, how.pattern);
  }
  const names = Object.entries(how.first ?? how.all ?? {}).filter(([, condition]) => fulfils(element, condition, grid));
  return how.all !== undefined ? names.map(([name]) => name) : names[0]?.[0] ?? null;
};

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
const EXPECTATIONS = {
  every: (column) => column.every((value) => value !== null),
  some: (column) => column.some((value) => value !== null && value !== false),
  "some side": (column) => column.some((value) => value !== null && typeof value !== "boolean" && value.length > 0),
  "not all": (column) => !column.every((value) => value === true),
  "two kinds": (column) => new Set(column.filter((value) => value !== EMPTY)).size <= 2,
  "one each row": (column, { rows }) => new Set(column).size === rows,
  numbers: (column) => {
    const numbers = column.filter((value) => value !== null).map(Number).sort((a, b) => a - b);
    return numbers.length > 1 && numbers.every((number, i) => number === i + 1);
  },
  walls: wallsAreSound,
  digits: (column, { rows }) => {
    const digits = column.filter((value) => value !== null);
    return digits.length > 0 && digits.every((digit) => /^[1-9]\d*$/.test(String(digit)) && Number(digit) <= rows);
  },
};

// Regions and kinds are the same by any names, sides in any order, and walls from either of their cells; everything else
// is compared as it stands.
/** @type {(column: Value[], expect: Expectation[], shape: Shape) => string} */
const canonical = (column, expect, shape) => {
  if (expect.includes("walls")) return JSON.stringify(walled(column, { either: true }, shape));
  /** @type {(value: Value) => Value} */
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  if (!expect.includes("one each row") && !expect.includes("two kinds")) return JSON.stringify(column.map(sorted));
  const names = [...new Set([EMPTY, ...column])];
  return JSON.stringify(column.map((value) => names.indexOf(value)));
};

// A field's column of values by one of its alternatives, and whether what is expected of it holds.
/** @type {(cells: Element[], how: Reading, number: number, field: Chain, shape: Shape) => Column} */
const columnBy = (cells, how, number, { expect }, shape) => {
  const column = how.enclosed !== undefined ? areasIn(cells, how.enclosed, shape)
    : walled(cells.map((cell) => readCell(cell, how, shape.grid)), how, shape);
  return { number, column, holds: [...expect, ...how.expect].every((name) => EXPECTATIONS[name](column, shape)) };
};
/** @type {(cells: Element[], field: Chain, shape: Shape) => Column[]} */
export const columnsOf = (cells, field, shape) => field.any.map((how, number) => columnBy(cells, how, number, field, shape));

// Whether a column has anything at all: what one alternative does not see another may.
/** @type {(column: Column) => boolean} */
const sees = ({ holds, column }) => holds && column.some((value) => isTold(value) || value === "");

// The first alternative whose expectations hold, and whether another that holds says something else. One that tells
// nothing of any cell, or sees nothing where another does, says nothing. A fallback is asked where none before it sees
// anything.
/** @type {(cells: Element[], field: Chain, shape: Shape) => {column: Value[], chosen: number | null, clash: boolean}} */
const readField = (cells, field, shape) => {
  const columns = /** @type {Column[]} */ ([]);
  for (const [number, how] of field.any.entries()) {
    if (!how.fallback || !columns.some(sees)) columns.push(columnBy(cells, how, number, field, shape));
  }
  const holding = columns.filter(({ holds }) => holds);
  if (!holding.length) return { column: columns[0].column, chosen: null, clash: false };
  const seeing = holding.filter(sees);
  const telling = seeing.length ? seeing : holding.filter(({ column }) => column.some((value) => value !== null));
  const texts = new Set(telling.map(({ column }) => canonical(column, field.expect, shape)));
  const [best] = telling.length ? telling : holding;
  return { column: best.column, chosen: best.number, clash: texts.size > 1 };
};

// The cells' numbers that the page has, by one number or by row and column; null if it has none.
/** @type {(cells: Element[], page: PageSelectors, shape: Shape) => number[] | null} */
export const indicesTold = (cells, { index, place, numbered_from: from }, { cols, grid }) => {
  /** @type {(how: Reading) => (number | null)[]} */
  const numbers = (how) => cells.map((cell) => readCell(cell, how, grid)).map((value) => (value === null ? null : Number(value) - from));
  const [first, second] = (index ? [index] : place ? [place.row, place.col] : []).map(numbers);
  const told = !second ? first : first.map((row, i) => {
    const col = second[i];
    if (row === null && col === null) return null;
    return row !== null && col !== null && col >= 0 && col < cols ? row * cols + col : NaN;
  });
  // Numbers from 1 to the last tell the same order as those from 0.
  const offset = index && Math.min(...told.map((number) => number ?? 0)) === 1 && Math.max(...told.map(Number)) === cells.length ? 1 : 0;
  return told?.some((number) => number !== null) ? told.map((number) => (number ?? NaN) - offset) : null;
};

// The grid's cells in order. Their numbers, if the page has them, and their positions must agree.
/** @type {(board: {grid: Element, cells: Element[]}, page: PageSelectors) => Found} */
export const readGrid = ({ grid, cells }, page) => {
  const shape = { ...layout(cells), grid };
  const indices = indicesTold(cells, page, shape) ?? shape.indices;
  const ordered = indices.map((index, i) => ({ index, cell: cells[i] })).sort((a, b) => a.index - b.index);
  const size = page.size && [page.size.rows, page.size.cols].map((how) => readCell(grid, how, grid)).map((n) => (n === null ? null : Number(n)));
  const elements = ordered.map(({ cell }) => cell);
  const fields = Object.entries(page.read).map(([name, field]) => ({ name, ...readField(elements, field, shape) }));
  return {
    what: "grid",
    rows: shape.rows,
    cols: shape.cols,
    told: size ?? [null, null],
    indices: ordered.map(({ index }) => index),
    cells: elements.map((_, i) => Object.fromEntries(fields.map(({ name, column }) => [name, column[i]]))),
    chosen: Object.fromEntries(fields.map(({ name, chosen }) => [name, chosen])),
    clashes: fields.filter(({ clash }) => clash).map(({ name }) => name),
    lists: Object.fromEntries(Object.entries(page.beside).map(([name, list]) => [name, itemsBeside(grid, list, readCell)])),
    language: grid.ownerDocument.documentElement.lang,
    elements,
  };
};
