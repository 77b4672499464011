// @ts-check
// What stands in the middle of a cell, wherever it is in the tree: its names if it has any, else its look.

import { seenIn, visible, boxOf } from "./shown.js";
import { find, flatChildren } from "./tree.js";
import { generated, namesIn, numeral, part, plain } from "./texts.js";
import { figureOf, lookOf, isInDrawing, isOpaque } from "./drawn.js";
import { isIn, isSeenOver, looseOver } from "./loose.js";
import { numbersPictured } from "./pictures.js";
import { EMPTY } from "./places.js";
/** @import { Place } from "./sides.js" */
/** @typedef {{names: string[], look: string | null, size: number, box: DOMRect, isText: boolean}} Glyph `size` of its letters in pixels, 0 for a picture */

// In cells: how far from the middle of a cell a glyph may stand, how far straight above or beside it, and how large it is
// at most.
const OFF = 0.2;
const STRAIGHT = 0.1;
const FARTHEST = 0.35;
const LARGEST = 0.95;
// Smaller letters beside a glyph are none of it.
const SMALLER = 0.75;
// In heights of a letter: how far apart the digits of one number are at most, and how high a text of one line is.
const APART = 0.6;
const ONE_LINE = 2;
const LEAST_PX = 2;

/** @type {(box: DOMRect, cell: DOMRect) => boolean} */
const isMiddle = (box, cell) => {
  const [near, far] = [Math.abs(box.left + box.right - cell.left - cell.right) / cell.width,
    Math.abs(box.top + box.bottom - cell.top - cell.bottom) / cell.height].map((twice) => twice / 2).sort((a, b) => a - b);
  return far <= OFF || (near <= STRAIGHT && far <= FARTHEST);
};

// The middle of a box is in no part of an element that is clipped away.
/** @type {(element: Element, box: DOMRect) => boolean} */
const isUnclipped = (element, box) => {
  const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const area = seenIn(element);
  const { overflowX, overflowY, display } = getComputedStyle(element);
  const clips = display !== "inline" && !isInDrawing(element) && `${overflowX} ${overflowY}` !== "visible visible";
  return area !== null && isIn(area, at) && (!clips || isIn(boxOf(element), at));
};

// A text node, with the box of each of its numbers if it has some in several lines.
/** @type {(node: Node, size: number) => [string, DOMRect][]} */
const linesOf = (node, size) => {
  const text = node.nodeValue ?? "";
  const range = /** @type {Document} */ (node.ownerDocument).createRange();
  /** @type {(from: number, to: number) => DOMRect} */
  const boxBetween = (from, to) => { range.setStart(node, from); range.setEnd(node, to); return range.getBoundingClientRect(); };
  const whole = boxBetween(0, text.length);
  if (whole.height <= ONE_LINE * size || !/^[\d\s]+$/.test(text)) return [[text.trim(), whole]];
  return [...text.matchAll(/\S+/g)].map((word) => [word[0], boxBetween(word.index, word.index + word[0].length)]);
};

// The texts that an element shows itself, each with its box.
/** @type {(element: Element, size: number) => [string, DOMRect][]} */
const textsOf = (element, size) => {
  if (isInDrawing(element) && element.localName !== "text" && element.localName !== "tspan") return [];
  const box = boxOf(element);
  const found = /** @type {[string, DOMRect][]} */ (["::before", "::after"].map((pseudo) => [generated(element, pseudo), box]));
  for (const node of flatChildren(element)) {
    if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) found.push(...linesOf(node, size));
  }
  return found.filter(([text, at]) => text && isUnclipped(element, at));
};

