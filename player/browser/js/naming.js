// @ts-check
// Selectors for elements that no selector is known for, the most lasting first.

import { find } from "./tree.js";
import { all } from "./dom.js";
import { isShown } from "./boards.js";

// Names that change with each build, or contain counters.
const PASSING = /^(_?[0-9a-f]{6,}|.*\d.*|(css|sc|jsx)-.*|.*__?[\w-]*(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{5,6})$/;
const NAME = /^-?[A-Za-z_][\w-]*$/;
/** @type {(name: string) => boolean} */
export const lasts = (name) => name !== "" && !PASSING.test(name);

/** @type {(name: string, value: string) => string} */
const attribute = (name, value) => (value ? `[${name}=${JSON.stringify(value)}]` : `[${name}]`);

// Selectors of an element by its own names: ids, data, roles and labels, classes, its tag, and last the names that may not last.
/** @type {(element: Element) => string[]} */
export const namesOf = (element) => {
  const found = NAME.test(element.id) && lasts(element.id) ? [`#${element.id}`] : [];
  for (const { name, value } of element.attributes) {
    if (name.startsWith("data-") && value.length < 60 && (!value || lasts(value))) found.push(attribute(name, value));
  }
  for (const name of ["role", "aria-label", "itemprop", "part", "slot"]) {
    const value = element.getAttribute(name);
    if (value && value.length < 40 && lasts(value)) found.push(attribute(name, value));
  }
  const classes = [...element.classList].filter((name) => NAME.test(name));
  found.push(...classes.filter(lasts).map((name) => `.${name}`), element.localName);
  if (NAME.test(element.id) && !lasts(element.id)) found.push(`#${element.id}`);
  return [...found, ...classes.filter((name) => !lasts(name)).map((name) => `.${name}`)];
};

/** @type {(element: Element) => string} */
const step = (element) => `${element.localName}:nth-child(${[...element.parentNode?.children ?? []].indexOf(element) + 1})`;
/** @type {(element: Element) => string} */
const path = (element) => (element.parentElement ? `${path(element.parentElement)} > ${step(element)}`
  : element === element.ownerDocument.documentElement ? element.localName : step(element));

/** @type {(found: Element[], wanted: Element[]) => boolean} */
const same = (found, wanted) => found.length === wanted.length && found.every((element) => wanted.includes(element));

// Selectors that find just this element on the page.
/** @type {(element: Element) => string[]} */
export const onlyNames = (element) => {
  const own = namesOf(element);
  const found = [...own];
  let steps = element.localName;
  for (let around = element.parentElement; around && around !== around.ownerDocument.body; around = around.parentElement) {
    const names = namesOf(around).filter((name) => name !== around?.localName || /-/.test(name));
    found.push(...names.flatMap((name) => [`${name} > ${steps}`, ...own.map((mine) => `${name} ${mine}`)]));
    steps = `${around.localName} > ${steps}`;
  }
  const only = [...new Set(found)].filter((selector) => same(all(selector), [element]));
  return [...only.slice(0, 4), path(element)];
};

// Selectors that find just these elements in a grid, which the first of `grids` finds.
/** @type {(cells: Element[], grid: Element, grids: string[]) => string[]} */
export const commonNames = (cells, grid, grids) => {
  const [first] = cells;
  const numbers = [...first.attributes].map(({ name }) => name)
    .filter((name) => !/^(class|style|id)$/.test(name) && cells.every((cell) => cell.hasAttribute(name)));
  const ids = first.id.match(/^(\D+)\d/)?.[1];
  const own = namesOf(first).filter((name) => name !== first.localName);
  const tag = first.localName;
  const row = first.parentElement?.localName ?? "*";
  const found = [
    ...numbers.filter((name) => name.startsWith("data-")).map((name) => `[${name}]`),
    ...ids ? [`[id^=${JSON.stringify(ids)}]`] : [],
    ...own, ...numbers.map((name) => `[${name}]`), tag, ...own.map((name) => `${tag}${name[0] === "#" ? "" : name}`),
    `${grids[0]} > ${tag}`, `${grids[0]} > ${row} > ${tag}`, `${grids[0]} > * > ${tag}`, `${tag}:not(:empty)`, `${tag}:nth-child(odd)`,
    `${row}:nth-child(odd) > ${tag}:nth-child(odd)`, `${tag}:has(> *)`, ...own.map((name) => `${name}:nth-child(odd)`),
  ];
  return [...new Set(found)].filter((selector) => same(find(grid, selector).filter(isShown), cells)).slice(0, 4);
};
