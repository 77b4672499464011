// @ts-check
// The board-like structures of a page that no selector describes: their selectors, and what their cells are made of.

import { visible, boxOf } from "./shown.js";
import { contains, find, flatParent } from "./tree.js";
import { all, words, middle } from "./dom.js";
import { isInDrawing } from "./drawn.js";
import { lattices, commonOf } from "./lattices.js";
import { listsBeside } from "./rows.js";
import { around } from "./places.js";
import { placedTexts } from "./sides.js";
import { pictureOf } from "./texts.js";
import { lastingAttributes, onlyNames, commonNames } from "./naming.js";
/** @import { Cells } from "./lattices.js" */
/** @import { Survey, SurveyedCell, SurveyedElement, SurveyedLattice } from "./messages.js" */

const MOST_LATTICES = 6;
const MOST_INNER = 24;
const MOST_DRAWN = 12;
const MOST_LOOSE = 400;
const MOST_ADDRESS = 4000;

/** @type {(number: number) => number} */
const short = (number) => Math.round(1000 * number) / 1000;

// An element beside a cell: the way from the cell's middle to its own, and its size, in cells.
/** @type {(element: Element, at: {x: number, y: number}, width: number, height: number) => SurveyedElement} */
const described = (element, at, width, height) => {
  const [box, { x, y }] = [boxOf(element), middle(element)];
  const place = /** @type {[number, number, number, number]} */ ([(x - at.x) / width, (y - at.y) / height, box.width / width, box.height / height].map(short));
  return { tag: element.localName, attributes: lastingAttributes(element, 120), text: words(element).slice(0, 60), place, shown: visible(element), picture: pictureOf(element).slice(0, MOST_ADDRESS) };
};

// The texts of pseudo-elements that are placed at the sides of a cell.
/** @type {(cell: Element) => string[]} */
const textsAside = (cell) => placedTexts(cell).filter(([, box]) => around(cell, box).out > 0.3).map(([text]) => text.slice(0, 60));

/** @type {(cell: Element) => SurveyedCell} */
const describedCell = (cell) => {
  const { width, height } = boxOf(cell);
  const [drawings, others] = [true, false].map((isIn) => find(cell, "*").filter((one) => isInDrawing(one) === isIn));
  const inner = [...others.slice(0, MOST_INNER), ...drawings.slice(0, MOST_DRAWN)].map((one) => described(one, middle(cell), width, height));
  return { ...described(cell, middle(cell), width, height), inner, placed: textsAside(cell) };
};

// A layer with a button in it that says something lies over a board, and is no part of it.
const SCREENS = 'button, a, [role="button"], input';
/** @type {(element: Element, cell: Element) => boolean} */
const isOnScreen = (element, cell) => {
  let layer = element;
  for (let around = flatParent(layer); around && !contains(around, cell); around = flatParent(layer)) layer = around;
  return [layer, ...find(layer, SCREENS)].some((one) => one.matches(SCREENS) && /\p{L}{2}/u.test(words(one)) && visible(one));
};

// The elements over and between the cells that are in none of them: signs, walls, layers.
/** @type {(lattice: Cells, around: Element, beyond: number) => Element[]} */
const looseIn = ({ cells, pitch: [across, down] }, around, beyond) => {
  const [first, last] = [boxOf(cells[0]), boxOf(cells[cells.length - 1])];
  const [left, right] = [first.left - beyond * across, last.right + beyond * across];
  const [top, bottom] = [first.top - beyond * down, last.bottom + beyond * down];
  return find(around, "*").filter((element) => {
    const { x, y } = middle(element);
    const { width, height } = boxOf(element);
    const isSmall = (width < 1.6 * across && height < 1.6 * down) || width < 0.5 * across || height < 0.5 * down;
    return x > left && x < right && y > top && y < bottom && isSmall && visible(element)
      && !cells.some((cell) => contains(cell, element) || contains(element, cell)) && !isOnScreen(element, cells[0]);
  });
};

// The closest element around cells that takes clicks: cells may let them through to what finds the cell by the place.
/** @type {(cells: Element[]) => Element} */
const clickedOf = (cells) => {
  const inner = commonOf(cells);
  for (let at = /** @type {Element | null} */ (inner); at && at.localName !== "body"; at = flatParent(at)) {
    if (getComputedStyle(at).pointerEvents !== "none") return at;
  }
  return inner;
};