// The text of the symbol that an element of an SVG uses, or else its name.
/** @type {(use: Element) => string[]} */
const usedBy = (use) => {
  const name = (use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "").replace(/^.*#/, "");
  const text = name && /** @type {Document} */ (use.getRootNode()).getElementById?.(name)?.textContent?.trim();
  return [text || name].filter(Boolean);
};

// What an element is called beside its text: its label, `alt`, title, value or symbol.
/** @type {(element: Element) => string[]} */
const labelsOf = (element) => {
  if (element.localName === "svg") return [...namesIn(element), ...[...element.querySelectorAll("use")].flatMap(usedBy)];
  const shown = element.textContent?.replace(/\s+/g, " ").trim();
  return namesIn(element).filter((name) => name !== shown);
};

// Constant during one observation.
/** @type {Map<Element, Glyph[]>} */
const known = new Map();
/** @type {(element: Element) => Glyph[]} */
const glyphsOf = (element) => {
  const found = known.get(element) ?? glyphsAnew(element);
  known.set(element, found);
  return found;
};
/** @type {(element: Element) => Glyph[]} */
const glyphsAnew = (element) => {
  const [whole, area] = [boxOf(element), seenIn(element)];
  if (!area || !visible(element)) return [];
  const [left, top] = [Math.max(whole.left, area.left), Math.max(whole.top, area.top)];
  const isCut = /^(img|canvas)$/.test(element.localName); // what is seen of a picture counts, of others what they are
  const box = isCut ? new DOMRect(left, top, Math.min(whole.right, area.right) - left, Math.min(whole.bottom, area.bottom) - top) : whole;
  if (box.width <= LEAST_PX || box.height <= LEAST_PX) return [];
  const size = parseFloat(getComputedStyle(element).fontSize);
  const texts = textsOf(element, size).map(([text, at]) => ({ names: [text], look: text, size, box: at, isText: true }));
  const look = paintOf(element);
  const named = isInDrawing(element) ? [] : labelsOf(element);
  const labels = look && !named.length && !texts.length ? numbersPictured(element) : named;
  return look || labels.length ? [...texts, { names: labels, look, size: 0, box, isText: false }] : texts;
};
/** @type {(element: Element) => string | null} */
const paintOf = (element) => {
  if (isInDrawing(element)) return element.closest("defs, symbol, clipPath, mask") ? null : element.localName === "svg" ? lookOf(element) : figureOf(element);
  if (/^(svg|img|canvas|picture)$/.test(element.localName)) return lookOf(element);
  const { backgroundImage, backgroundPosition, backgroundColor } = getComputedStyle(element);
  return backgroundImage !== "none" ? `${backgroundImage} ${backgroundPosition}` : isOpaque(backgroundColor) ? backgroundColor : null;
};

// Digits that stand side by side, each in an element of its own, are one number.
/** @type {(glyphs: Glyph[]) => Glyph[]} */
const joined = (glyphs) => {
  const digits = glyphs.filter(({ isText, look }) => isText && /^\d+$/.test(plain(look ?? ""))).sort((a, b) => a.box.left - b.box.left);
  const [first] = digits;
  /** @type {(glyph: Glyph, i: number) => boolean} */
  const follows = ({ box, size }, i) => {
    const before = digits[i - 1]?.box;
    const gap = before && box.left - before.right;
    return size === first.size && (!i || (gap >= -APART / 2 * size && gap <= APART * size && box.left > before.left + size / 5
      && Math.abs(box.top - before.top) <= size / 4));
  };
  if (digits.length < 2 || !digits.every(follows)) return glyphs;
  const text = digits.map(({ look }) => plain(look ?? "")).join("");
  const { left, top, height } = first.box;
  const whole = { ...first, names: [text], look: text, box: new DOMRect(left, top, digits[digits.length - 1].box.right - left, height) };
  return [...glyphs.filter((glyph) => !digits.includes(glyph)), whole];
};

// The texts of a cell if they are the lines of one text in its middle, such as "No." above "10".
/** @type {(glyphs: Glyph[], cell: DOMRect) => Glyph[]} */
const linesIn = (glyphs, cell) => {
  const lines = glyphs.filter(({ isText }) => isText).sort((a, b) => a.box.top - b.box.top);
  if (lines.length < 2) return [];
  /** @type {(side: (box: DOMRect) => number) => number[]} */
  const all = (side) => lines.map(({ box }) => side(box));
  const [left, top] = [Math.min(...all((box) => box.left)), lines[0].box.top];
  const whole = new DOMRect(left, top, Math.max(...all((box) => box.right)) - left, Math.max(...all((box) => box.bottom)) - top);
  const areLines = lines.every(({ box, size }, i) => size === lines[0].size
    && (!i || Math.abs(box.top - lines[i - 1].box.bottom) <= APART * size));
  return areLines && isMiddle(whole, cell) ? lines : [];
};

// What stands in a cell, of what a selector finds: in the cell, and in layers over it. What is as large as the cell is no
// picture in it.
/** @type {(cell: Element, selector: string, shape: Place) => Glyph[]} */
const glyphsIn = (cell, selector, shape) => {
  const whole = boxOf(cell);
  /** @type {(box: DOMRect) => boolean} */
  const isLarge = (box) => Math.max(box.width / whole.width, box.height / whole.height) > LARGEST;
  // Shapes are pictures by themselves in an SVG that is none.
  /** @type {(element: Element, glyph: Glyph) => boolean} */
  const isPicture = (element, { box, isText }) => !isText && element !== cell && !isLarge(box)
    && (!isInDrawing(element) || isLarge(boxOf(/** @type {SVGElement} */ (/** @type {SVGElement} */ (element).ownerSVGElement))));
  /** @type {(box: DOMRect) => boolean} */
  const lies = (box) => isIn(whole, { x: box.left + box.width / 2, y: box.top + box.height / 2 });
  const own = [...(cell.matches(selector) ? [cell] : []), ...find(cell, selector)].flatMap((element) => glyphsOf(element).flatMap((glyph) => {
    const look = glyph.isText || isPicture(element, glyph) ? glyph.look : null;
    return look !== null || glyph.names.length ? [{ ...glyph, look }] : [];
  }));
  const loose = looseOver(selector, shape).flatMap((element) => glyphsOf(element)
    .filter((glyph) => lies(glyph.box) && (glyph.isText || isPicture(element, glyph)) && isSeenOver(element, cell)));
  return joined([...own, ...loose]);
};

// The words of a glyph without names, for patterns.
const DRAWN = "drawn";

// The glyph in the middle of a cell, of what a selector finds there: without a pattern its names, or else its look, or
// "empty"; with one that part of its names that matches, or of "drawn" or "empty" where it has none. Null where names
// differ, or where as large a text beside it matches too.
/** @type {(cell: Element, selector: string, pattern: string | undefined, shape: Place) => string | null} */
export const glyphOf = (cell, selector, pattern, shape) => {
  const whole = boxOf(cell);
  const glyphs = glyphsIn(cell, selector, shape).map((glyph) => ({ ...glyph, isMiddle: isMiddle(glyph.box, whole) }));
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
  const told = ({ names }) => names.flatMap((name) => part(name, pattern) ?? part(numeral(name), pattern) ?? []);
  const whose = middle.flatMap(told).length ? middle : linesIn(glyphs, whole);
  const values = new Set(whose.flatMap(told));
  const largest = Math.max(0, ...whose.filter((one) => told(one).length).map(({ size }) => size));
  const isOne = !glyphs.some((one) => !one.isMiddle && !whose.includes(one) && one.size > 0 && one.size >= SMALLER * largest && told(one).length);
  return values.size === 1 && isOne ? [...values][0] : null;
};
