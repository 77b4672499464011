// @ts-check
// The points of very many cells. A browser takes the longer to find what lies at a point the more elements are placed
// there by themselves, so that asking at each of thousands of cells takes seconds.

import { boxOf, frameOf, visible } from "./shown.js";
import { contains } from "./tree.js";
import { all, middle, outside, point } from "./dom.js";
import { isScrolledAway } from "./scrollers.js";
/** @import { Point } from "./messages.js" */
/** @import { Reaches } from "./dom.js" */

// So many cells are asked one by one; of more, every few in both directions, and those under another element.
export const MANY = 1000;
const STEP = 5;

// The boxes of the visible elements of the page that are not of the grid, nor around it, and overlap it.
/** @type {(grid: Element) => DOMRect[]} */
const strangers = (grid) => {
  const board = boxOf(grid);
  return all("*").filter((element) => element.ownerDocument === grid.ownerDocument && !contains(grid, element) && !contains(element, grid) && visible(element))
    .map(boxOf).filter((box) => box.left < board.right && box.right > board.left && box.top < board.bottom && box.bottom > board.top);
};

// The points of the cells of a large grid, row by row; null where a smaller number, a frame, a scroller or a cover asks for
// each to be looked at.
/** @type {(cells: Element[], cols: number, grid: Element, reaches: (cell: Element) => Reaches) => Point[] | null} */
export const pointsOfMany = (cells, cols, grid, reaches) => {
  if (cells.length <= MANY || frameOf(grid)) return null;
  const middles = cells.map(middle);
  const { width, height } = boxOf(grid);
  if (width > innerWidth || height > innerHeight) return middles.map((at) => ({ ...at, free: !outside(at) })); // needs a larger window
  if (middles.some(outside) || cells.some(isScrolledAway)) return null;
  const over = strangers(grid);
  /** @type {(at: {x: number, y: number}) => boolean} */
  const isCovered = ({ x, y }) => over.some(({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom);
  /** @type {(i: number) => boolean} */
  const isSample = (i) => Math.floor(i / cols) % STEP === 0 && i % cols % STEP === 0;
  const points = cells.map((cell, i) => (isSample(i) || i === cells.length - 1 || isCovered(middles[i]) ? point(cell, reaches(cell)) : { ...middles[i], free: true }));
  return points.every(({ free }, i) => free || isCovered(middles[i])) ? points : null;
};
