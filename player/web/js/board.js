// One of the files that make up `look(ask)` and `keep(ask)`: which generation of the page this is, and where its board is.

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
const page = ask.pages[generation]
  ?? Object.values(ask.pages).find(findGrid) ?? Object.values(ask.pages)[0];
const board = findGrid(page);
