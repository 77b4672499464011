// @ts-check
// A grid's cells, and the fields of each.

import { boxOf } from "./shown.js";
import { contains, find, first, matches } from "./tree.js";
import { drawnIn, drawnOver, looseIn } from "./loose.js";
import { words, middle } from "./dom.js";
import { itemsBeside } from "./beside.js";
import { part, namesIn, isCalled } from "./texts.js";
import { EMPTY, NOWHERE, layout, areasOf, walled } from "./places.js";
import { barredSides, sidesOf } from "./sides.js";
import { EXPECTATIONS, canonical } from "./expectations.js";
import { linesOn } from "./lines.js";
import { paintsOn } from "./paints.js";
import { glyphOf } from "./glyphs.js";
import { thickSides, drawingIn, outlineOf } from "./drawn.js";
/** @import { LookResponse, Value } from "./messages.js" */
/** @import { Chain, Condition, Expectation, PageSelectors, Reading } from "./selectors.js" */
/** @import { Shape } from "./places.js" */
/** @import { Place } from "./sides.js" */
/** @typedef {{number: number, column: Value[], holds: boolean}} Column */
/** @typedef {Required<Pick<LookResponse, "rows" | "cols" | "told" | "indices" | "cells" | "chosen" | "clashes" | "lists" | "language" | "rules">> & {what: "grid", elements: Element[]}} Found */

// The word for a field that the site does not have.
const NONE = "none";

// True if a line of an SVG that `selector` matches in the grid or over it passes through the cell's centre.
/** @type {(cell: Element, selector: string, grid: Element) => boolean} */
export const isOnStroke = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return /** @type {SVGGeometryElement[]} */ (drawnOver(grid, selector)).some((line) => {
    const toScreen = line.getScreenCTM?.();
    return toScreen ? line.isPointInStroke(new DOMPoint(x, y).matrixTransform(toScreen.inverse())) : false;
  });
};

// True if the box of something that `selector` matches in the grid or over it, in no cell, has the cell's centre in it.
/** @type {(cell: Element, selector: string, grid: Element) => boolean} */
const isCovered = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return drawnOver(grid, selector).some((element) => {
    const { left, right, top, bottom } = boxOf(element);
    return x >= left && x < right && y >= top && y < bottom && !contains(cell, element) && !contains(element, cell);
  });
};

// The elements that are read for a cell: the first one with a value counts.
/** @type {(cell: Element, how: Reading, shape: Place) => Element[]} */
const subjects = (cell, how, shape) => {
  if (how.with !== undefined && !matches(cell, how.with)) return [];
  if (how.over !== undefined) return drawnIn(cell, how.over, shape.grid);
  const found = how.in === undefined ? cell : first(cell, how.in);
  return found === null ? [] : [found];
};

// False where there is nothing.
/** @type {(value: Value) => boolean} */
export const isTold = (value) => value !== null && value !== false && (value === true || value.length !== 0);

// An element and what a selector finds in it, where it matches.
/** @type {(element: Element, selector: string) => Element[]} */
const within = (element, selector) => [...(element.matches(selector) ? [element] : []), ...find(element, selector)];

// A condition is a selector that must match, or a reading that must have a value.
/** @type {(element: Element, condition: Condition, shape: Place, pattern?: string) => boolean} */
const fulfils = (element, condition, shape, pattern) => {
  if (typeof condition !== "string") return isTold(readPlace(element, condition, shape));
  return pattern === undefined ? matches(element, condition) : within(element, condition).some((found) => isCalled(found, pattern));
};

// Whether a condition holds of a cell of `grid`.
/** @type {(cell: Element, condition: Condition, grid: Element) => boolean} */
export const isSo = (cell, condition, grid) => fulfils(cell, condition, { grid, middles: NOWHERE, cells: [] });

// One field of one cell of `grid`, or of an element by itself, read in one way; null where the page does not tell.
/** @type {(cell: Element, how: Reading, grid: Element) => Value} */
export const readCell = (cell, how, grid) => readPlace(cell, how, { grid, middles: NOWHERE, cells: [] });

// One field of one cell of a grid, read in one way; null where the page does not tell.
/** @type {(cell: Element, how: Reading, shape: Place) => Value} */
const readPlace = (cell, how, shape) => {
  if (how.none) return NONE;
  const otherwise = Object.entries(how.unless ?? {}).find(([, selector]) => matches(cell, selector));
  if (otherwise && (how.with === undefined || matches(cell, how.with))) return otherwise[0];
  const elements = subjects(cell, how, shape);
  if (!elements.length) return how.has !== undefined && how.with === undefined ? false : null;
  const values = elements.length > 1 ? elements.map((element) => readElement(element, how, shape)) : [readElement(elements[0], how, shape)];
  return values.find(isTold) ?? values[0];
};

