// @ts-check
// The visibility of elements, after scrolling to them.

import { flatParent, flatChildren } from "./tree.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Area in CSS pixels of the window */
/** @typedef {"flow" | "absolute" | "fixed"} Kind how an element is positioned */
/** @typedef {[number, number]} Span */
/** @typedef {{area: Area, opacity: number}} Clip */

// Limits below which nothing can be clicked: in pixels, and of opacity.
export const LEAST = 2;
const FAINT = 0.05;

const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** @type {(a: Area, b: Area) => Area} */
export const meet = (a, b) => ({
  left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
});
/** @type {(area: Area) => boolean} */
export const isArea = ({ left, top, right, bottom }) => right - left >= LEAST && bottom - top >= LEAST;

/** @type {(element: Element) => Window & typeof globalThis} */
export const viewOf = ({ ownerDocument }) => /** @type {Window & typeof globalThis} */ (ownerDocument.defaultView);
// The frame around an element's document.
/** @type {(element: Element) => HTMLIFrameElement | null} */
export const frameOf = (element) => /** @type {HTMLIFrameElement | null} */ (viewOf(element).frameElement);

const VISIBLE = { visibilityProperty: true, opacityProperty: true };
// Elements with `display: contents` in an element that is drawn: they have no box, and are seen by what is in them.
/** @type {Map<Element, boolean>} */
const boxless = new Map();
/** @type {(element: Element) => boolean} */
const isBoxless = (element) => {
  const around = flatParent(element);
  const known = boxless.get(element) ?? (around !== null && (around.checkVisibility() || isBoxless(around)) && getComputedStyle(element).display === "contents");
  boxless.set(element, known);
  return known;
};
/** @type {(node: Node) => DOMRect} */
const rectOf = (node) => {
  if (node.nodeType === Node.ELEMENT_NODE) return boxOf(/** @type {Element} */ (node));
  const range = /** @type {Document} */ (node.ownerDocument).createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
};
// Constant during one observation, until something is scrolled.
/** @type {Map<Element, DOMRect>} */
const boxes = new Map();
export const forgetBoxes = () => boxes.clear();
// The box of an element in its window. Without one of its own, it is that around what is in the element.
/** @type {(element: Element) => DOMRect} */
export const boxOf = (element) => {
  const known = boxes.get(element);
  if (known) return known;
  const box = measured(element);
  boxes.set(element, box);
  return box;
};
/** @type {(element: Element) => DOMRect} */
const measured = (element) => {
  const own = element.getBoundingClientRect();
  if (own.width || own.height || element.checkVisibility() || !isBoxless(element)) return own;
  const inner = flatChildren(element).map(rectOf).filter(({ width, height }) => width || height);
  if (!inner.length) return own;
  const [left, top] = [Math.min(...inner.map((box) => box.left)), Math.min(...inner.map((box) => box.top))];
  return new DOMRect(left, top, Math.max(...inner.map(({ right }) => right)) - left, Math.max(...inner.map(({ bottom }) => bottom)) - top);
};

/** @type {(element: Element) => boolean} */
const isDrawn = (element) => element.checkVisibility(VISIBLE) || (isBoxless(element) && flatChildren(element).some((node) => {
  if (node.nodeType === Node.ELEMENT_NODE) return isDrawn(/** @type {Element} */ (node));
  return getComputedStyle(element).visibility === "visible" && rectOf(node).width > 0;
}));
/** @type {(element: Element) => boolean} */
export const visible = (element) => isDrawn(element) && (element.getClientRects().length > 0 || isBoxless(element));

// The scrollable area of a document. Fixed elements stay in the window, which can be enlarged.
/** @type {(document: Document, isFixed: boolean) => Area} */
const areaOf = ({ defaultView, scrollingElement, documentElement }, isFixed) => {
  const view = /** @type {Window} */ (defaultView);
  if (isFixed) return { left: 0, top: 0, right: 2 * view.innerWidth, bottom: 2 * view.innerHeight };
  const { scrollWidth, scrollHeight } = scrollingElement ?? documentElement;
  const [width, height] = [Math.max(scrollWidth, view.innerWidth), Math.max(scrollHeight, view.innerHeight)];
  const top = -view.scrollY;
  const left = getComputedStyle(documentElement).direction === "rtl" ? view.innerWidth - view.scrollX - width : -view.scrollX;
  return { left, top, right: left + width, bottom: top + height };
};

// The bounding box of what a clip-path or `clip` leaves of an element.
/** @type {(element: Element, style: CSSStyleDeclaration) => Area} */
const unclipped = (element, { clipPath, clip, position }) => {
  const isClipped = clip !== "auto" && (position === "absolute" || position === "fixed");
  if (clipPath === "none" && !isClipped) return EVERYWHERE;
  const { left, top, width, height } = element.getBoundingClientRect();
  /** @type {(text: string | undefined, whole: number) => number} */
  const length = (text = "0", whole) => (text.endsWith("%") ? parseFloat(text) * whole / 100 : parseFloat(text) || 0);
  const [, shape, inner] = (isClipped ? clip : clipPath).match(/^(\w+)\((.*)\)$/) ?? [];
  const words = inner?.split(/[\s,]+/) ?? [];
  /** @type {(up: number, right: number, down: number, low: number) => Area} */
  const box = (up, right, down, low) => ({ left: left + low, top: top + up, right: left + right, bottom: top + down });
  if (shape === "rect") {
    const [up, right, down, low] = words.map((word, i) => (word === "auto" ? [0, width, height, 0][i] : length(word, 0)));
    return box(up, right, down, low);
  }
  if (shape === "inset") {
    const [up, right = up, down = up, low = right] = inner.split(" round ")[0].split(" ");
    return box(length(up, height), width - length(right, width), height - length(down, height), length(low, width));
  }
  if (shape === "circle" || shape === "ellipse") return /^0(px|%)?$/.test(words[0]) ? box(0, 0, 0, 0) : EVERYWHERE;
  if (shape !== "polygon") return EVERYWHERE;
  const corners = inner.replace(/^\w+, /, "").split(", ").map((corner) => corner.split(" "));
  const [xs, ys] = [corners.map(([x]) => length(x, width)), corners.map(([, y]) => length(y, height))];
  return box(Math.min(...ys), Math.max(...xs), Math.max(...ys), Math.min(...xs));
};

