// @ts-check
// The number of the cell with the keyboard focus, row by row, or -1. If none has it, the one that the tabulator leads to
// gets it, else the cell `to`, which gets it in any case if `direct`.

import { contains, focused } from "./tree.js";
import { readGrid } from "./grid.js";
import { board, page, request } from "./page.js";

export const answer = () => {
  if (!board) return "-1";
  const elements = /** @type {HTMLElement[]} */ (readGrid(board, page).elements);
  const place = () => elements.findIndex((cell) => contains(cell, focused(cell.ownerDocument)));
  const given = request.direct || place() < 0;
  const taker = (request.direct ? undefined : elements.find(({ tabIndex }) => tabIndex === 0)) ?? elements[request.to ?? 0];
  if (given) taker.focus({ preventScroll: true });
  return String(place());
};
