// @ts-check
// Selectors for elements that no selector is known for, the most lasting first.

import { find } from "./tree.js";
import { all, documents } from "./dom.js";
import { isShown } from "./boards.js";

const NAME = /^-?[A-Za-z_][\w-]*$/;

// Names that build tools make change with each build. Some forms tell by themselves: the prefixes of tools, hexadecimal
// digits, and parts in which letters, capitals and digits are mixed as no word, number or place mixes them.
const TOOLS = /^(css|sc|jsx|svelte|emotion)-\w{4}|^jss\d|^_ng(content|host)-|^data-(v|astro-cid)-/;
const HEX = /^(?=[a-f]*\d)[0-9a-f]{6,}$|^[0-9a-f]{8}$/;
const WORD = /^([A-Z]*[a-z]*([A-Z][a-z]{2,})*[A-Z]{0,2}\d*|([a-z]{1,3}\d+)+|\d+x\d+|[a-z]{4,}\d{1,2}[a-z]{4,})$/;
const UNSPOKEN = /^[bcdfghj-np-tvwxz]+$/;
/** @type {(part: string) => boolean} */
const isRandom = (part) => part.length >= 5 && (HEX.test(part) || !WORD.test(part) || UNSPOKEN.test(part));

// Others tell by the page only: most of its names have the first letters in common and end in a few letters and digits
// that are no word.
const PLAIN = /^(_[a-z0-9]{4,8}|[a-z][a-z0-9]{4,7})$/;
const ODD = /\d|^[^aeiouy]{2,}$/;
const LONGEST = 4;
/** @type {(names: string[], head: string) => boolean} */
const isFamily = (names, head) => {
  const ends = names.filter((name) => name.startsWith(head) && (head === "_" || name.length - head.length <= LONGEST)).map((name) => name.slice(head.length));
  const mixed = ends.filter((end) => /\d/.test(end)).length;
  const least = 2 * ends.length > names.length ? (head.length === 2 ? 8 : mixed ? 2 : 3) : mixed > 1 ? 4 : 8;
  return ends.length >= least && (mixed > 0 || 3 * ends.filter((end) => ODD.test(end)).length >= ends.length);
};
/** @type {(names: string[]) => string[]} */
const headsOf = (names) => {
  const stems = [...new Set(names)].map((name) => name.replace(/\d+$/, ""));
  const numbered = new Set(stems.filter((stem, i) => stems.indexOf(stem) !== i));
  const plain = [...new Set(names)].filter((name) => PLAIN.test(name) && !numbered.has(name.replace(/\d+$/, "")));
  const heads = ["_", ...plain.filter((name) => !name.startsWith("_")).flatMap((name) => [2, 3, 4].map((length) => name.slice(0, length)))];
  return [...new Set(heads)].filter((head) => isFamily(plain, head));
};
// The classes in a document, and the custom properties that its elements set.
/** @type {(document: Document) => string[]} */
const namesIn = (document) => find(document, "*").flatMap((element) => [...element.classList,
  ...[.../** @type {HTMLElement} */ (element).style ?? []].filter((name) => name.startsWith("--")).map((name) => name.slice(2))]);
const vocabularies = documents.map(namesIn);
const families = [...new Set([...vocabularies, vocabularies.flat()].flatMap(headsOf))].map((head) => `${head}[a-z0-9]{1,${head === "_" ? 8 : LONGEST}}`);
const FAMILIES = families.length ? new RegExp(`^(${families.join("|")})(?=$|--|__)`) : null;

// True if a class, an id, an attribute or a custom property has a name that changes with each build.
/** @type {(name: string) => boolean} */
export const isMade = (name) => !name.includes("[")
  && (TOOLS.test(name) || name.split(/[^A-Za-z0-9]+/).some(isRandom) || (FAMILIES?.test(name.replace(/^--/, "")) ?? false));
const MADE_HERE = new Set(vocabularies.flat().filter(isMade));
// A counter finds one element of many.
/** @type {(name: string) => boolean} */
export const lasts = (name) => name !== "" && !/\d/.test(name);

// The attributes of an element without the names that its build made.
/** @type {(element: Element, longest: number) => Record<string, string>} */
export const lastingAttributes = (element, longest) => {
  /** @type {(name: string, value: string) => string} */
  const lasting = (name, value) => (name === "class" ? value.split(/\s+/).filter((one) => !isMade(one)).join(" ")
    : name === "style" ? value.replace(/(^|;)\s*--([\w-]+)\s*:[^;]*/g, (all, before, own) => (isMade(own) ? before : all)) : value);
  return Object.fromEntries([...element.attributes].filter(({ name, value }) => !isMade(name) && !MADE_HERE.has(value) && !(name === "id" && isMade(value)))
    .map(({ name, value }) => [name, lasting(name, value).slice(0, longest)]));
};

