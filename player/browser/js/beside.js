// @ts-check
// The lists beside a grid.

import { visible } from "./shown.js";
import { find, matches, contains, textOf } from "./tree.js";
import { all } from "./dom.js";
import { plain } from "./texts.js";
/** @import { Item, Value } from "./messages.js" */
/** @import { Beside, Reading } from "./selectors.js" */
/** @typedef {(element: Element, how: Reading, grid: Element) => Value} Reader */

// The items of a list: how many parts each has or says it has, their texts joined, and whether it is done. Parts with other numbers than
// those from 0 or 1 on are not of one item, and count as none.
/** @type {(grid: Element, list: Beside, read: Reader) => Item[]} */
export const itemsBeside = (grid, { items, parts, number, length, done }, read) => all(items)
  .filter((item) => visible(item) && item.ownerDocument === grid.ownerDocument && !contains(grid, item))
  .map((item) => {
    const places = find(item, parts).filter(visible);
    const numbers = number ? places.map((part) => read(part, number, item)) : [];
    const whole = [0, 1].some((first) => numbers.every((told, i) => told === String(i + first)));
    const told = places.length ? "" : length.map((how) => read(item, how, item)).find(Boolean) ?? "";
    const count = places.length || (/^\d+$/.test(String(told)) ? Number(told) : String(told).replace(/\s/g, "").length);
    return [whole ? count : 0, places.map((part) => plain(textOf(part)).trim()).join(""), matches(item, done)];
  });
