// @ts-check
// The values of CSS counters, which a computed style leaves as `counter(name)`.

import { elementsIn } from "./tree.js";
/** @typedef {{parent: Element | null, value: number}} Counter of the element that reset it, for its parent's other children too */

// The counters' values in each pseudo-element that shows one. Constant during one observation.
/** @type {Map<Document, Map<Element, Record<string, Map<string, number>>>>} */
const known = new Map();

/** @type {(list: string) => [string, number][]} */
const pairs = (list) => [...list.matchAll(/([\w-]+) (-?\d+)/g)].map(([, name, value]) => [name, Number(value)]);

// Changes the counters as an element or a pseudo-element under `parent` does.
/** @type {(counters: Map<string, Counter[]>, style: CSSStyleDeclaration, parent: Element | null) => void} */
const apply = (counters, style, parent) => {
  /** @type {(name: string) => Counter[]} */
  const scopesOf = (name) => counters.get(name) ?? (counters.set(name, []), counters.get(name) ?? []);
  /** @type {(name: string, value: number) => void} */
  const reset = (name, value) => {
    const scopes = scopesOf(name);
    if (scopes[scopes.length - 1]?.parent === parent) scopes.pop();
    scopes.push({ parent, value });
  };
  /** @type {(name: string) => Counter} */
  const current = (name) => { if (!scopesOf(name).length) reset(name, 0); return scopesOf(name)[scopesOf(name).length - 1]; };
  for (const [name, value] of pairs(style.counterReset)) reset(name, value);
  for (const [name, value] of pairs(style.counterIncrement)) current(name).value += value;
  for (const [name, value] of pairs(style.counterSet)) current(name).value = value;
};

/** @type {(element: Element, parent: Element | null, counters: Map<string, Counter[]>, found: Map<Element, Record<string, Map<string, number>>>) => void} */
const walk = (element, parent, counters, found) => {
  const style = getComputedStyle(element);
  if (style.display === "none") return;
  apply(counters, style, parent);
  /** @type {(pseudo: string) => void} */
  const show = (pseudo) => {
    const drawn = getComputedStyle(element, pseudo);
    if (/^(none|normal)$/.test(drawn.content) || drawn.display === "none") return;
    apply(counters, drawn, element);
    const values = [...counters].flatMap(([name, scopes]) => (scopes.length ? [/** @type {[string, number]} */ ([name, scopes[scopes.length - 1].value])] : []));
    if (drawn.content.includes("counter")) found.set(element, { ...found.get(element), [pseudo]: new Map(values) });
  };
  show("::before");
  for (const child of elementsIn(element)) walk(child, element, counters, found);
  show("::after");
  for (const scopes of counters.values()) while (scopes[scopes.length - 1]?.parent === element) scopes.pop();
};

// The text of `counter(name)` or `counter(name, style)` in a pseudo-element; null where it is no decimal number.
/** @type {(element: Element, pseudo: string, counter: string) => string | null} */
export const counterText = (element, pseudo, counter) => {
  const { ownerDocument } = element;
  let values = known.get(ownerDocument);
  if (!values) {
    values = new Map();
    known.set(ownerDocument, values);
    walk(ownerDocument.documentElement, null, new Map(), values);
  }
  const [name, style = "decimal"] = counter.split(",").map((word) => word.trim());
  const value = /^decimal(-leading-zero)?$/.test(style) ? values.get(element)?.[pseudo]?.get(name) ?? 0 : null;
  return value === null ? null : String(value);
};