/** @type {(name: string, value: string) => string} */
const attribute = (name, value) => (value ? `[${name}=${JSON.stringify(value)}]` : `[${name}]`);

// Selectors of an element by its own names: ids, data, roles and labels, classes, its tag, and last the names with counters.
/** @type {(element: Element) => string[]} */
export const namesOf = (element) => {
  const ids = NAME.test(element.id) && !isMade(element.id) ? [`#${element.id}`] : [];
  const found = ids.filter(lasts);
  for (const { name, value } of element.attributes) {
    if (name.startsWith("data-") && !isMade(name) && !MADE_HERE.has(value) && value.length < 60 && (!value || lasts(value))) found.push(attribute(name, value));
  }
  for (const name of ["role", "aria-label", "itemprop", "part", "slot"]) {
    const value = element.getAttribute(name);
    if (value && value.length < 40 && lasts(value)) found.push(attribute(name, value));
  }
  const classes = [...element.classList].filter((name) => NAME.test(name) && !isMade(name)).map((name) => `.${name}`);
  return [...found, ...classes.filter(lasts), element.localName, ...ids.filter((id) => !lasts(id)), ...classes.filter((name) => !lasts(name))];
};

/** @type {(found: Element[], wanted: Element[]) => boolean} */
const same = (found, wanted) => found.length === wanted.length && found.every((element) => wanted.includes(element));

/** @type {(element: Element) => string} */
const step = (element) => `${element.localName}:nth-child(${[...element.parentNode?.children ?? []].indexOf(element) + 1})`;
// The way to an element from the closest one around it that has a lasting name of its own, or a tag that no other one has.
/** @type {(element: Element) => string} */
const path = (element) => namesOf(element).find((name) => lasts(name) && same(all(name), [element]))
  ?? (element.parentElement ? `${path(element.parentElement)} > ${step(element)}`
    : element === element.ownerDocument.documentElement ? element.localName : step(element));

// Selectors that find just this element on the page; `more` are some of them to try after its names.
/** @type {(element: Element, more?: string[]) => string[]} */
export const onlyNames = (element, more = []) => {
  const own = namesOf(element);
  const found = [...own];
  let steps = element.localName;
  for (let around = element.parentElement; around && around !== around.ownerDocument.body; around = around.parentElement) {
    const names = namesOf(around).filter((name) => name !== around?.localName || /-/.test(name));
    found.push(...names.flatMap((name) => [`${name} > ${steps}`, ...own.map((mine) => `${name} ${mine}`)]));
    steps = `${around.localName} > ${steps}`;
  }
  const counted = (/** @type {string} */ selector) => Number(/[.#][\w-]*\d/.test(selector));
  const only = [...new Set([...found, ...more])].sort((a, b) => counted(a) - counted(b)).filter((selector) => same(all(selector), [element]));
  return [...only.slice(0, 4), path(element)];
};

// Selectors that find just these elements in a grid, which the first of `grids` finds.
/** @type {(cells: Element[], grid: Element, grids: string[]) => string[]} */
export const commonNames = (cells, grid, grids) => {
  const [first] = cells;
  const numbers = [...first.attributes].map(({ name }) => name)
    .filter((name) => !isMade(name) && !/^(class|style|id|[xy][12]?|c[xy]|r[xy]?|d|points|width|height|fill|stroke.*|transform)$/.test(name) && cells.every((cell) => cell.hasAttribute(name)));
  const ids = first.id.match(/^(\D+)\d/)?.[1];
  const own = namesOf(first).filter((name) => name !== first.localName);
  const tag = first.localName;
  const row = first.parentElement?.localName ?? "*";
  const found = [
    ...numbers.filter((name) => name.startsWith("data-")).map((name) => `[${name}]`),
    ...ids ? [`[id^=${JSON.stringify(ids)}]`] : [],
    ...own, ...numbers.map((name) => `[${name}]`), tag, ...own.map((name) => `${tag}${name[0] === "#" ? "" : name}`),
    `${grids[0]} > ${tag}`, `${grids[0]} > ${row} > ${tag}`, `${grids[0]} > * > ${tag}`, `${tag}:not(:empty)`, `${tag}:nth-child(odd)`,
    `${row}:nth-child(odd) > ${tag}:nth-child(odd)`, `${tag}:has(> *)`, ...[...first.children].map(({ localName }) => `${tag}:has(> ${localName})`), ...own.map((name) => `${name}:nth-child(odd)`),
  ];
  // What finds hidden elements as well, in the cells perhaps, comes last: other selectors are made of it.
  /** @type {(selector: string) => number} */
  const hidden = (selector) => Number(find(grid, selector).length > cells.length);
  return [...new Set(found)].filter((selector) => same(find(grid, selector).filter(isShown), cells)).sort((a, b) => hidden(a) - hidden(b)).slice(0, 4);
};
