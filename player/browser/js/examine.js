// Last part of `examine(ask)`: the matches of each selector in a page's section, with or without a board. `ask.as`
// names the section to use if the page does not show its generation.
const mostCells = (selector) => Math.max(0, ...all(selector).map((grid) =>
  Math.max(...page.cell.map((cell) => shownCells(grid, cell).length))));

const shown = (values) => values.filter((value) => value !== null && value !== false && value.length !== 0);
const distinct = (values) => new Set(values.map((value) => JSON.stringify(value))).size;

const onBoard = ({ grid, cells }) => {
  const found = readGrid({ grid, cells }, page);
  const shape = { rows: found.rows, cols: found.cols, grid };
  const numbers = indicesTold(cells, page, shape);
  const places = page.index ? [...cells.keys()] : layout(cells).indices;
  const alternatives = ([name, field]) => [name, columnsOf(found.elements, field, shape)
    .map(({ column, holds }) => ({ column, holds, cells: shown(column).length, values: distinct(shown(column)) }))];
  return {
    rows: found.rows,
    cols: found.cols,
    cells: cells.length,
    told: found.told,
    numbered: page.index || page.place ? (numbers ?? []).filter((number, i) => number === places[i]).length : null,
    fields: Object.fromEntries(Object.entries(page.read).map(alternatives)),
  };
};

return JSON.stringify({
  generation,
  page: Object.keys(ask.pages).find((name) => ask.pages[name] === page),
  generations: Object.fromEntries(Object.entries(site.generations).map(([name, selector]) => [name, all(selector).length])),
  paths: documents.map((document) => document.location.pathname),
  start: page.start ? all(page.start.selector).filter(visible).length : null,
  overlays: page.overlays.map(({ close }) => targets(close).length),
  won: page.won.map(holds),
  already: page.already.map(holds),
  grid: page.grid.map((selector) => ({ matches: all(selector).length, cells: mostCells(selector) })),
  cell: page.cell.map((selector) => (board ? shownCells(board.grid, selector).length : 0)),
  board: board && onBoard(board),
  switches: page.switches.map(({ press }) => Number(Boolean(target(press)))),
  buttons: page.buttons ? all(page.buttons.selector).filter((button) => readCell(button, page.buttons.says) !== null).length : 0,
});
