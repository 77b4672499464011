// @ts-check
// The elements of a page that scroll their content.

import { boxOf, forgetBoxes, frameOf, isOfWindow, viewOf } from "./shown.js";
import { elementsIn, flatParent } from "./tree.js";
/** @import { Area } from "./shown.js" */

// Constant during one observation.
/** @type {Map<Element, boolean>} */
const known = new Map();
// True if a person can scroll an element.
/** @type {(element: Element) => boolean} */
const isScroller = (element) => {
  const found = known.get(element) ?? (hasMore(element) && !isOfWindow(element));
  known.set(element, found);
  return found;
};
/** @type {(element: Element) => boolean} */
const hasMore = (element) => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return (scrollWidth > clientWidth && /auto|scroll/.test(overflowX)) || (scrollHeight > clientHeight && /auto|scroll/.test(overflowY));
};
// The visible part of an element that a person can scroll, in its window, or null.
/** @type {(element: Element) => Area | null} */
const viewIn = (element) => {
  if (!isScroller(element)) return null;
  const { clientWidth, clientHeight } = element;
  const { left, top, width } = element.getBoundingClientRect();
  const scale = width / /** @type {HTMLElement} */ (element).offsetWidth || 1;
  const [x, y] = [left + scale * element.clientLeft, top + scale * element.clientTop];
  return { left: x, top: y, right: x + scale * clientWidth, bottom: y + scale * clientHeight };
};

// What is visible now in an element, and in those around it: in its window, and the same until something is scrolled.
/** @type {Map<Element, Area[]>} */
const views = new Map();
/** @type {(outer: Element) => Area[]} */
const viewsIn = (outer) => {
  let found = views.get(outer);
  if (!found) {
    const own = viewIn(outer);
    views.set(outer, found = [...(own ? [own] : []), ...viewsAround(outer)]);
  }
  return found;
};
/** @type {(element: Element) => Area[]} */
const viewsAround = (element) => {
  const [outer, frame] = [flatParent(element), frameOf(element)];
  if (outer || !frame) return outer ? viewsIn(outer) : [];
  const { left, top } = frame.getBoundingClientRect();
  const [x, y] = [left + frame.clientLeft, top + frame.clientTop];
  const { innerWidth, innerHeight } = viewOf(element);
  const moved = viewsAround(frame).map((view) => ({ left: view.left - x, top: view.top - y, right: view.right - x, bottom: view.bottom - y }));
  return [{ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, ...moved];
};

// True if the centre of an element lies outside what is visible now of an element around it that scrolls.
/** @type {(element: Element) => boolean} */
export const isScrolledAway = (element) => {
  const { left, top, width, height } = boxOf(element);
  const [x, y] = [left + width / 2, top + height / 2];
  return viewsAround(element).some((view) => x < view.left || x >= view.right || y < view.top || y >= view.bottom);
};

// Scrolls at once, whatever the page's own `scroll-behavior`.
/** @type {(element: Element, where?: "center" | "nearest") => void} */
export const scrollTo = (element, where = "center") => {
  let boxed = element;
  while (!boxed.checkVisibility() && elementsIn(boxed).length) [boxed] = elementsIn(boxed);
  boxed.scrollIntoView({ block: where, inline: where, behavior: "instant" });
  views.clear();
  forgetBoxes();
};

// Scrolls to some elements, so that all are visible if there is room for them.
/** @type {(elements: Element[], isAway: (element: Element) => boolean) => void} */
export const reveal = (elements, isAway) => {
  if (!elements.some(isAway)) return;
  scrollTo(elements[elements.length >> 1]);
  if (!elements.some(isAway)) return;
  /** @type {(value: (box: DOMRect) => number) => Element} */
  const most = (value) => elements.reduce((best, one) => (value(boxOf(one)) > value(boxOf(best)) ? one : best));
  for (const one of [most((box) => -box.left), most((box) => box.right), most((box) => -box.top), most((box) => box.bottom)]) scrollTo(one, "nearest");
};