// The grid: the closest ancestor of the cells, up to some levels, that has all that lies over them too.
const SOME = 3;
const LEVELS = 4;
/** @type {(lattice: Cells) => {grid: Element, loose: Element[]}} */
const gridOf = (lattice) => {
  const inner = clickedOf(lattice.cells);
  let [grid, known] = [inner, looseIn(lattice, inner, 0).length];
  for (let [level, around] = [1, flatParent(inner)]; around && level <= LEVELS && !/^(body|html)$/.test(around.localName); level += 1, around = flatParent(around)) {
    const more = looseIn(lattice, around, 0).length;
    if (more >= known + SOME) [grid, known] = [around, more];
  }
  return { grid, loose: looseIn(lattice, grid, 0.5) };
};

// The attribute that numbers the cells in order, the text before the number, and the first number; null if there is none.
/** @type {(cells: Element[]) => [string, string, number] | null} */
const numberedBy = (cells) => {
  for (const { name, value } of cells[0].attributes) {
    const [, before, digits] = value.match(/^([^\d]{0,40})(\d{1,4})$/) ?? [];
    if (digits === undefined || Number(digits) > 1 || /^(style|class)$/.test(name)) continue;
    if (cells.every((cell, i) => cell.getAttribute(name) === `${before}${Number(digits) + i}`)) return [name, before, Number(digits)];
  }
  return null;
};

// Of each cell: the number of its parent, its place among all children there, and its parent's place in turn.
/** @type {(cells: Element[]) => [number, number, number][]} */
const nestsOf = (cells) => {
  const parents = [...new Set(cells.map(flatParent))];
  /** @type {(element: Element | null) => number} */
  const placeOf = (element) => (element ? [...element.parentNode?.children ?? []].indexOf(element) + 1 : 0);
  return cells.map((cell) => [parents.indexOf(flatParent(cell)), placeOf(cell), placeOf(flatParent(cell))]);
};

// The selector of the page's timer: what shows minutes and seconds, and little else.
const TIMER = /^[^\d:]{0,12}\d{1,2}(:\d\d){1,2}[^\d:]{0,12}$/;
/** @type {() => string | null} */
const timerOf = () => {
  const timer = all("body *").find((element) => !element.childElementCount && TIMER.test(words(element)) && visible(element));
  return timer ? onlyNames(timer)[0] ?? null : null;
};

/** @type {(lattice: Cells) => SurveyedLattice} */
const surveyed = (lattice) => {
  const { cells, rows, cols, pitch: [across, down] } = lattice;
  const { grid, loose } = gridOf(lattice);
  const numbered = numberedBy(cells);
  const grids = onlyNames(grid, numbered ? [">", "> * >"].map((way) => `:has(${way} [${numbered[0]}])`) : []);
  return {
    rows, cols, grids, names: commonNames(cells, grid, grids), numbered,
    nests: nestsOf(cells),
    cells: cells.map(describedCell),
    lists: listsBeside(grid),
    timer: timerOf(),
    loose: loose.slice(0, MOST_LOOSE).map((element) => described(element, middle(cells[0]), across, down)),
  };
};

// The values of each attribute on the page: of `class`, the single names.
const MOST_VALUES = 500;
/** @type {() => Record<string, string[]>} */
const attributes = () => {
  /** @type {Record<string, Set<string>>} */
  const values = {};
  for (const element of all("*")) {
    for (const [name, value] of Object.entries(lastingAttributes(element, 200))) {
      const seen = (values[name] ??= new Set());
      if (seen.size < MOST_VALUES) for (const one of name === "class" ? value.split(" ").filter(Boolean) : [value]) seen.add(one);
    }
  }
  return Object.fromEntries(Object.entries(values).map(([name, seen]) => [name, [...seen]]));
};

/** @type {() => Survey} */
const survey = () => ({
  attributes: attributes(),
  title: `${document.title} ${all("h1, h2").map(words).join(" ")}`.slice(0, 300),
  lattices: lattices().slice(0, MOST_LATTICES).map(surveyed),
});

export const answer = () => JSON.stringify(survey());
