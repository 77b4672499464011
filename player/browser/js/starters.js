// @ts-check
// What may begin the game, by the target `ask.starter`: a selector and a text that find each, and where it is clicked. Only
// what belongs to the layer on top, and neither submits a form nor leads elsewhere; beside a free board, only if
// `ask.beside`. With it, if there is a board: where its cells are, and the control that closes what covers the first covered
// one.

import { closest, contains, elementAt } from "./tree.js";
import { all, outside, pointsOf, targets } from "./dom.js";
import { readGrid } from "./grid.js";
import { closerOf, hitsOver, layerOf, layersAround } from "./layers.js";
import { onlyNames } from "./naming.js";
import { board, page } from "./page.js";
import { isHarmless } from "./presses.js";
import { isScrolledAway } from "./scrollers.js";
import { visible } from "./shown.js";
/** @import { Point, StartersResponse } from "./messages.js" */
/** @import { Reaches } from "./dom.js" */
/** @import { Target } from "./selectors.js" */

const { starter, beside } = /** @type {{starter: Target, beside: boolean}} */ (ask);
/** @type {(element: Element) => {selector: string, text: string} & Point} */
const told = (element) => {
  const names = [element.textContent, element.getAttribute("aria-label"), element.getAttribute("title"), element.getAttribute("value")];
  const text = names.map((name) => (name ?? "").replace(/\s+/g, " ").trim()).find((name) => name) ?? "";
  return { selector: onlyNames(element)[0], text, ...pointsOf([element], element)[0] };
};

// A click on a cell that hits it, or something of the grid over it that is not another cell.
/** @type {(cell: Element) => Reaches} */
const reaches = (cell) => (hit) => {
  const owner = hit && board && closest(hit, board.cell);
  return owner ? owner === cell : contains(/** @type {Element} */ (board?.grid), hit);
};
const cells = board ? readGrid(board, page).elements : [];
const points = board && pointsOf(cells, board.grid, reaches);
const covered = points ? cells.find((cell, number) => !points[number].free && !outside(points[number]) && !isScrolledAway(cell)) : undefined;

// True if an element belongs to what lies over the board, or in the middle of a page without one.
/** @type {(element: Element) => boolean} */
const isOnTop = (element) => {
  if (covered) return layerOf(element, covered, hitsOver(covered, reaches(covered))) !== null;
  const modals = all(":modal").filter(visible);
  if (modals.length) return modals.some((modal) => contains(modal, element));
  const hit = elementAt(document, innerWidth / 2, innerHeight / 2);
  const isOver = hit && layersAround(hit, document.body).some(({ loose }) => loose);
  return !isOver || layerOf(element, document.body, [hit]) !== null;
};
// A link comes after all else.
/** @type {(element: Element) => number} */
const rank = (element) => (element.matches("a[href]") ? 1 : 0);
/** @type {(element: Element) => boolean} */
const isPressed = (element) => isHarmless(element) && isOnTop(element);

export const answer = () => {
  const closer = covered && closerOf(covered, reaches(covered));
  /** @type {StartersResponse} */
  const response = {
    points,
    covered: covered !== undefined,
    closer: closer ? pointsOf([closer.found], closer.found)[0] : null,
    starters: board && !covered && !beside ? [] : targets(starter).filter(isPressed).sort((a, b) => rank(a) - rank(b)).map(told),
  };
  return JSON.stringify(response);
};
