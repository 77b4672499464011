// @ts-check
// What stands in the middle of a cell: its names if it has any, else its look.

import { visible, boxOf } from "./shown.js";
import { find, flatChildren } from "./tree.js";
import { generated, namesIn, part, plain } from "./texts.js";
import { lookOf, isInDrawing, isOpaque } from "./drawn.js";
import { EMPTY } from "./places.js";
/** @typedef {{names: string[], look: string | null, size: number, isMiddle: boolean}} Glyph `size` of its letters in pixels, 0 for a picture */

// In cells: how far from the middle of a cell a glyph may stand, how far straight above or beside it, and how large it is
// at most.
const OFF = 0.2;
const STRAIGHT = 0.1;
const FARTHEST = 0.35;
const LARGEST = 0.95;
// Smaller letters beside a glyph are none of it.
const SMALLER = 0.75;
const LEAST_PX = 2;

/** @type {(box: DOMRect, cell: DOMRect) => boolean} */
const isMiddle = (box, cell) => {
  const [near, far] = [Math.abs(box.left + box.right - cell.left - cell.right) / cell.width,
    Math.abs(box.top + box.bottom - cell.top - cell.bottom) / cell.height].map((twice) => twice / 2).sort((a, b) => a - b);
  return far <= OFF || (near <= STRAIGHT && far <= FARTHEST);
};

// The texts that an element shows itself, each with its box.
/** @type {(element: Element) => [string, DOMRect][]} */
const textsOf = (element) => {
  if (isInDrawing(element) && element.localName !== "text" && element.localName !== "tspan") return [];
  const box = boxOf(element);
  const found = /** @type {[string, DOMRect][]} */ (["::before", "::after"].map((pseudo) => [generated(element, pseudo), box]));
  for (const node of flatChildren(element)) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue;
    const range = /** @type {Document} */ (node.ownerDocument).createRange();
    range.selectNodeContents(node);
    found.push([node.nodeValue.trim(), range.getBoundingClientRect()]);
  }
  return found.filter(([text]) => text);
};

// What an element is called beside its text: its label, `alt`, title, value or symbol.
/** @type {(element: Element) => string[]} */
const labelsOf = (element) => {
  const shown = element.textContent?.replace(/\s+/g, " ").trim();
  return namesIn(element).filter((name) => name !== shown);
};

/** @type {(element: Element, cell: Element, whole: DOMRect) => Glyph[]} */
const glyphsIn = (element, cell, whole) => {
  const box = boxOf(element);
  if (box.width <= LEAST_PX || box.height <= LEAST_PX || !visible(element)) return [];
  const size = parseFloat(getComputedStyle(element).fontSize);
  const texts = textsOf(element).map(([text, at]) => ({ names: [text], look: text, size, isMiddle: isMiddle(at, whole) }));
  const isPicture = element !== cell && Math.max(box.width / whole.width, box.height / whole.height) <= LARGEST;
  const look = isPicture ? paintOf(element) : null;
  const labels = isInDrawing(element) ? [] : labelsOf(element);
  if (!look && !labels.length) return texts;
  return [...texts, { names: labels, look, size: 0, isMiddle: isMiddle(box, whole) }];
};
/** @type {(element: Element) => string | null} */
const paintOf = (element) => {
  if (isInDrawing(element)) return null;
  if (/^(svg|img|canvas|picture)$/.test(element.localName)) return lookOf(element);
  const { backgroundImage, backgroundColor } = getComputedStyle(element);
  return backgroundImage !== "none" ? backgroundImage : isOpaque(backgroundColor) ? backgroundColor : null;
};

// The words of a glyph without names, for patterns.
const DRAWN = "drawn";

// The glyph in the middle of a cell, of what a selector finds there: without a pattern its names, or else its look, or
// "empty"; with one that part of its names that matches, or of "drawn" or "empty" where it has none. Null where names
// differ, or where as large a text beside it matches too.
/** @type {(cell: Element, selector: string, pattern: string | undefined) => string | null} */
export const glyphOf = (cell, selector, pattern) => {
  const whole = boxOf(cell);
  const elements = [...(cell.matches(selector) ? [cell] : []), ...find(cell, selector)];
  const glyphs = elements.flatMap((element) => glyphsIn(element, cell, whole));
  const middle = glyphs.filter((glyph) => glyph.isMiddle);
  if (!middle.some(({ names }) => names.length)) {
    if (!middle.length) return part(EMPTY, pattern);
    if (pattern !== undefined) return part(DRAWN, pattern);
  }
  if (pattern === undefined) {
    const shown = middle.filter(({ look }) => look !== null);
    const looks = shown.map(({ names, look }) => (names.length ? names.map(plain).join() : look));
    return shown.length ? [...new Set(looks)].join(" ") : EMPTY;
  }
  /** @type {(one: Glyph) => string[]} */
  const told = ({ names }) => names.flatMap((name) => part(name, pattern) ?? []);
  const values = new Set(middle.flatMap(told));
  const largest = Math.max(0, ...middle.filter((one) => told(one).length).map(({ size }) => size));
  const isOne = !glyphs.some((one) => !one.isMiddle && one.size > 0 && one.size >= SMALLER * largest && told(one).length);
  return values.size === 1 && isOne ? [...values][0] : null;
};
