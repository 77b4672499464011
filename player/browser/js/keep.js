// @ts-check
// The markup of the page with the board, from which it can be read and played without its
// styles and scripts. It contains the grid, the elements outside it that selectors match, and their ancestors; outside
// the grid, only those texts and names that selectors use. Open shadow roots are written as templates.

import { boxOf, frameOf, viewOf } from "./shown.js";
import { find, contains, flatParent, elementAt } from "./tree.js";
import { documents, words, folded, namesOf, middle, site } from "./dom.js";
import { layout } from "./places.js";
import { THICK, isInDrawing } from "./drawn.js";
import { readCell, readGrid } from "./grid.js";
import { request, boards, page, board, generation } from "./page.js";
import { largestLattice } from "./lattice.js";
/** @import { Board } from "./boards.js" */
/** @import { PageCapture } from "./messages.js" */
/** @import { Sign, Target } from "./selectors.js" */
/** @typedef {Partial<Target & Sign> & {selector: string}} Asked */

const MOST_ELEMENTS = 20000;
const SIDES = Object.values(THICK);
const SKIPPED = new Set(["script", "style", "link", "meta", "base", "noscript", "template", "iframe", "object", "embed"]);
const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "track", "wbr"]);
const HARMLESS = new Set(["class", "id", "role", "dir", "lang", "type", "hidden", "disabled", "inert", "tabindex", "aria-hidden",
  "aria-disabled", "aria-modal", "slot"]);
// Attributes that may hold a person's name: outside the grid they are written only for matches of selectors.
const TELLING = /^(href|title|alt|name|value|placeholder|aria-(label|description|valuetext|roledescription))$/;

/** @type {(board: Board) => Element[]} */
const cellsInOrder = ({ grid, cells }) => {
  if (grid === board?.grid) return readGrid(board, page).elements;
  const { indices } = layout(cells);
  return cells.map((cell, i) => ({ index: indices[i], cell })).sort((a, b) => a.index - b.index).map(({ cell }) => cell);
};

// If no selector finds a board, the largest board-like structure is written.
const guess = largestLattice();
/** @type {(one: Board, other: Board) => boolean} */
const overlap = (one, other) => contains(one.grid, other.grid) || contains(other.grid, one.grid);
const grids = guess && !boards.some((one) => overlap(one, guess)) ? [...boards, guess] : boards;
const whole = documents.reduce((most, one) =>
  (find(one, "*").length > find(most, "*").length ? one : most), documents[0] ?? document);
const root = grids[0]?.grid.ownerDocument ?? whole;
const here = grids.filter(({ grid }) => grid.ownerDocument === root);
/** @type {(element: Element) => boolean} */
const inGrid = (element) => here.some(({ grid }) => contains(grid, element));
const cellNumbers = new Map(here.length ? cellsInOrder(here[0]).map((cell, index) => [cell, index]) : []);

// The targets outside the grid in all pages' selectors, each with the texts that it needs.
/** @type {(part: unknown) => Asked[]} */
const selected = (part) => (part === null || typeof part !== "object" ? [] : [
  ...("selector" in part && typeof part.selector === "string" ? [/** @type {Asked} */ (part)] : []),
  ...Object.values(part).flatMap(selected),
]);
const lists = Object.values(request.pages).flatMap(({ beside }) => Object.values(beside));
/** @type {Asked[]} */
const asked = [...selected(request.pages), ...Object.values(site.generations).map((selector) => ({ selector })),
  ...lists.flatMap(({ items, parts, done }) => [items, parts, done].map((selector) => ({ selector })))];
