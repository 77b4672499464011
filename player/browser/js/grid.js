// @ts-check
// A grid's cells, and the fields of each.

import { visible, boxOf } from "./shown.js";
import { contains, find, first, matches } from "./tree.js";
import { words, middle } from "./dom.js";
import { itemsBeside } from "./beside.js";
import { part, namesIn, isCalled } from "./texts.js";
import { EMPTY, NOWHERE, layout, offsets, around, areasOf, beyond, sidesIn, walled } from "./places.js";
import { linesOn } from "./lines.js";
import { glyphOf } from "./glyphs.js";
import { inOrder, thickSides, isSlab, isCrossed, isPainted, drawingIn, outlineOf } from "./drawn.js";
/** @import { LookResponse, Value } from "./messages.js" */
/** @import { Chain, Condition, Expectation, PageSelectors, Reading } from "./selectors.js" */
/** @import { Shape, Side } from "./places.js" */
/** @typedef {{number: number, column: Value[], holds: boolean}} Column */
/** @typedef {Required<Pick<LookResponse, "rows" | "cols" | "told" | "indices" | "cells" | "chosen" | "clashes" | "lists" | "language">> & {what: "grid", elements: Element[]}} Found */

// The word for a field that the site does not have.
const NONE = "none";

// The matches of `selector` in the grid whose centre lies in the cell.
/** @type {(cell: Element, selector: string, grid: Element) => Element[]} */
const lyingOver = (cell, selector, grid) => {
  const { left, right, top, bottom } = boxOf(cell);
  /** @type {(at: {x: number, y: number}) => boolean} */
  const lies = ({ x, y }) => x >= left && x < right && y >= top && y < bottom;
  return find(grid, selector).filter((element) => visible(element) && lies(middle(element)));
};

// The visible matches of a selector in a grid that are called as a reading says. Constant during one observation.
/** @type {Map<Element, Map<Reading, Element[]>>} */
const barsKnown = new Map();
/** @type {(how: Reading, grid: Element) => Element[]} */
const barsIn = (how, grid) => {
  const found = barsKnown.get(grid) ?? new Map();
  barsKnown.set(grid, found);
  if (!found.has(how)) {
    const all = find(grid, /** @type {string} */ (how.bars));
    found.set(how, all.filter((element) => visible(element) && isCalled(element, how.pattern)));
  }
  return found.get(how);
};

// The sides of a cell whose middle holds a match of a selector in the grid, in cells or between them. A bar may be as
// long as several cells if it is painted and says nothing, as a row with one sign in it does.
/** @type {(cell: Element, how: Reading, shape: Place) => Side[]} */
const barredSides = (cell, how, shape) => {
  const { left, right, top, bottom, width, height } = boxOf(cell);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return inOrder(barsIn(how, shape.grid).flatMap((element) => {
    const box = boxOf(element);
    const [isWide, isHigh] = [box.width > 1.2 * width, box.height > 1.2 * height];
    if (isWide && isHigh) return [];
    const { side, beside, out } = around(cell, element, shape.middles);
    if (!isWide && !isHigh) return beside < 0.25 && out > 0.25 && out < 0.75 ? [side] : [];
    if (how.pattern !== undefined || !isPainted(element, getComputedStyle(element))) return [];
    const isAlong = isWide ? box.left < x && box.right > x : box.top < y && box.bottom > y;
    return isAlong ? longSides(cell, element, isWide, shape) : [];
  }));
};

// The side of a cell on which a bar lies that is longer than the cell.
/** @type {(cell: Element, bar: Element, isWide: boolean, shape: Place) => Side[]} */
const longSides = (cell, bar, isWide, shape) => {
  const across = offsets(cell, bar, shape.middles)[isWide ? "down" : "right"];
  if (Math.abs(across) <= 0.25 || Math.abs(across) >= 0.75) return [];
  return [isWide ? (across > 0 ? "down" : "up") : (across > 0 ? "right" : "left")];
};