// The value of an element that is read for a cell.
/** @type {(element: Element, how: Reading, shape: Place) => Value} */
const readElement = (element, how, shape) => {
  const { grid } = shape;
  if (how.attribute !== undefined) return part(element.getAttribute(how.attribute), how.pattern);
  if (how.property !== undefined) {
    return part(getComputedStyle(element, how.pseudo).getPropertyValue(how.property).trim() || null, how.pattern);
  }
  if (how.has !== undefined) return fulfils(element, how.has, shape, how.pattern);
  if (how.borders !== undefined) return thickSides(element, how.borders, grid);
  if (how.sides !== undefined) return sidesOf(element, how, shape);
  if (how.drawing !== undefined) return part(drawingIn(element, how.drawing, grid), how.pattern);
  if (how.glyph !== undefined) return glyphOf(element, how.glyph, how.pattern, shape);
  if (how.outline !== undefined) return outlineOf(element, [...find(element, how.outline), ...looseIn(element, how.outline, shape)]);
  if (how.bars !== undefined) return barredSides(element, how, shape);
  if (how.stroke !== undefined) return isOnStroke(element, how.stroke, grid);
  if (how.covered !== undefined) return isCovered(element, how.covered, grid);
  if (how.text !== undefined) {
    const found = element.matches(how.text) ? element : first(element, how.text);
    return part((found && words(found)) || null, how.pattern);
  }
  if (how.name !== undefined) {
    return within(element, how.name).flatMap(namesIn).map((name) => part(name, how.pattern)).find(Boolean) ?? null;
  }
  const names = Object.entries(how.first ?? how.all ?? {}).filter(([, condition]) => fulfils(element, condition, shape));
  return how.all !== undefined ? names.map(([name]) => name) : names[0]?.[0] ?? null;
};

/** @type {(cells: Element[], read: Reading, shape: Shape) => Value[]} */
const plainColumn = (cells, read, shape) => {
  if (read.lines !== undefined) return linesOn(cells, read.lines, shape);
  return read.paint === undefined ? cells.map((cell) => readPlace(cell, read, shape)) : paintsOn(cells, read.paint, shape);
};

// A field's column of values by one of its alternatives, and whether what is expected of it holds.
/** @type {(cells: Element[], how: Reading, number: number, field: Chain, shape: Shape) => Column} */
const columnBy = (cells, how, number, { expect }, shape) => {
  const read = how.areas ?? how;
  const plainly = plainColumn(cells, read, shape);
  const column = how.areas ? areasOf(plainly, shape) : walled(plainly, how, shape);
  return { number, column, holds: [...expect, ...how.expect].every((name) => EXPECTATIONS[name](column, shape)) };
};
/** @type {(cells: Element[], field: Chain, shape: Shape) => Column[]} */
export const columnsOf = (cells, field, shape) => field.any.map((how, number) => columnBy(cells, how, number, field, shape));

// Whether a column has anything at all: what one alternative does not see another may. Of two kinds of symbols, a board
// without any is one on which nothing is seen.
/** @type {(column: Column, expect: Expectation[]) => boolean} */
const sees = ({ holds, column }, expect) => holds
  && column.some((value) => (isTold(value) && !(value === EMPTY && expect.includes("two kinds"))) || value === "");

// The first alternative whose expectations hold, and whether another that holds says something else. One that tells
// nothing of any cell, or sees nothing where another does, says nothing. A fallback is asked where none before it sees
// anything.
/** @type {(cells: Element[], field: Chain, shape: Shape) => {column: Value[], chosen: number | null, clash: boolean}} */
const readField = (cells, field, shape) => {
  const columns = /** @type {Column[]} */ ([]);
  for (const [number, how] of field.any.entries()) {
    if (!how.fallback || !columns.some((column) => sees(column, field.expect))) columns.push(columnBy(cells, how, number, field, shape));
  }
  const holding = columns.filter(({ holds }) => holds);
  if (!holding.length) return { column: columns[0].column, chosen: null, clash: false };
  const seeing = holding.filter((column) => sees(column, field.expect));
  const telling = seeing.length ? seeing : holding.filter(({ column }) => column.some((value) => value !== null));
  const texts = new Set(telling.map(({ column }) => canonical(column, field.expect, shape)));
  const [best] = telling.length ? telling : holding;
  return { column: best.column, chosen: best.number, clash: texts.size > 1 };
};

