// @ts-check
// The generation of the page, its board, and the signs that it
// shows.

import { visible } from "./shown.js";
import { find, matches } from "./tree.js";
import { documents, all, words, site } from "./dom.js";
import { chosenOf, apart, boardsOn } from "./boards.js";
/** @import { PageRequest } from "./messages.js" */
/** @import { Sign } from "./selectors.js" */

export const request = /** @type {PageRequest} */ (ask);

// The generation is known by its selectors; if none matches, by the grid that is found. If several match, the one whose
// board takes input counts.
export const told = Object.entries(site.generations).filter(([, selector]) => all(selector).length > 0).map(([name]) => name);
const sections = (request.section ? [request.section] : told).map((name) => request.pages[name]).filter(Boolean);
const likely = sections.length ? sections : [Object.values(request.pages).find((one) => boardsOn(one).length) ?? Object.values(request.pages)[0]];
export const boards = chosenOf(apart(likely.flatMap(boardsOn)));
export const page = boards[0]?.page ?? likely[0];
export const board = boards.length === 1 ? boards[0] : null;
export const generation = told.find((name) => request.pages[name] === page) ?? told[0] ?? null;

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