// The sides of a cell whose middle holds a match of a selector in the cell. A match at the cell's own centre is on no
// side; with a match at any other place, the sides are unknown.
/** @type {(cell: Element, how: Reading, shape: Place) => Side[] | null} */
const sidesOf = (cell, { sides, thin, crossed, pattern }, shape) => {
  const found = find(cell, /** @type {string} */ (sides)).filter((element) => isCalled(element, pattern))
    .map((element) => ({ element, ...around(cell, element, shape.middles) }))
    .filter(({ element, side, out }) => out > 0.2 && (!thin || isSlab(element, side, cell)));
  const inks = new Map(crossed === undefined ? [] : found.map(({ element }) => [element, isCrossed(element)]));
  if ([...inks.values()].includes(null)) return null;
  const places = crossed === undefined ? found : found.filter(({ element }) => inks.get(element) === crossed);
  const known = places.every(({ beside, out }) => beside <= 0.1 && out >= 0.35 && out <= 0.65);
  return known ? inOrder(places.map(({ side }) => side)) : null;
};

// True if a line of an SVG that `selector` matches in the grid passes through the cell's centre.
/** @type {(cell: Element, selector: string, grid: Element) => boolean} */
export const isOnStroke = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return /** @type {SVGGeometryElement[]} */ (find(grid, selector)).some((line) => {
    const toScreen = line.getScreenCTM?.();
    return toScreen ? line.isPointInStroke(new DOMPoint(x, y).matrixTransform(toScreen.inverse())) : false;
  });
};

// True if the box of something that `selector` matches in the grid, in no cell, has the cell's centre in it.
/** @type {(cell: Element, selector: string, grid: Element) => boolean} */
const isCovered = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return find(grid, selector).some((element) => {
    const { left, right, top, bottom } = boxOf(element);
    return x >= left && x < right && y >= top && y < bottom && visible(element) && !contains(cell, element) && !contains(element, cell);
  });
};

// The elements that are read for a cell: the first one with a value counts.
/** @type {(cell: Element, how: Reading, grid: Element) => Element[]} */
const subjects = (cell, how, grid) => {
  if (how.with !== undefined && !matches(cell, how.with)) return [];
  if (how.over !== undefined) return lyingOver(cell, how.over, grid);
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

/** @typedef {Pick<Shape, "grid" | "middles">} Place */

// One field of one cell of `grid`, or of an element by itself, read in one way; null where the page does not tell.
/** @type {(cell: Element, how: Reading, grid: Element) => Value} */
export const readCell = (cell, how, grid) => readPlace(cell, how, { grid, middles: NOWHERE });

// One field of one cell of a grid, read in one way; null where the page does not tell.
/** @type {(cell: Element, how: Reading, shape: Place) => Value} */
const readPlace = (cell, how, shape) => {
  if (how.none) return NONE;
  const otherwise = Object.entries(how.unless ?? {}).find(([, selector]) => matches(cell, selector));
  if (otherwise && (how.with === undefined || matches(cell, how.with))) return otherwise[0];
  const elements = subjects(cell, how, shape.grid);
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
  if (how.glyph !== undefined) return glyphOf(element, how.glyph, how.pattern);
  if (how.outline !== undefined) return outlineOf(element, how.outline);
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
  const read = how.areas ?? how;
  const plainly = read.lines === undefined ? cells.map((cell) => readPlace(cell, read, shape)) : linesOn(cells, read.lines, shape);
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

// The cells' numbers that the page has, by one number or by row and column; null if it has none. Numbers column by column
// are told by the cells' positions: all agree by columns.
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

// The grid's cells in order. Their numbers, if the page has them, and their positions must agree.
/** @type {(board: {grid: Element, cells: Element[]}, page: PageSelectors) => Found} */
export const readGrid = ({ grid, cells }, page) => {
  const shape = { ...layout(cells), grid };
  const indices = indicesTold(cells, page, shape) ?? shape.indices;
  const ordered = indices.map((index, i) => ({ index, cell: cells[i] })).sort((a, b) => a.index - b.index);
  const size = page.size && [page.size.rows, page.size.cols].map((how) => readPlace(grid, how, shape)).map((n) => (n === null ? null : Number(n)));
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
