// @ts-check
// Lists of similar rows of slots outside a grid: a word for each row, a letter for each slot.

import { boxOf, visible } from "./shown.js";
import { contains, elementsIn, find, flatParent } from "./tree.js";
import { all } from "./dom.js";
import { commonOf } from "./lattices.js";
import { namesOf, onlyNames } from "./naming.js";
/** @import { SurveyedList } from "./messages.js" */

// Slots are alike: of one size, on one line.
/** @type {(elements: Element[]) => boolean} */
const isRow = (elements) => {
  const [first] = elements.map(boxOf);
  return elements.every((element) => {
    const { top, width, height } = boxOf(element);
    return Math.abs(top - first.top) <= first.height / 2 && Math.abs(height - first.height) < 2 && Math.abs(width - first.width) < 2;
  });
};

/** @type {(names: string[], others: string[][]) => string[]} */
const shared = (names, others) => names.filter((name) => others.every((list) => list.includes(name)));

// The tags from an element down to another one.
/** @type {(element: Element, around: Element) => string} */
const steps = (element, around) => {
  const outer = flatParent(element);
  return outer === null || outer === around ? element.localName : `${steps(outer, around)} > ${element.localName}`;
};

// Selectors that elements have in common: their own names, parts of numbered ones, those below an ancestor, and last their
// places below it, as `from` leads there. That something is not done yet is no name.
/** @type {(elements: Element[], around: Element, from: string) => string[]} */
const groupNames = (elements, around, from) => {
  const own = shared(namesOf(elements[0]), elements.map(namesOf)).map((name) => name.replace(/="(true|false)"\]$/, "]"));
  const stems = [...elements[0].attributes].flatMap(({ name, value }) => {
    const stem = name !== "class" && name !== "style" && value.match(/^([^\d]{3,40})\d/)?.[1];
    return stem && elements.every((element) => element.getAttribute(name)?.startsWith(stem)) ? [`[${name}^=${JSON.stringify(stem)}]`] : [];
  });
  const outer = namesOf(around).filter((name) => name !== around.localName);
  return [...stems, ...own, ...outer.flatMap((name) => [elements[0].localName, ...own].map((mine) => `${name} > ${mine}`)),
    `${from} > ${steps(elements[0], around)}`];
};

/** @type {(found: Element[], wanted: Element[]) => boolean} */
const same = (found, wanted) => found.length === wanted.length && found.every((element) => wanted.includes(element));

/** @type {(items: Element[], partsOf: Map<Element, Element[]>, grid: Element) => SurveyedList | null} */
const listOf = (items, partsOf, grid) => {
  const around = commonOf(items);
  const names = groupNames(items, around, onlyNames(around)[0]).filter((name) => same(all(name).filter((item) => visible(item) && !contains(grid, item)), items));
  const parts = items.flatMap((item) => partsOf.get(item) ?? []);
  const inner = groupNames(parts, items[0], ":scope").filter((name) => items.every((item) => same(find(item, name).filter(visible), partsOf.get(item) ?? [])));
  return names.length && inner.length ? { items: names[0], parts: inner[0], counts: items.map((item) => (partsOf.get(item) ?? []).length) } : null;
};

// The rows, and those of them that have one name: other controls in a row may stand beside them.
/** @type {(items: Element[]) => Element[][]} */
const groupsOf = (items) => {
  /** @type {Map<string | null, Element[]>} */
  const named = new Map();
  for (const item of items) named.set(item.getAttribute("class"), [...named.get(item.getAttribute("class")) ?? [], item]);
  return named.size > 1 ? [items, ...named.values()] : [items];
};

// The lists of rows of slots beside a grid.
/** @type {(grid: Element) => SurveyedList[]} */
export const listsBeside = (grid) => {
  /** @type {Map<Element, Element[]>} */
  const partsOf = new Map();
  for (const item of all("*")) {
    const inner = elementsIn(item);
    if (inner.length < 2 || contains(grid, item) || contains(item, grid)) continue;
    /** @type {Map<string, Element[]>} */
    const kinds = new Map();
    for (const part of inner) if (visible(part)) kinds.set(part.localName, [...kinds.get(part.localName) ?? [], part]);
    const parts = [...kinds.values()].find((kind) => kind.length > 1 && isRow(kind));
    if (parts && visible(item)) partsOf.set(item, parts);
  }
  /** @type {Map<Element, Element[]>} */
  const lists = new Map();
  for (const item of partsOf.keys()) {
    for (let [level, around] = [1, flatParent(item)]; around && level <= 2; level += 1, around = flatParent(around)) {
      lists.set(around, [...lists.get(around) ?? [], item]);
    }
  }
  const found = [...lists.values()].flatMap(groupsOf).filter(({ length }) => length > 1).map((items) => listOf(items, partsOf, grid));
  return /** @type {SurveyedList[]} */ (found.filter(Boolean)).slice(0, 8);
};