// Numbers that the page counts from 0 or 1, from 0: as it evidently does if all from the first to the `most` are there,
// else as the page's section says.
/** @type {(numbers: (number | null)[], most: number, from: number | undefined) => (number | null)[]} */
const counted = (numbers, most, from = 0) => {
  const seen = new Set(numbers);
  const first = [0, 1].find((least) => seen.size === most && [...Array(most).keys()].every((i) => seen.has(i + least))) ?? from;
  return numbers.map((number) => number === null ? null : number - first);
};

// The cells' numbers that the page has, by one number or by row and column; null if it has none. Numbers run column by
// column if all of them agree with the cells' positions in that order.
/** @type {(cells: Element[], page: PageSelectors, shape: Shape & {indices: number[]}) => number[] | null} */
export const indicesTold = (cells, { index, place, numbered_from: from, numbered }, shape) => {
  const { rows, cols, indices } = shape;
  /** @type {(how: Reading, most: number) => (number | null)[]} */
  const numbers = (how, most) => counted(cells.map((cell) => readPlace(cell, how, shape)).map((value) => (value === null ? null : Number(value))), most, from);
  if (place && !index) {
    const [row, col] = [numbers(place.row, rows), numbers(place.col, cols)];
    const told = row.map((one, i) => {
      const other = col[i];
      if (one === null && other === null) return null;
      return one !== null && other !== null && other >= 0 && other < cols ? one * cols + other : NaN;
    });
    return told.some((number) => number !== null) ? told.map((number) => number ?? NaN) : null;
  }
  const told = index ? numbers(index, cells.length) : [];
  if (!told.some((number) => number !== null)) return null;
  /** @type {(number: number) => number} */
  const turned = (number) => number % rows * cols + Math.floor(number / rows);
  const [byRow, byColumn] = [told.map((number) => number ?? NaN), told.map((number) => turned(number ?? NaN))];
  /** @type {(told: number[]) => boolean} */
  const agree = (some) => some.every((number, i) => number === indices[i]);
  if (agree(byRow)) return byRow;
  return agree(byColumn) || numbered === "by column" ? byColumn : byRow;
};

// The rules that no cell shows: those of the page's section, or read on the page as a whole. Null where it does not tell.
/** @type {(grid: Element, page: PageSelectors) => {rules: Record<string, Value | number>, clashes: string[]}} */
const rulesOf = (grid, page) => {
  const whole = [grid.ownerDocument.documentElement];
  /** @type {string[]} */
  const clashes = [];
  const rules = Object.fromEntries(Object.entries(page.rules).map(([name, rule]) => {
    if (typeof rule !== "object") return [name, rule];
    const { column, chosen, clash } = readField(whole, rule, { rows: 1, cols: 1, grid, middles: NOWHERE, cells: [] });
    if (clash) clashes.push(name);
    return [name, chosen === null ? null : column[0]];
  }));
  return { rules, clashes };
};

// What the page says of the lists beside the grid, by their names, where it does.
/** @type {(grid: Element, page: PageSelectors) => Record<string, Value>} */
const saidOf = (grid, page) => Object.fromEntries(Object.entries(page.beside)
  .map(([name, { said }]) => /** @type {const} */ ([name, said ? readCell(grid.ownerDocument.documentElement, said, grid) : null]))
  .filter(([, text]) => text !== null));

// The grid's cells in order. Their numbers, if the page has them, and their positions must agree.
/** @type {(board: {grid: Element, cells: Element[]}, page: PageSelectors) => Found} */
export const readGrid = ({ grid, cells }, page) => {
  const shape = { ...layout(cells), grid };
  const indices = indicesTold(cells, page, shape) ?? shape.indices;
  const ordered = indices.map((index, i) => ({ index, cell: cells[i] })).sort((a, b) => a.index - b.index);
  const size = page.size && [page.size.rows, page.size.cols].map((how) => readPlace(grid, how, shape)).map((n) => (n === null ? null : Number(n)));
  const elements = ordered.map(({ cell }) => cell);
  const { rules, clashes } = rulesOf(grid, page);
  const fields = Object.entries(page.read).map(([name, field]) => ({ name, ...readField(elements, field, shape) }));
  return {
    what: "grid",
    rows: shape.rows,
    cols: shape.cols,
    told: size ?? [null, null],
    indices: ordered.map(({ index }) => index),
    cells: elements.map((_, i) => Object.fromEntries(fields.map(({ name, column }) => [name, column[i]]))),
    chosen: Object.fromEntries(fields.map(({ name, chosen }) => [name, chosen])),
    clashes: [...fields.filter(({ clash }) => clash).map(({ name }) => name), ...clashes],
    lists: Object.fromEntries(Object.entries(page.beside).map(([name, list]) => [name, itemsBeside(grid, list, readCell)])),
    language: grid.ownerDocument.documentElement.lang,
    rules: { ...rules, ...saidOf(grid, page) },
    elements,
  };
};
