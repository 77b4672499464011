// @ts-check
// The inventory of a page, from which selectors can be made, and its largest board-like
// structure.

import { find, flatParent } from "./tree.js";
import { all, words } from "./dom.js";
import { lastingAttributes } from "./naming.js";
import { largestLattice } from "./lattice.js";
/** @import { Element as ElementFound, PageInventory } from "./messages.js" */

const elements = all("*");
/** @type {(element: Element) => string} */
const tag = (element) => element.localName;
const group = largestLattice();

/** @type {(element: Element | null) => Element[]} */
const ancestors = (element) => (element ? [element, ...ancestors(flatParent(element))] : []);
/** @type {(element: Element) => string} */
const step = (element) => `${tag(element)}:nth-child(${[...element.parentElement?.children ?? []].indexOf(element) + 1})`;
/** @type {(element: Element) => string} */
const path = (element) => (element.parentElement ? `${path(element.parentElement)} > ${step(element)}` : tag(element));
/** @type {(element: Element) => ElementFound} */
const describe = (element) => ({ tag: tag(element), attributes: lastingAttributes(element, 200), text: words(element).slice(0, 200) });
/** @type {(cell: Element) => ElementFound} */
const describeCell = (cell) => ({ ...describe(cell), inner: find(cell, "*").slice(0, 16).map(describe) });

/** @type {Record<string, Set<string>>} */
const values = {};
for (const element of elements) {
  for (const [name, value] of Object.entries(lastingAttributes(element, 200))) {
    const seen = (values[name] ??= new Set());
    if (seen.size < 500) for (const one of name === "class" ? value.split(" ").filter(Boolean) : [value]) seen.add(one);
  }
}

/** @type {() => PageInventory} */
const inventory = () => ({
  attributes: Object.fromEntries(Object.entries(values).map(([name, seen]) => [name, [...seen]])),
  board: group && {
    numbered: group.numbered,
    path: path(group.grid),
    around: ancestors(group.grid).map(describe),
    cells: group.cells.map(describeCell),
  },
});

export const answer = () => JSON.stringify(inventory());
