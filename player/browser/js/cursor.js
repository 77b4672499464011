// @ts-check
// The number of the cell that keys act on, row by row, or -1: the one with the keyboard focus, or what that names as its active
// descendant, or the one that `page.cursor` tells. If the focus is elsewhere, the cell that the tabulator leads to gets it, or
// the board; if none has it then, the cell `to`, which gets it in any case if `direct`.

import { closest, contains, find, focused } from "./tree.js";
import { all } from "./dom.js";
import { isSo, readGrid } from "./grid.js";
import { board, page, request } from "./page.js";
import { visible } from "./shown.js";

const OWN = '[tabindex]:not([tabindex="-1"])';
const elements = /** @type {HTMLElement[]} */ (board ? readGrid(board, page).elements : []);
const around = board?.grid ?? all(page.grid.join()).filter(visible).find((surface) => closest(surface, OWN)) ?? document.body;
/** @type {() => Element | null} */
const active = () => focused(around.ownerDocument);
/** @type {() => number} */
const place = () => {
  const named = active()?.getAttribute("aria-activedescendant");
  const child = named ? find(around.ownerDocument, `#${CSS.escape(named)}`)[0] : null;
  const at = elements.findIndex((cell) => contains(cell, active()) || (child && contains(cell, child)));
  const [told, grid] = [page.cursor?.at, board?.grid];
  return at >= 0 || !grid || !told ? at : elements.findIndex((cell) => isSo(cell, told, grid));
};
const own = /** @type {HTMLElement | null} */ (closest(elements[0]?.parentElement ?? around, OWN));
/** @type {() => boolean} */
const isHere = () => { const it = active(); return it !== null && (contains(own ?? around, it) || (!own && contains(it, around))); };

export const answer = () => {
  const given = request.direct || place() < 0;
  if (given || !isHere()) {
    const stop = request.direct ? undefined : elements.find(({ tabIndex }) => tabIndex === 0);
    const taker = stop ?? (request.direct ? null : own) ?? elements[request.to ?? 0];
    taker?.focus({ preventScroll: true });
    if (!isHere()) /** @type {HTMLElement | null} */ (active())?.blur();
  }
  return String(place());
};
