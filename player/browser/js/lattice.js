// @ts-check
// Board-like structures, found without selectors: boxes of similar size that fill
// rows and columns.

import { contains, flatParent } from "./tree.js";
import { all } from "./dom.js";
import { boxOf } from "./shown.js";
import { layout } from "./places.js";
import { isShown, chosenOf } from "./boards.js";
/** @typedef {{element: Element, number: number}} Numbered */
/** @typedef {{numbered: [string, string] | null, cells: Element[]}} Group */
/** @typedef {Group & {grid: Element}} Lattice */

const SMALLEST = 9;
const LARGEST = 2500;

// The elements with the numbers 0, 1, 2, ... in one attribute, each once, in their closest common ancestor.
/** @type {(list: Numbered[]) => Element[]} */
const numberedIn = (list) => {
  const last = list.reduce((best, one) => (one.number > best.number ? one : best));
  for (let around = flatParent(last.element); around; around = flatParent(around)) {
    const inside = list.filter(({ element }) => contains(around, element));
    const numbers = new Set(inside.map(({ number }) => number));
    if (numbers.size === last.number + 1) return inside.length === numbers.size ? inside.map(({ element }) => element) : [];
  }
  return [];
};

/** @type {<K, T>(lists: Map<K, T[]>, key: K, item: T) => void} */
const push = (lists, key, item) => {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  list.push(item);
};

/** @type {() => Group[]} */
const numberedGroups = () => {
  const lists = new Map();
  for (const element of all("*")) {
    for (const { name, value } of element.attributes) {
      const [, prefix, digits] = value.match(/^([^\d]{0,40})(\d{1,4})$/) ?? [];
      if (digits !== undefined) push(lists, JSON.stringify([name, prefix]), { element, number: Number(digits) });
    }
  }
  return [...lists].filter(([, list]) => list.length >= SMALLEST)
    .map(([key, list]) => ({ numbered: JSON.parse(key), cells: numberedIn(list) }));
};

// Groups of similar elements, one or two levels below an element.
/** @type {() => Group[]} */
const likeGroups = () => {
  const groups = new Map();
  for (const element of all("*")) {
    for (let [level, around] = [1, flatParent(element)]; around && level <= 2; level += 1, around = flatParent(around)) {
      if (!groups.has(around)) groups.set(around, new Map());
      push(groups.get(around), `${level} ${element.localName}`, element);
    }
  }
  return [...groups.values()].flatMap((kinds) => [...kinds.values()]).map((cells) => ({ numbered: null, cells }));
};

/** @type {(cells: Element[]) => boolean} */
const fillsRectangle = (cells) => {
  const sizes = cells.flatMap((cell) => { const { width, height } = boxOf(cell); return [width, height]; });
  if (Math.min(...sizes) < 8 || Math.min(...sizes) < 0.7 * Math.max(...sizes)) return false;
  const { rows, cols } = layout(cells);
  return rows > 2 && cols > 2 && rows * cols === cells.length;
};

/** @type {(cells: Element[]) => Element} */
const gridOf = (cells) => {
  let around = cells[0];
  for (let next = flatParent(around); next && !cells.every((cell) => cell !== around && contains(around, cell)); next = flatParent(around)) around = next;
  return around;
};

// The largest group that is not part of another: of several, the one that selectors would choose, else the largest; of
// equal ones, the numbered one. Null if there is none.
/** @type {() => Lattice | null} */
export const largestLattice = () => {
  const groups = [...numberedGroups(), ...likeGroups()].filter(({ cells }) => cells.length >= SMALLEST)
    .map((group) => ({ ...group, cells: group.cells.filter(isShown) }))
    .filter(({ cells }) => cells.length >= SMALLEST && cells.length <= LARGEST)
    .sort((a, b) => b.cells.length - a.cells.length || Number(Boolean(b.numbered)) - Number(Boolean(a.numbered)));
  const found = /** @type {Lattice[]} */ ([]);
  for (const group of groups) {
    if (found.length && 2 * group.cells.length < found[0].cells.length) break;
    if (!fillsRectangle(group.cells)) continue;
    const grid = gridOf(group.cells);
    if (!found.some((one) => contains(one.grid, grid) || contains(grid, one.grid))) found.push({ ...group, grid });
  }
  return chosenOf(found)[0] ?? null;
};