/** @type {(style: CSSStyleDeclaration) => Kind} */
const kindOf = ({ position }) => (position === "absolute" || position === "fixed" ? position : "flow");
/** @type {(style: CSSStyleDeclaration) => number} */
const opacityOf = ({ opacity, filter }) => Number(opacity) * (/opacity\(0%?\)/.test(filter) ? 0 : 1);
/** @type {(style: CSSStyleDeclaration) => boolean} */
const holdsFixed = ({ transform, filter, perspective, contain }) =>
  transform !== "none" || filter !== "none" || perspective !== "none" || /paint|layout|strict|content/.test(contain);

// The visible span of an element's content on one axis, by its `overflow`: all that it can be scrolled to. If a person
// can't scroll it, only its box; an element as high as the window does not scroll while a dialog is open.
/** @type {(overflow: string, own: Span, outer: Span, content: Span, isShell: boolean) => Span} */
const spanOf = (overflow, [low, high], [outerLow, outerHigh], [start, length], isShell) => {
  if (overflow === "visible") return [outerLow, outerHigh];
  if (Math.min(high, outerHigh) - Math.max(low, outerLow) < LEAST) return [0, 0];
  if (overflow === "auto" || overflow === "scroll" || isShell) return [Math.min(low, start), Math.max(high, start + length)];
  return [Math.max(low, outerLow), Math.min(high, outerHigh)];
};
/** @type {(element: Element, style: CSSStyleDeclaration, outer: Area) => Area} */
const overflown = (element, style, outer) => {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  const { innerHeight } = viewOf(element);
  const scale = width / /** @type {HTMLElement} */ (element).offsetWidth || 1;
  const [startX, startY] = [left - scale * element.scrollLeft, top - scale * element.scrollTop];
  const across = spanOf(style.overflowX, [left, right], [outer.left, outer.right], [startX, scale * element.scrollWidth], false);
  const isShell = bottom - top >= 0.9 * innerHeight;
  const down = spanOf(style.overflowY, [top, bottom], [outer.top, outer.bottom], [startY, scale * element.scrollHeight], isShell);
  return { left: across[0], top: down[0], right: across[1], bottom: down[1] };
};

// The overflow of the root, or else of the body, scrolls the window.
/** @type {(element: Element) => boolean} */
export const isOfWindow = (element) => {
  const { body, documentElement } = element.ownerDocument;
  return element === documentElement || (element === body && getComputedStyle(documentElement).overflow === "visible");
};

// The visible area and opacity for content of an element positioned as "flow", "absolute" or "fixed" (the latter two
// escape some clips). Constant during one observation.
/** @type {Record<Kind, Map<Element, Clip>>} */
export const clips = { flow: new Map(), absolute: new Map(), fixed: new Map() };
/** @type {(element: Element, kind: Kind) => Clip} */
const clipOf = (element, kind) => {
  const clip = clips[kind].get(element) ?? clipAnew(element, kind);
  clips[kind].set(element, clip);
  return clip;
};
/** @type {(element: Element, kind: Kind) => Clip} */
const clipAnew = (element, kind) => {
  const style = getComputedStyle(element);
  const around = flatParent(element);
  if (style.display === "contents" && around) return clipOf(around, kind);
  const escapes = kind !== "flow" && !holdsFixed(style) && (kind === "fixed" || style.position === "static");
  const way = escapes ? kind : kindOf(style);
  const outer = around ? clipOf(around, way)
    : { area: areaOf(element.ownerDocument, way === "fixed"), opacity: 1 };
  const isClipping = !escapes && `${style.overflowX} ${style.overflowY}` !== "visible visible"
    && style.display !== "inline" && !isOfWindow(element);
  const area = isClipping ? overflown(element, style, outer.area) : outer.area;
  return { area: meet(area, unclipped(element, style)), opacity: outer.opacity * opacityOf(style) };
};

// The visible rectangle of an element on the page, or null. Called for each cell in each observation.
/** @type {(element: Element) => Area | null} */
export const seenIn = (element) => {
  if (!isDrawn(element)) return null;
  const style = getComputedStyle(element);
  const around = flatParent(element);
  const { area, opacity } = around ? clipOf(around, kindOf(style)) : { area: EVERYWHERE, opacity: 1 };
  if (opacity * opacityOf(style) < FAINT) return null;
  const own = unclipped(element, style);
  return own === EVERYWHERE ? area : meet(area, own);
};
