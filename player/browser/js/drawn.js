// @ts-check
// Visual properties, from styles and shapes alone.

import { visible, boxOf } from "./shown.js";
import { find } from "./tree.js";
import { EMPTY, SIDES, around } from "./places.js";
/** @import { Borders } from "./selectors.js" */
/** @import { Side } from "./places.js" */
/** @typedef {{box: DOMRect, isDashed: boolean}} Outline */

/** @type {Record<Side, string>} */
export const THICK = { up: "top", down: "bottom", left: "left", right: "right" };

/** @type {(sides: Side[]) => Side[]} */
export const inOrder = (sides) => SIDES.filter((side) => sides.includes(side));

/** @type {(style: CSSStyleDeclaration, side: Side, what: "width" | "style" | "color") => string} */
const border = (style, side, what) => style.getPropertyValue(`border-${THICK[side]}-${what}`);
/** @type {(style: CSSStyleDeclaration, side: Side) => number} */
const width = (style, side) =>
  (border(style, side, "style") === "none" ? 0 : parseFloat(border(style, side, "width")));

// The darkness of a colour on white, from 0 to 1.
/** @type {(colour: string) => number} */
export const darkness = (colour) => {
  const [red, green, blue, alpha = 1] = (colour.match(/^rgba?\((.*)\)$/)?.[1].split(/[ ,/]+/) ?? [255, 255, 255]).map(Number);
  return alpha * (1 - (0.3 * red + 0.6 * green + 0.1 * blue) / 255);
};

// Width times darkness of a side; browsers round thin lines of different width to the same pixel.
/** @type {(style: CSSStyleDeclaration, side: Side) => number} */
const weight = (style, side) => width(style, side) * darkness(border(style, side, "color"));

// The least weight of all drawn sides on a grid.
/** @type {Map<Element, number>} */
const lightests = new Map();
/** @type {(grid: Element) => number} */
const lightest = (grid) => {
  let least = lightests.get(grid);
  if (least === undefined) {
    const styles = find(grid, "*").map((element) => getComputedStyle(element));
    const weights = styles.flatMap((style) => SIDES.map((side) => weight(style, side))).filter((one) => one > 0);
    least = Math.min(...weights);
    lightests.set(grid, least);
  }
  return least;
};

// The sides of a cell that are drawn thick, by an element in it, or its ::before or ::after, with one such side. Thin
// lines are the grid's own; thick lines on three or four sides mark a selected cell.
/** @type {(cell: Element, how: Borders, grid: Element) => Side[] | null} */
export const thickSides = (cell, { within, share, px, times, several }, grid) => {
  const least = times ? times * lightest(grid) : px ?? Number(share) * (/** @type {HTMLElement} */ (cell).offsetWidth || boxOf(cell).width);
  const measure = times ? weight : width;
  const sides = /** @type {Set<Side>} */ (new Set());
  for (const element of [cell, ...find(cell, within)]) {
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === "none") continue;
      const thick = SIDES.filter((side) => measure(style, side) >= least);
      if (thick.length === 2 && !several) return null;
      if (thick.length < (several ? 4 : 2)) thick.forEach((side) => sides.add(side));
    }
  }
  return inOrder([...sides]);
};

// Whether an element is drawn as a wall on a side of a cell: along most of it, thick, but not too thick, and painted.
/** @type {(element: Element, side: Side, cell: Element) => boolean} */
export const isSlab = (element, side, cell) => {
  const [box, size] = [element, cell].map(boxOf);
  const [high, wide] = [box.height / size.height, box.width / size.width];
  const [along, across] = side === "left" || side === "right" ? [high, wide] : [wide, high];
  return along >= 0.6 && across >= 0.08 && across <= 0.4 && darkness(getComputedStyle(element).backgroundColor) > 0.3;
};

const SHAPES = "path, circle, ellipse, rect, line, polyline, polygon";
/** @type {(svg: Element) => SVGGeometryElement[]} */
export const shapesIn = (svg) => [.../** @type {NodeListOf<SVGGeometryElement>} */ (svg.querySelectorAll(SHAPES))].filter((shape) => !shape.closest("defs, clipPath, mask, symbol"));

// A path without a line draws nothing, or was robbed of it.
/** @type {(shape: SVGGeometryElement) => boolean} */
const isLost = (shape) => shape.localName === "path" && (shape.getTotalLength?.() ?? 0) === 0;

// A fingerprint of the drawing at a cell's centre: its shapes and colours, or its address. Shapes without geometry say
// nothing alone; beside others they count as empty.
const DRAWN = ["d", "fill", "stroke", "cx", "cy", "r", "width", "height", "points"];
/** @type {(cell: Element, selector: string, grid: Element) => string | null} */
export const drawingIn = (cell, selector, grid) => {
  const found = find(cell, selector).find((element) => around(cell, boxOf(element)).out <= 0.2);
  if (!found) return EMPTY;
  const shapes = found.localName === "svg" ? shapesIn(found) : [];
  if (found.localName !== "img" && !shapes.length) return EMPTY;
  if (shapes.some(isLost)) return shapes.every(isLost) && isDrawnIn(grid, selector) ? EMPTY : null;
  return lookOf(found);
};