const attributesAsked = new Set([...JSON.stringify(asked).matchAll(/\[\s*([\w-]+)/g)].map(([, name]) => name));
/** @type {(selector: string) => Element[]} */
const found = (selector) => { try { return find(root, selector); } catch { return []; } };

/** @type {Map<Element, string[]>} */
const texts = new Map();
// Of a target's name only the phrase from the selectors file is written: the rest may be about a person.
/** @type {(element: Element, phrases: {text: string[], words: string[]}) => boolean} */
const isCalled = (element, { text, words: phrases }) => {
  const known = [...text, ...phrases].map(folded);
  return namesOf(element).every((name) => known.includes(name));
};
for (const { selector, text = [], not_text = [], words: phrases, bare } of asked) {
  if (phrases && (text.length || phrases.length || bare)) {
    for (const element of found(selector).filter((one) => isCalled(one, { text, words: phrases }))) {
      texts.set(element, [...texts.get(element) ?? [], words(element)].filter(Boolean));
    }
    continue;
  }
  const all = [...text, ...not_text];
  for (const element of found(selector).filter((one) => !all.length || all.some((said) => words(one).includes(said)))) {
    texts.set(element, [...texts.get(element) ?? [], ...all]);
  }
}
for (const { items, parts, said } of lists) { // of a list, the texts are of the board
  const sentences = said?.text ? found(said.text).filter((one) => readCell(root.documentElement, said, one) !== null) : [];
  for (const part of [...found(items).flatMap((item) => find(item, parts)), ...sentences]) {
    texts.set(part, [words(part)].filter(Boolean));
  }
}
const covers = [...cellNumbers.keys()].map((cell) => { const { x, y } = middle(cell); return elementAt(root, x, y); })
  .filter((hit) => hit && !inGrid(hit));

/** @type {Set<Element>} */
const wanted = new Set();
/** @type {(element: Element | null) => void} */
const want = (element) => {
  for (let at = element; at && !wanted.has(at); at = flatParent(at)) wanted.add(at);
};
if (boards.length) [...here.map(({ grid }) => grid), ...texts.keys(), ...covers].forEach(want);
else find(root, "*").slice(0, MOST_ELEMENTS).forEach(want);

/** @type {(text: string) => string} */
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
/** @type {(element: Element, pseudo?: string) => CSSStyleDeclaration} */
const styleOf = (element, pseudo) => viewOf(element).getComputedStyle(element, pseudo);
/** @type {(number: number) => string} */
const px = (number) => `${Math.round(100 * number) / 100}px`;

/** @type {(style: CSSStyleDeclaration) => string[]} */
const borders = (style) => SIDES
  .map((side) => ["width", "style", "color"].map((what) => style.getPropertyValue(`border-${side}-${what}`)))
  .flatMap(([width, kind, color], i) => (kind === "none" || parseFloat(width) === 0 ? [] : [`border-${SIDES[i]}:${width} ${kind} ${color}`]));

// The properties that readings use, and the element's own custom ones.
const properties = new Set([...JSON.stringify(request.pages).matchAll(/"property":"([\w-]+)"/g)].map(([, name]) => name));
/** @type {(element: Element) => Iterable<string>} */
const ownStyle = (element) => /** @type {HTMLElement} */ (element).style ?? [];
// An element's parent; all elements that are written have one, or are the root.
/** @type {(element: Element) => Element} */
const parentOf = (element) => /** @type {Element} */ (flatParent(element));
/** @type {(element: Element, style: CSSStyleDeclaration) => string[]} */
const named = (element, style) => [...new Set([...properties, ...ownStyle(element)])]
  .filter((name) => name.startsWith("--"))
  .map((name) => [name, style.getPropertyValue(name).trim()])
  .filter(([name, value]) => here.some(({ grid }) => grid === element) || value !== styleOf(parentOf(element)).getPropertyValue(name).trim())
  .filter(([, value]) => /^[\w#.%(), -]{1,40}$/.test(value)).map(([name, value]) => `${name}:${value}`);

// Positions are kept, relative to the parent element.
/** @type {(element: Element, style: CSSStyleDeclaration) => string[]} */
const place = (element, style) => {
  const [box, around] = [element, parentOf(element)].map(boxOf);
  const outer = styleOf(parentOf(element));
  const [left, top] = /** @type {const} */ (["left", "top"]).map((side) => box[side] - around[side]
    - (element.parentElement === root.documentElement ? 0 : parseFloat(outer.getPropertyValue(`border-${side}-width`)) || 0));
  // All elements are positioned now: those that were before must stay above the others.
  const level = style.zIndex === "auto" ? 0 : Number(style.zIndex);
  const stacked = style.position === "static" ? [] : [`z-index:${level < 0 ? level : level + 1}`];
  return [`left:${px(left)}`, `top:${px(top)}`, `width:${px(box.width)}`, `height:${px(box.height)}`, ...stacked];
};

const CLEAR = /^(transparent|rgba\(0, 0, 0, 0\))$/;
/** @type {(element: Element) => string} */
const looks = (element) => {
  const style = styleOf(element);
  if (style.display === "none") return "display:none";
  return [
    ...place(element, style), ...borders(style), ...(inGrid(element) ? named(element, style) : []),
    ...(CLEAR.test(style.backgroundColor) ? [] : [`background-color:${style.backgroundColor}`]),
    ...(style.visibility === "visible" ? [] : [`visibility:${style.visibility}`]),
    ...(style.overflow === "hidden" && element.localName !== "svg" ? ["overflow:hidden"] : []),
    ...(style.opacity === "1" ? [] : [`opacity:${style.opacity}`]),
    ...(style.pointerEvents === "none" ? ["pointer-events:none"] : []),
  ].join(";");
};

// Rules for ::before and ::after in the document or root that is being written; equal elements share them.
/** @type {string[]} */
let rules = [];
/** @type {(element: Element) => [string, string][]} */
const pseudos = (element) => {
  const drawn = ["::before", "::after"].map((pseudo) => {
    const style = styleOf(element, pseudo);
    if (["none", "normal"].includes(style.content)) return "";
    const geometry = ["left", "top", "width", "height"].map((name) => `${name}:${px(parseFloat(style.getPropertyValue(name)) || 0)}`);
    return `${pseudo}{${['content:""', "position:absolute", ...geometry, `box-sizing:${style.boxSizing}`, ...borders(style)].join(";")}}`;
  }).filter(Boolean).join("\n");
  if (!drawn) return [];
  if (!rules.includes(drawn)) rules.push(drawn);
  return [["data-kept", String(rules.indexOf(drawn))]];
};
const LAYOUT = "{position:absolute;box-sizing:border-box;margin:0;padding:0;display:block}";
/** @type {(all: string) => string} */
const sheet = (all) => [all + LAYOUT, ...rules.map((drawn, i) => drawn.replace(/^/gm, `[data-kept="${i}"]`))].join("\n");

/** @type {(element: Element, name: string) => boolean} */
const mayBeWritten = (element, name) => {
  if (name === "style" || name.startsWith("data-kept")) return false;
  if (isInDrawing(element)) return HARMLESS.has(name) || name.startsWith("data-");
  if (inGrid(element) || (name === "name" && element.localName === "slot")) return true;
  return HARMLESS.has(name) || (attributesAsked.has(name) && (texts.has(element) || !TELLING.test(name)));
};
/** @type {(element: Element) => string} */
const attributes = (element) => [
  ...[...element.attributes].map(({ name, value }) => [name, value]).filter(([name]) => mayBeWritten(element, name)),
  ...(element === root.documentElement || isInDrawing(element) ? [] : [["style", looks(element)]]),
  ...(inGrid(element) && !isInDrawing(element) ? pseudos(element) : []),
  ...(cellNumbers.has(element) ? [["data-kept-cell", cellNumbers.get(element)]] : []),
  ...(element === here[0]?.grid ? [["data-kept-grid", ""]] : []),
].map(([name, value]) => ` ${name}="${escape(String(value))}"`).join("");

// The text of a clock is not a name.
const PLAIN = /^[\d\s:.,/%-]*$/;
/** @type {(node: Text) => string} */
const text = (node) => {
  const said = node.data.replace(/\s+/g, " ");
  if (said === " ") return "";
  for (let at = flatParent(node); at; at = flatParent(at)) {
    if (here.some(({ grid }) => grid === at) || texts.get(at)?.some((one) => words(at).includes(one))) return escape(said);
  }
  return PLAIN.test(said) ? escape(said) : "";
};

/** @type {(element: Element) => boolean} */
const isWanted = (element) => wanted.has(element) || inGrid(element)
  || [...texts].some(([one, said]) => contains(one, element) && said.length > 0);
let left = MOST_ELEMENTS;
/** @type {(node: Node) => string} */
const write = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return text(/** @type {Text} */ (node));
  return node.nodeType === Node.ELEMENT_NODE ? writeElement(/** @type {Element} */ (node)) : "";
};
/** @type {(element: Element) => string} */
const writeElement = (element) => {
  if (SKIPPED.has(element.localName) || !isWanted(element) || left === 0) return "";
  left -= 1;
  const opening = `<${element.localName}${attributes(element)}>`;
  if (VOID.has(element.localName)) return opening;
  const inner = element.localName === "textarea" ? "" : [...element.childNodes].map(write).join("");
  return `${opening}${element.shadowRoot ? writeRoot(element.shadowRoot) : ""}${inner}</${element.localName}>`;
};
// Style sheets reach into no root: each has its own.
/** @type {(shadow: ShadowRoot) => string} */
const writeRoot = (shadow) => {
  const around = rules;
  rules = [];
  const inner = [...shadow.childNodes].map(write).join("");
  const style = `<style>${sheet(":not(style)")}</style>`;
  rules = around;
  return `<template shadowrootmode="open">${style}${inner}</template>`;
};

// The grid's rectangle in the top window, for a screenshot of it alone.
/** @type {(element: Element) => PageCapture["box"]} */
const boxOnPage = (element) => {
  let { left: x, top: y, width, height } = boxOf(element);
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) {
    const around = frame.getBoundingClientRect();
    [x, y] = [x + around.left + frame.clientLeft, y + around.top + frame.clientTop];
  }
  return { x, y, width, height };
};

const body = write(root.body);
const html = `<!DOCTYPE html>\n<html${attributes(root.documentElement)}>\n<head><meta charset="utf-8"><style>\n`
  + `${sheet("body,body :not(script)")}\n</style></head>\n${body}\n</html>\n`;
/** @type {PageCapture} */
const capture = {
  html, generation, path: root.location.pathname, box: here.length ? boxOnPage(here[0].grid) : null,
};
export const answer = () => JSON.stringify(capture);
