// @ts-check
// With `ask.note` this remembers what is visible outside the cells; without, it answers what has become visible since, as
// JSON: the elements that a sign of a win could be told by, best first.

import { visible } from "./shown.js";
import { find, closest, flatParent } from "./tree.js";
import { all, documents } from "./dom.js";
/** @import { Newcomer, NewcomersRequest } from "./messages.js" */

const OUTLINE = "svg *, option, slot, player-overlay";
// The same but for texts that are drawn: they may tell of a win, but a selector hardly tells them apart.
export const DRAWN = "svg *:not(text), option, slot, player-overlay";
const LONGEST = 40;
// Time for one pass over the page, in milliseconds. In one long line of text each box costs the browser time in proportion
// to the others, so that a page of many elements would take minutes: nothing is reported of it.
const BUDGET_MS = 300;
export const HEADINGS = 'h1, h2, h3, [role="heading"], [role="status"], [role="alert"], [role="dialog"], [role="alertdialog"], dialog';
export const CONTROLS = 'button, a, label, [role="button"], [role="link"]';

const request = /** @type {NewcomersRequest} */ (ask);

// The cells, and whether an element is in one: of each around it that is known already.
const cells = new Set(request.boards.flatMap(({ grid, cell }) => all(grid).flatMap((board) => find(board, cell))));
/** @type {Map<Element, boolean>} */
const known = new Map();
/** @type {(element: Element) => boolean} */
const inCell = (element) => {
  const around = flatParent(element);
  const found = known.get(element) ?? (cells.has(element) || (around !== null && inCell(around)));
  known.set(element, found);
  return found;
};
// What is visible, of the elements that can be named or have a text; null if there are too many.
/** @type {(left?: string) => Element[] | null} */
export const shownNow = (left = OUTLINE) => {
  const end = performance.now() + BUDGET_MS;
  /** @type {Element[]} */
  const shown = [];
  for (const document of documents) {
    for (const element of find(document.body, "*")) {
      if (performance.now() > end) return null;
      const matters = element.attributes.length > 0 || ownText(element) !== "";
      if (matters && !element.matches(left) && visible(element) && !inCell(element)) shown.push(element);
    }
  }
  return shown;
};

// The text that stands in an element itself. A number in it may be a clock's.
/** @type {(element: Element) => string} */
export const ownText = (element) => [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  .map((node) => node.textContent).join(" ").replace(/\s+/g, " ").trim();
/** @type {(text: string) => string} */
export const unnumbered = (text) => text.replace(/\d+/g, "0");

// The names of an element that may tell its state: classes, and data and aria attributes with their values.
/** @type {(element: Element) => string[]} */
export const marksOf = ({ classList, attributes }) => [...[...classList].map((name) => `.${CSS.escape(name)}`),
  ...[...attributes].filter(({ name, value }) => /^(data|aria)-/.test(name) && !name.includes(":") && value.length < LONGEST)
    .map(({ name, value }) => `[${name}=${JSON.stringify(value)}]`)];

// A data attribute whose value is a name: tests find elements by such.
const LABEL = /^[a-z][\w-]{2,}$/i;
/** @type {(name: string, value: string | null) => string} */
const part = (name, value) => (value ? `[${name}="${value.slice(0, LONGEST)}"]` : "");
/** @type {(element: Element) => string} */
const traits = (element) => {
  const id = element.id ? `#${CSS.escape(element.id)}` : "";
  const classes = [...element.classList].slice(0, 2).map((name) => `.${CSS.escape(name)}`).join("");
  const label = [...element.attributes].find(({ name, value }) => name.startsWith("data-") && LABEL.test(value));
  return id + classes + (label ? part(label.name, label.value) : "") + part("role", element.getAttribute("role"));
};
// As a selector; an element that nothing tells from others is named with the nearest around it that something does.
/** @type {(element: Element) => string} */
const named = (element) => {
  if (traits(element)) return element.localName + traits(element);
  let around = element.parentElement;
  while (around && !traits(around)) around = around.parentElement;
  return `${around ? `${around.localName}${traits(around)} ` : ""}${element.localName}`;
};

/** @type {() => Newcomer[]} */
const newcomers = () => {
  const before = globalThis.notedTexts === undefined ? new WeakMap() : globalThis.notedTexts;  // undefined in a new document
  const shown = shownNow();
  if (before === null || shown === null) return [];
  const fresh = new Set(shown.filter((element) => !before.has(element)));
  /** @type {(element: Element) => boolean} */
  const says = (element) => ownText(element) !== "" && unnumbered(ownText(element)) !== before.get(element);
  /** @type {(element: Element) => boolean} */
  const isInFresh = (element) => {
    const around = flatParent(element);
    return around !== null && (fresh.has(around) || isInFresh(around));
  };
  /** @type {(element: Element) => boolean} */
  const isOutermost = (element) => fresh.has(element) && !isInFresh(element) && traits(element) !== "";
  /** @type {(element: Element) => number} */
  const rank = (element) => {
    if (closest(element, CONTROLS)) return 3;
    return element.matches(HEADINGS) ? 0 : says(element) ? 1 : 2;
  };
  const told = shown.filter((element) => isOutermost(element) || says(element));
  return told.map((element) => ({ rank: rank(element), element })).sort((a, b) => a.rank - b.rank).slice(0, request.most)
    .map(({ element }) => ({ selector: named(element), text: ownText(element).slice(0, LONGEST) }));
};

export const answer = () => {
  if (!request.note) return JSON.stringify(newcomers());
  const noted = shownNow(DRAWN);
  globalThis.notedTexts = noted && new WeakMap(noted.map((element) => [element, unnumbered(ownText(element))]));
  return "noted";
};
