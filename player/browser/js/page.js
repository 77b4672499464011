// @ts-check
// The generation of the page, its board, and the signs that it
// shows.

import { visible } from "./shown.js";
import { contains, find, matches } from "./tree.js";
import { documents, all, words, site } from "./dom.js";
import { chosenOf, apart, boardsOn } from "./boards.js";
import { readGrid } from "./grid.js";
/** @import { PageRequest } from "./messages.js" */
/** @import { PageBoard } from "./boards.js" */
/** @import { Sign } from "./selectors.js" */

export const request = /** @type {PageRequest} */ (ask);

// The generation is known by its selectors; if none matches, by the grid that is found. If several match, the one whose
// board takes input counts.
export const told = Object.entries(site.generations).filter(([, selector]) => all(selector).length > 0).map(([name]) => name);
const sections = (request.section ? [request.section] : told).map((name) => request.pages[name]).filter(Boolean);
const likely = sections.length ? sections : [Object.values(request.pages).find((one) => boardsOn(one).length) ?? Object.values(request.pages)[0]];

// A page may have the marks of several generations, whose sections then find the same cells. That one counts which reads
// most of the board, by the first of its alternatives.
/** @type {(board: PageBoard) => number[]} */
const unread = (board) => {
  const { chosen, cells } = readGrid(board, board.page);
  const names = Object.keys(chosen);
  const missing = names.filter((name) => chosen[name] === null && !request.elsewhere.includes(name));
  const empty = names.filter((name) => !cells.some((cell) => String(cell[name] ?? "")));
  return [missing.length, empty.length, names.reduce((sum, name) => sum + (chosen[name] ?? 0), 0)];
};
/** @type {(one: PageBoard, other: PageBoard) => boolean} */
const isSame = (one, other) => one.cells.length === other.cells.length
  && one.cells.every((cell, i) => contains(cell, other.cells[i]) || contains(other.cells[i], cell));
/** @type {(found: PageBoard[]) => PageBoard[]} */
const read = (found) => found.filter((one) => {
  const rivals = found.filter((other) => other.page !== one.page && isSame(one, other));
  const [mine, ...others] = rivals.length ? [one, ...rivals].map(unread) : [];
  /** @type {(theirs: number[]) => number} */
  const ahead = (theirs) => theirs.map((number, i) => number - mine[i]).find(Boolean) ?? 0;
  return others.every((theirs, i) => ahead(theirs) > 0 || (ahead(theirs) === 0 && found.indexOf(one) < found.indexOf(rivals[i])));
});
export const boards = chosenOf(apart(read(likely.flatMap(boardsOn))));
const starting = boards.length ? undefined : likely.find(({ start }) => start.some(({ selector }) => all(selector).some(visible)));
export const page = boards[0]?.page ?? starting ?? likely[0];
export const board = boards.length === 1 ? boards[0] : null;
// A page that tells of no generation is of the one whose section finds its board.
const generations = [...told, ...boards.length ? Object.keys(site.generations) : []];
export const generation = generations.find((name) => request.pages[name] === page) ?? told[0] ?? null;

/** @type {(sign: Sign) => boolean} */
export const holds = ({ path, alert, title, cells, selector, text: texts, not_text: others, picture }) => documents.some((document) =>
  picture === undefined && (path === undefined || new RegExp(path).test(document.location.pathname))
  && (alert === undefined || request.alerts.some((said) => said.includes(alert)))
  && (title === undefined || document.title.includes(title))
  && (cells === undefined || (board?.cells.every((cell) => matches(cell, cells)) ?? false))
  && (selector === undefined || find(document, selector).some((element) => visible(element)
    && (!texts.length || texts.some((text) => words(element).includes(text)))
    && !others.some((text) => words(element).includes(text)))));
// The numbers of the puzzle that the page shows.
/** @type {() => number[]} */
export const shownNumbers = () => {
  /** @type {(one: {selector: string, pattern: string}) => number[]} */
  const read = ({ selector, pattern }) => all(selector).flatMap((element) => {
    const found = new RegExp(pattern, "i").exec(words(element));
    return found && visible(element) ? [Number(found[1].replace(/[\s,.]/g, ""))] : [];
  });
  return [...new Set(request.numbers.flatMap(read))].filter(Number.isSafeInteger);
};
/** @type {(sign: Sign) => string} */
export const said = ({ selector }) => {
  const shown = selector === undefined ? undefined : all(selector).find(visible);
  return shown ? words(shown).slice(0, 200) : "";
};
/** @type {(signs: Sign[]) => Sign["as"] | undefined} */
export const sign = (signs) => signs.find(holds)?.as;