// What a drawing looks like: its shapes and colours, or its address; null if it draws nothing.
/** @type {(drawing: Element) => string | null} */
export const lookOf = (drawing) => {
  if (drawing.localName === "img") return /** @type {HTMLImageElement} */ (drawing).src || null;
  const shapes = shapesIn(drawing).filter((shape) => !isLost(shape));
  const symbols = [...drawing.querySelectorAll("use")].map((use) => use.getAttribute("href") ?? use.getAttribute("xlink:href"));
  if (!shapes.length && !symbols.length) return null;
  /** @type {(shape: Element) => string[]} */
  const look = (shape) => DRAWN.map((name) => shape.getAttribute(name) ?? getComputedStyle(shape).getPropertyValue(name));
  return JSON.stringify([...shapes.map((shape) => [shape.localName, ...look(shape)]), ...symbols]);
};

// What one shape of an SVG looks like wherever it lies: its colours, and its figure in samples; null if it paints nothing.
const FIGURE = [...Array(9).keys()].map((i) => (i + 0.5) / 9);
/** @type {(element: Element) => string | null} */
export const figureOf = (element) => {
  const shape = /** @type {SVGGeometryElement} */ (element);
  const { fill, stroke, strokeWidth } = getComputedStyle(shape);
  if (!shape.isPointInFill || isLost(shape) || !(isOpaque(fill) || isOpaque(stroke))) return null;
  const { x, y, width, height } = shape.getBBox();
  const point = new DOMPoint();
  const figure = FIGURE.flatMap((down) => FIGURE.map((across) => {
    [point.x, point.y] = [x + across * width, y + down * height];
    return Number(fill !== "none" && shape.isPointInFill(point)) + 2 * Number(stroke !== "none" && shape.isPointInStroke(point));
  }));
  return [Math.round(width), Math.round(height), fill, stroke, strokeWidth, figure.join("")].join(" ");
};

/** @type {(grid: Element, selector: string) => boolean} */
const isDrawnIn = (grid, selector) => find(grid, selector).some((svg) => {
  const shapes = svg.localName === "svg" ? shapesIn(svg) : [];
  return shapes.length > 0 && !shapes.some(isLost);
});

// The outline in a cell's middle, of all elements that are painted there: "square", "wide", "tall", or "any" where it is dashed or a
// wide one crosses a tall one. Null where nothing is outlined, or nothing of these four.
const UNSEEN = 0.05;
/** @type {(colour: string) => boolean} */
export const isOpaque = (colour) => colour !== "none" && Number(colour.match(/^rgba?\([^,/]+,[^,/]+,[^,/]+,([^)]+)\)$/)?.[1] ?? 1) > UNSEEN;
// An element's own style, and those of its pseudo-elements that are painted.
/** @type {(element: Element) => CSSStyleDeclaration[]} */
const stylesOf = (element) => [undefined, "::before", "::after"].map((pseudo) => getComputedStyle(element, pseudo))
  .filter(({ content }, index) => !index || !["none", "normal"].includes(content));
/** @type {(element: Element) => boolean} */
const isDashed = (element) => stylesOf(element).some((style) => style.strokeDasharray !== "none"
  || SIDES.every((side) => /dashed|dotted/.test(border(style, side, "style")) && width(style, side) > 0));
/** @type {(element: Element) => boolean} */
export const isInDrawing = (element) => Boolean(/** @type {SVGElement} */ (element).ownerSVGElement);
/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} */
export const isPainted = (element, style) => (isInDrawing(element) ? isOpaque(style.fill) || isOpaque(style.stroke)
  : isOpaque(style.backgroundColor) || SIDES.every((side) => width(style, side) > 0));
/** @type {(cell: Element, elements: Element[]) => Outline[]} */
const outlinesIn = (cell, elements) => {
  const whole = boxOf(cell);
  return elements.filter((element) => !isInDrawing(element) || element.matches(SHAPES)).flatMap((element) => {
    const [box, style] = [element.getBoundingClientRect(), getComputedStyle(element)];
    const shares = [box.width / whole.width, box.height / whole.height];
    const fits = shares.every((share) => share >= 0.2 && share <= 0.92) && around(cell, boxOf(element)).out <= 0.15;
    return fits && visible(element) && isPainted(element, style) ? [{ box, isDashed: isDashed(element) }] : [];
  });
};
/** @type {(outline: Outline) => string | null} */
const proportion = ({ box }) => {
  const ratio = box.width / box.height;
  if (ratio >= 0.87 && ratio <= 1.15) return "square";
  if (ratio > 0.8 && ratio < 1.25) return null;
  return ratio > 1 ? "wide" : "tall";
};
/** @type {(cell: Element, elements: Element[]) => string | null} */
export const outlineOf = (cell, elements) => {
  const found = outlinesIn(cell, elements);
  /** @type {(one: Outline, other: Outline) => boolean} */
  const holds = ({ box: a }, { box: b }) => a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
  const outer = found.filter((one, i) => !found.some((other, j) => i !== j && holds(other, one) && (!holds(one, other) || j < i)));
  const kinds = [...new Set(outer.map(proportion))].sort();
  if (!kinds.length || kinds.includes(null)) return null;
  if (kinds.join() === "tall,wide") return "any";
  if (kinds.length > 1) return null;
  return outer.some(({ isDashed: dashed }) => dashed) ? "any" : kinds[0];
};
