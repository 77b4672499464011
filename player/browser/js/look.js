// Last part of `look(ask)`: one observation of the page as JSON, or null if it is not one that was asked for, so that
// it can be polled.

// True if a click at a cell's centre hits the cell, or something of the grid over it that is not another cell.
const reaches = (cell) => (hit) => {
  const owner = hit?.closest(board.cell);
  return owner ? owner === cell : board.grid.contains(hit);
};

// A board that is still being drawn or moved is not believed: it has to look the same for a while, in milliseconds. One
// that has a mark against it, and no other beside it, may be there before the board that is played.
const STILL = 50;
const STILL_ALONE = 700;
// A page's whole content is veiled while a dialog is open.
const isShell = ({ parentElement, ownerDocument }) => parentElement === ownerDocument.body;
const isAside = (element) => (element.matches(VEILED) && !isShell(element)) || element.matches(BESIDES) || isNamedSample(element);
const isDoubtful = () => isLocked(board)
  || lineOf(board.grid).some((element) => isAside(element) && !controlsOf(board).some((control) => element.contains(control)));
const patience = () => (ask.arriving && isDoubtful() ? STILL_ALONE : STILL);
const settled = (found) => {
  const text = JSON.stringify([found.cells, found.indices, board.grid.getBoundingClientRect()]);
  if (text !== ask.before) [ask.before, ask.since] = [text, performance.now()];
  return performance.now() - ask.since >= patience() && found.rows * found.cols === found.cells.length;
};
// The expected marks must be read by all alternatives: one may change a moment after another.
const expected = (found) => !found.clashes.includes(ask.expect.field)
  && ask.expect.cells.every(([index, value]) => found.cells[index]?.[ask.expect.field] === value);

const clickable = (what, found, overlay) => ({ what, point: pointsOf([found], found)[0], ...(overlay && { overlay }) });
const closing = ({ found, name }) => clickable("overlay", found, name);

const onStart = (start) => {
  const overlay = !point(start).free && closerOf(start);
  return overlay ? closing(overlay) : clickable("start", start);
};
const pressing = (element, name) => {
  const overlay = !point(element).free && closerOf(element);
  return overlay ? closing(overlay) : clickable("overlay", element, name);
};

// The points of the cells, and of the buttons by their texts: with both in the window if they fit.
const pointsOnBoard = (elements) => {
  const buttons = page.buttons ? all(page.buttons.selector).filter(visible) : [];
  if (!buttons.length) return [pointsOf(elements, board.grid, reaches), {}];
  const both = [...elements, ...buttons];
  const reachesOne = (element) => (buttons.includes(element) ? undefined : reaches(element));
  let around = board.grid;
  while (!buttons.every((button) => around.contains(button)) && around.parentElement) around = around.parentElement;
  let points = pointsOf(both, around, reachesOne);
  if (!ask.still && !points.slice(0, elements.length).every(({ free }) => free)) {
    board.grid.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    points = both.map((element) => point(element, reachesOne(element)));
  }
  const named = buttons.map((button, i) => [readCell(button, page.buttons.says), points[elements.length + i]]);
  return [points.slice(0, elements.length), Object.fromEntries(named.filter(([text]) => text !== null))];
};

// The window size that fits the whole board beside fixed elements; null if this window is large enough.
const roomFor = (elements, points) => {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const span = (low, high) => Math.max(...boxes.map((box) => box[high])) - Math.min(...boxes.map((box) => box[low]));
  const [width, height] = [span("left", "right"), span("top", "bottom")];
  if (width <= innerWidth && height <= innerHeight && !points.some(outside)) return null;
  return [innerWidth + (width > innerWidth ? width : 0), innerHeight + height].map(Math.ceil);
};

// Points come last, as they cost most: a wait computes them once. An overlay of the whole board is closed before,
// without waiting for the board.
const onBoard = ({ elements, ...found }) => {
  const covered = [0, elements.length >> 1, elements.length - 1].map((i) => elements[i]);
  const cover = !ask.expect && covered.every((cell) => !point(cell, reaches(cell)).free) && closerOf(covered[0], reaches(covered[0]));
  if (cover) return closing(cover);
  if (ask.until && !(ask.expect ? expected(found) : settled(found))) return null;
  const switched = ask.arriving && page.switches.map(({ name, press }) => ({ name, on: target(press) })).find(({ on }) => on);
  if (switched) return pressing(switched.on, switched.name);
  const [points, buttons] = pointsOnBoard(elements);
  const free = ask.still || points.every((at) => at.free);
  const room = !free && ask.until && roomFor(elements, points);
  if (room) return { what: "cramped", window: room };
  const hidden = !free && elements[points.findIndex((at) => !at.free)];
  const overlay = hidden && closerOf(hidden, reaches(hidden));
  if (overlay) return closing(overlay);
  const readable = free && Object.entries(found.chosen).every(([name, chosen]) => chosen !== null || ask.elsewhere.includes(name));
  return readable || (ask.expect && !page.hover) || !ask.until ? { ...found, points, buttons } : null;
};

// Several boards between which nothing decides. What covers one of them is closed before the next observation.
const onSeveral = () => {
  const isFree = (one) => hitsIn(one, [one.grid]).length === one.hits.length;
  const hidden = !ask.expect && boards.find((one) => !isFree(one));
  const inGrid = (hit) => hidden.grid.contains(hit);
  const cell = hidden && (hidden.cells.find((one) => !point(one, inGrid).free) ?? hidden.cells[0]);
  const cover = cell && closerOf(cell, inGrid);
  if (cover) return closing(cover);
  return { what: "several", boards: boards.map(({ grid, cells }) => ({ cells: cells.length, way: wayTo(grid) })) };
};

const answer = () => {
  if (site.signin && new RegExp(site.signin).test(location.pathname)) return { what: "signin" };
  const won = sign(page.won);
  if (won) return { what: "won", sign: won };
  const start = page.start && !(page.start.stays && boards.length) && target(page.start);
  if (start) return onStart(start);
  const already = ask.arriving && sign(page.already);
  if (already) return { what: "already", sign: already };
  if (boards.length > 1) return onSeveral();
  if (board && ask.expect) globalThis.playedGrids.add(board.grid);
  return board ? onBoard(readGrid(board, page)) : { what: "nothing" };
};

const found = answer();
// Wait for the last clicked control to disappear, rather than click it again.
const wanted = found && (!ask.until || (ask.until.includes(found.what) && (found.overlay ?? found.what) !== ask.clicked));
if (!wanted) return null;
// As text: Playwright transfers a tree of objects far more slowly than one string.
return JSON.stringify({
  ...found,
  account: ask.arriving ? account() : null,
  generation,
  paths: documents.map((document) => document.location.pathname),
  counts: {
    grid: page.grid.flatMap(all).length,
    cell: board?.cells.length ?? 0,
    start: page.start ? all(page.start.selector).filter(visible).length : 0,
  },
});
