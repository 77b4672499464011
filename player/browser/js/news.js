// @ts-check
// What has appeared on the page since the last move, of all that was noted from the first one on: what may be a sign of a
// win. It is asked again and again in the page itself, so that what is closed or goes away is noted too.

import { boxOf, visible } from "./shown.js";
import { contains, find } from "./tree.js";
import { documents, words } from "./dom.js";
import { isMade, lasts, namesOf } from "./naming.js";
import { board, holds, page } from "./page.js";
import { CONTROLS, DRAWN, HEADINGS, marksOf, ownText, shownNow, unnumbered } from "./newcomers.js";
/** @import { News, NewsRequest, PlayerRecord } from "./messages.js" */

const MOST = 40;
const LONGEST = 160;
const MOST_INNER = 6;
const TITLES = 'h1, h2, h3, [role="heading"]';
const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';

const request = /** @type {NewsRequest} */ (ask);

// The selectors that find an element by a name of its own, and by the nearest name around it: the lasting ones first.
/** @type {(element: Element) => string[]} */
const selectorsOf = (element) => {
  /** @type {(one: Element) => string[]} */
  const own = (one) => namesOf(one).filter((name) => name !== one.localName || name.includes("-"));
  let around = element.parentElement;
  while (around && !own(around).length) around = around.parentElement;
  const inside = around ? `${own(around)[0]} ${element.localName}` : element.localName;
  const names = own(element);
  return [...names.filter((name) => lasts(name.slice(1))), inside, ...names.filter((name) => !lasts(name.slice(1)))];
};

/** @type {(element: Element) => boolean} */
const isOnBoard = (element) => {
  if (!board) return false;
  if (contains(board.grid, element)) return board.grid !== element;
  const [box, grid] = [boxOf(element), boxOf(board.grid)];
  const isWithin = box.left >= grid.left && box.right <= grid.right && box.top >= grid.top && box.bottom <= grid.bottom;
  return isWithin && words(element) === "";
};

// The names of an element's states that outlive a build of the page.
/** @type {(element: Element) => string[]} */
const lastingMarks = (element) => marksOf(element).filter((name) => !isMade(name.replace(/^[.#]/, "")));

// The names that cells have, or something in them, with the number of cells that have each.
/** @type {(cell: Element) => string[]} */
const marksIn = (cell) => [...lastingMarks(cell), ...find(cell, "*").slice(0, MOST_INNER).flatMap(lastingMarks).map((name) => `:has(${name})`)];
/** @type {() => Map<string, number>} */
const marksOfCells = () => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of (board?.cells ?? []).flatMap((cell) => [...new Set(marksIn(cell))])) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** @type {PlayerRecord} */
const record = globalThis.playerRecord ?? { before: new Set(request.before ?? []), ended: request.before !== undefined, news: new Map(), held: {}, marks: marksOfCells(), ownTexts: new WeakMap() };
globalThis.playerRecord = record;

/** @type {(element: Element) => void} */
const noteShown = (element) => {
  const text = ownText(element);
  const [texts, names] = [unnumbered(text), selectorsOf(element)];
  const marks = lastingMarks(element).map((name) => `${element.localName}${name}`);
  if (!record.ended) {
    for (const name of [...names, ...marks]) record.before.add(name);
    if (texts) for (const name of names) record.before.add(`${name}\n${texts}`);
    record.ownTexts.set(element, text);
    return;
  }
  const fresh = names.find((name) => !record.before.has(name));
  const selector = fresh ?? names[0];
  const says = texts !== "" && !record.before.has(`${selector}\n${texts}`);
  const place = { heading: element.matches(HEADINGS), dialog: element.closest(DIALOGS) !== null, control: element.closest(CONTROLS) !== null };
  /** @type {(one: News) => void} */
  const add = (one) => { record.news.set(`${one.selector}\n${one.own}\n${one.where}`, one); };
  const where = isOnBoard(element) ? "board" : element.matches(TITLES) ? "heading" : "page";
  if (fresh || says) {
    const was = record.ownTexts.get(element) ?? text;
    const own = text.startsWith(was) ? text.slice(was.length).trim() || text : text; // a log goes on
    add({ selector, text: words(element).slice(0, LONGEST), own: own.slice(0, LONGEST), fresh: fresh !== undefined, where, ...place });
  }
  for (const [number, name] of lastingMarks(element).entries()) {
    if (!record.before.has(marks[number])) add({ selector: marks[number], text: "", own: name, fresh: false, where, ...place });
  }
};

/** @type {(selector: string, own: string, where: "cells" | "title") => void} */
const noteOther = (selector, own, where) => {
  const key = `${where}\n${unnumbered(own)}`;
  if (!record.ended) record.before.add(key);
  else if (!record.before.has(key)) {
    record.news.set(key, { selector, text: "", own: own.slice(0, LONGEST), fresh: false, heading: false, dialog: false, control: false, where });
  }
};

const note = () => {
  for (const { documentElement, body } of documents) for (const element of [documentElement, body]) if (visible(element)) noteShown(element);
  for (const element of shownNow(DRAWN) ?? []) noteShown(element);
  for (const [name, count] of marksOfCells()) {
    const isWhole = count === board?.cells.length;
    const isMove = !record.ended && count !== (record.marks.get(name) ?? 0);  // cells get it one by one, as the moves are made
    if (isWhole || isMove) noteOther(name, name, "cells");
  }
  noteOther("title", document.title, "title");
  for (const [number, sign] of page.won.entries()) {
    if (request.refuted.includes(JSON.stringify(sign)) || (!record.ended && holds(sign))) record.held[number] = "before";
    else if (holds(sign)) record.held[number] ??= "after";
  }
};

// What has appeared since an input that was not the last one after all was there before the last one.
const forget = () => {
  for (const [key, { selector, own }] of record.news) for (const one of [key, selector, `${selector}\n${unnumbered(own)}`]) record.before.add(one);
  for (const number of Object.keys(record.held)) record.held[Number(number)] = "before";
  record.news.clear();
  record.ended = false;
};

export const answer = () => {
  if (request.phase === "last") forget();
  note();
  if (request.phase === "last") {
    record.ended = true;
    return JSON.stringify([...record.before]);
  }
  if (request.phase !== "news") return "noted";
  /** @type {(one: News) => number} */
  const rank = ({ where, heading, selector }) => 4 * Number(where === "board") - 2 * Number(heading) + Number(!lasts(selector));
  return JSON.stringify({ held: record.held, news: [...record.news.values()].sort((a, b) => rank(a) - rank(b)).slice(0, MOST) });
};
