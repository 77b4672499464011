// @ts-check
// The columns of values that readings of a page's section give, without any choice between them.

import { layout } from "./places.js";
import { columnsOf, indicesTold } from "./grid.js";
import { request, page, board } from "./page.js";
/** @import { ColumnsSeen } from "./messages.js" */
/** @import { PageBoard } from "./boards.js" */

/** @type {(board: PageBoard) => ColumnsSeen} */
const columnsOn = ({ grid, cells }) => {
  const found = layout(cells);
  const { rows, cols, indices } = found;
  const shape = { ...found, grid };
  const told = indicesTold(cells, page, shape);
  const ordered = cells.map((cell, i) => ({ cell, index: indices[i] })).sort((a, b) => a.index - b.index).map(({ cell }) => cell);
  return {
    rows, cols, cells: cells.length,
    agrees: told === null || told.every((number, i) => number === indices[i]),
    fields: Object.fromEntries(Object.entries(page.read).map(([name, field]) => [name, columnsOf(ordered, field, shape).map(({ column }) => column)])),
  };
};

export const answer = () => JSON.stringify(request.section && board ? columnsOn(board) : null);
