// @ts-check
// The matches of each selector in a page's section, with or without a board. `ask.section`
// names the section to use if the page does not show its generation.

import { visible } from "./shown.js";
import { documents, all, targets, target, site } from "./dom.js";
import { layout } from "./places.js";
import { isTold, readCell, columnsOf, indicesTold, readGrid } from "./grid.js";
import { shownCells } from "./boards.js";
import { request, page, board, generation, holds } from "./page.js";
/** @import { Examination, ProbedBoard, ReadingResult, Value } from "./messages.js" */
/** @import { Chain } from "./selectors.js" */
/** @import { PageBoard } from "./boards.js" */

/** @type {(selector: string) => number} */
const mostCells = (selector) => Math.max(0, ...all(selector).map((grid) =>
  Math.max(...page.cell.map((cell) => shownCells(grid, cell).length))));

/** @type {(values: Value[]) => Value[]} */
const shown = (values) => values.filter(isTold);
/** @type {(values: Value[]) => number} */
const distinct = (values) => new Set(values.map((value) => JSON.stringify(value))).size;

/** @type {(board: PageBoard) => ProbedBoard} */
const onBoard = ({ grid, cells }) => {
  const found = readGrid({ grid, cells }, page);
  const shape = { ...layout(cells), grid };
  const numbers = indicesTold(cells, page, shape);
  const places = page.index && !page.numbered ? [...cells.keys()] : shape.indices;
  /** @type {(field: [string, Chain]) => [string, ReadingResult[]]} */
  const alternatives = ([name, field]) => [name, columnsOf(found.elements, field, shape)
    .map(({ column, holds }) => ({ column, holds, cells: shown(column).length, values: distinct(shown(column)) }))];
  const told = Object.entries(page.rules).flatMap(([name, rule]) => (typeof rule === "object" ? [/** @type {[string, Chain]} */ ([name, rule])] : []));
  return {
    rows: found.rows,
    cols: found.cols,
    cells: cells.length,
    told: found.told,
    numbered: page.index || page.place ? (numbers ?? []).filter((number, i) => number === places[i]).length : null,
    fields: Object.fromEntries(Object.entries(page.read).map(alternatives)),
    rules: Object.fromEntries(told.map(([name, field]) => [name, columnsOf([grid.ownerDocument.documentElement], field, { ...shape, rows: 1, cols: 1 })
      .map(({ column, holds }) => ({ column, holds, cells: shown(column).length, values: distinct(shown(column)) }))])),
    lists: found.lists,
  };
};

/** @type {() => Examination} */
const examined = () => {
  const { selector, says } = page.buttons ?? {};
  return {
    generation,
    page: Object.keys(request.pages).find((name) => request.pages[name] === page),
    generations: Object.fromEntries(Object.entries(site.generations).map(([name, selector]) => [name, all(selector).length])),
    paths: documents.map((document) => document.location.pathname),
    start: page.start.map(({ selector }) => all(selector).filter(visible).length),
    overlays: page.overlays.map(({ close }) => targets(close).length),
    won: page.won.map(holds),
    already: page.already.map(holds),
    grid: page.grid.map((selector) => ({ matches: all(selector).length, cells: mostCells(selector) })),
    cell: page.cell.map((selector) => (board ? shownCells(board.grid, selector).length : 0)),
    board: board && onBoard(board),
    switches: page.switches.map(({ press }) => Number(Boolean(target(press)))),
    buttons: selector && says ? all(selector).filter((button) => readCell(button, says, button) !== null).length : 0,
  };
};

export const answer = () => JSON.stringify(examined());
