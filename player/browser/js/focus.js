// @ts-check
// Gives the keyboard focus to the board, or to its closest ancestor that can have it.

import { closest } from "./tree.js";
import { board } from "./page.js";

export const answer = () => {
  const taker = /** @type {HTMLElement | undefined} */ ((board && closest(board.grid, '[tabindex]:not([tabindex="-1"])')) ?? board?.grid);
  taker?.focus({ preventScroll: true });
  return String(taker !== undefined && /** @type {Document | ShadowRoot} */ (taker.getRootNode()).activeElement === taker);
};
