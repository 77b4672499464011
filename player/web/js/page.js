// A part of `look(ask)`, `examine(ask)` and `keep(ask)`: which page of the game this is, its board, and the signs that it shows.

// Of several grids that match, the one with the most cells: examples are smaller. The first selectors that find one win.
const findGrid = (page) => {
  const pairs = page.grid.flatMap((grid) => page.cell.map((cell) => ({ grid, cell })));
  for (const pair of pairs) {
    const found = all(pair.grid).map((grid) => ({ ...pair, grid, cells: [...grid.querySelectorAll(pair.cell)] }));
    const most = found.reduce((best, one) => (one.cells.length > best.cells.length ? one : best), { cells: [] });
    if (most.cells.length) return most;
  }
  return null;
};

// The generation is told from the page; where its own words for that are gone, from the grid that is found.
const generation = Object.entries(site.generations).find(([, selector]) => all(selector).length > 0)?.[0] ?? null;
const page = ask.pages[ask.as ?? generation]
  ?? Object.values(ask.pages).find(findGrid) ?? Object.values(ask.pages)[0];
const board = findGrid(page);

const holds = (sign) => documents.some((document) =>
  (sign.path === undefined || new RegExp(sign.path).test(document.location.pathname))
  && (sign.alert === undefined || ask.alerts.some((said) => said.includes(sign.alert)))
  && (sign.cells === undefined || (board && board.cells.every((cell) => matches(cell, sign.cells))))
  && (sign.selector === undefined || [...document.querySelectorAll(sign.selector)].some((element) => visible(element)
    && (!sign.text.length || sign.text.some((text) => words(element).includes(text)))
    && !sign.not_text.some((text) => words(element).includes(text)))));
const sign = (signs) => signs.find(holds)?.as;
