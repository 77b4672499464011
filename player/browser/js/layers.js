// @ts-check
// The controls that close layers over an element that is needed, a cell or a button.

import { visible, frameOf } from "./shown.js";
import { find, contains, flatParent, elementAt } from "./tree.js";
import { careful, words, folded, speaksOf, targets, middle, point, outside } from "./dom.js";
import { isHarmless } from "./presses.js";
import { DIALOG } from "./boards.js";
import { page } from "./page.js";
/** @import { Overlay } from "./selectors.js" */
/** @import { Reaches } from "./dom.js" */
/** @typedef {{found: Element, name: string}} Closer the control that closes an overlay, and the overlay's name */

// The elements that a click at the centre of an element would hit instead: in its document, or in one around its frame.
/** @type {(element: Element, reaches?: Reaches, place?: {x: number, y: number}) => Element[]} */
export const hitsOver = (element, reaches = (hit) => contains(element, hit), place = middle(element)) => {
  let { x, y } = place;
  let at = /** @type {Element | null} */ (element);
  const hits = [];
  for (let first = true; at; first = false) {
    const hit = elementAt(at.ownerDocument, x, y);
    if (hit && !(first ? reaches(hit) : hit === at)) hits.push(hit);
    at = frameOf(at);
    if (at) {
      const around = at.getBoundingClientRect();
      [x, y] = [x + around.left + at.clientLeft, y + around.top + at.clientTop];
    }
  }
  return hits;
};

// An element and the frames around it, innermost first.
/** @type {(element: Element) => Element[]} */
const withFrames = (element) => {
  const frame = frameOf(element);
  return frame ? [element, ...withFrames(frame)] : [element];
};

// The layers of an element, innermost first: dialogs, elements out of the flow, and last a frame's document; none of
// them contains `needed` or its frame.
/** @type {(element: Element, needed: Element) => {layer: Element, loose: boolean}[]} */
export const layersAround = (element, needed) => {
  const layers = [];
  const kept = withFrames(needed);
  for (let at = flatParent(element); at && !kept.some((one) => at && contains(at, one)); at = flatParent(at)) {
    const isDialog = at.matches(DIALOG);
    const { position } = getComputedStyle(at);
    const isLast = !flatParent(at) && at.ownerDocument !== document;
    if (isDialog || isLast || ["fixed", "absolute"].includes(position)) layers.push({ layer: at, loose: isDialog || position === "fixed" });
  }
  return layers;
};

// The layer that an element closes: the innermost one with a hit; for a hit on a backdrop without content, a dialog
// beside it.
/** @type {(element: Element, needed: Element, hits: Element[]) => Element | null} */
export const layerOf = (element, needed, hits) => {
  const layers = layersAround(element, needed);
  const direct = layers.find(({ layer }) => hits.some((hit) => contains(layer, hit) || withFrames(layer).includes(hit)));
  const isBackdrop = hits.every((hit) => hit === hit.ownerDocument.documentElement || hit === hit.ownerDocument.body || !words(hit));
  return (direct ?? (isBackdrop ? layers.find(({ loose }) => loose) : undefined))?.layer ?? null;
};

/** @type {(layer: Element, phrases: string[]) => boolean} */
const says = (layer, phrases) => {
  const name = layer.getAttribute("aria-label") ?? "";
  return speaksOf(folded(`${name} ${words(layer)}`), phrases);
};

const PRESSED = 'button, [role="button"], a, input[type="button"], input[type="submit"]';

/** @type {(overlay: Overlay, layer: Element, closer: Element) => boolean} */
const isOver = ({ unless, about, not_about: notAbout, without, only }, layer, closer) => {
  /** @type {(selector: string) => Element[]} */
  const inside = (selector) => find(layer, selector).filter(visible);
  return (!about.length || says(layer, about)) && !says(layer, notAbout)
    && !(without && inside(without).length)
    && !(only && inside(PRESSED).some((other) => !contains(other, closer) && !contains(closer, other)))
    && !targets(page.overlays.find(({ name }) => name === unless)?.close).some((found) => contains(layer, found));
};

/** @type {(overlay: Overlay) => Element[]} */
const closersIn = ({ close }) => targets(close).filter((element) => !careful || isHarmless(element));

// The control that closes a layer over the `needed` element, and its overlay's name: only layers that a click would
// hit, in the middle of the element or at another `place` of it.
/** @type {(needed: Element, reaches?: Reaches, place?: {x: number, y: number}) => Closer | null} */
export const closerOf = (needed, reaches, place) => {
  const hits = hitsOver(needed, reaches, place);
  for (const overlay of page.overlays) {
    if (!overlay.layer) {
      const found = closersIn(overlay).find((one) => point(one).free || outside(point(one)));
      if (found) return { found, name: overlay.name };
      continue;
    }
    for (const found of hits.length ? closersIn(overlay) : []) {
      const layer = layerOf(found, needed, hits);
      // One of several similar layers is identified by its text and their number.
      if (layer && !found.matches(":disabled, [aria-disabled=true]") && isOver(overlay, layer, found) && (point(found).free || outside(point(found)))) {
        const told = words(layer).replace(/\d/g, "").slice(0, 200);
        return { found, name: `${overlay.name} of ${targets(overlay.close).length}: ${told}` };
      }
    }
  }
  return null;
};
