// One look at the page: everything the player wants to know, in one call, as JSON.
//
// Runs in the top document and looks into every frame of the same origin. Answers null while nothing can be said yet,
// so that it serves as the condition of a wait. `ask` lasts from one frame of such a wait to the next.
(ask) => {
  const { site, game } = ask;

  // A document that is still being parsed shows half a board, and its buttons do nothing yet.
  const documents = [];
  const enter = (document) => {
    if (!document?.body || document.readyState === "loading") return;
    documents.push(document);
    for (const frame of document.querySelectorAll(site.frame)) enter(frame.contentDocument);
  };
  enter(document);

  const all = (selector) => documents.flatMap((document) => [...document.querySelectorAll(selector)]);
  const words = (element) => element.textContent.replace(/\s+/g, " ").trim();
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getClientRects().length > 0;
  const matches = (element, selector) => element.matches(selector) || element.querySelector(selector) !== null;

  // The centre of an element in the top window's pixels, and whether a click there would reach it through all frames.
  const point = (element, reaches = (hit) => element.contains(hit)) => {
    const box = element.getBoundingClientRect();
    let x = box.left + box.width / 2;
    let y = box.top + box.height / 2;
    let free = reaches(element.ownerDocument.elementFromPoint(x, y));
    for (let frame = element.ownerDocument.defaultView.frameElement; frame; frame = frame.ownerDocument.defaultView.frameElement) {
      const around = frame.getBoundingClientRect();
      x += around.left + frame.clientLeft;
      y += around.top + frame.clientTop;
      free &&= frame.ownerDocument.elementFromPoint(x, y) === frame;
    }
    return { x, y, free };
  };

  // The points of some elements, after scrolling `whole` into the window where one of them is outside.
  const pointsOf = (elements, whole, reaches) => {
    const look = () => elements.map((element) => point(element, reaches?.(element)));
    const outside = ({ x, y }) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;
    const points = look();
    if (!points.some(outside)) return points;
    whole.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return look();
  };

  const target = ({ selector, text }) =>
    all(selector).find((element) => visible(element) && (!text.length || text.includes(words(element))));

  const attribute = (cell, name, pattern) => {
    const value = cell.getAttribute(name);
    return pattern === undefined || value === null ? value : value.match(new RegExp(pattern))?.[1] ?? null;
  };

  const field = (cell, how) => {
    if (how.attribute !== undefined) return attribute(cell, how.attribute, how.pattern);
    if (how.property !== undefined) return getComputedStyle(cell).getPropertyValue(how.property).trim() || null;
    if (how.has !== undefined) return matches(cell, how.has);
    if (how.text !== undefined) {
      const found = cell.querySelector(how.text);
      return found && words(found);
    }
    const names = Object.entries(how.first ?? how.all).filter(([, selector]) => matches(cell, selector)).map(([name]) => name);
    return how.all !== undefined ? names : names[0] ?? null;
  };

  // Of several elements that match, the grid is the one with the most cells: examples are smaller.
  const grids = all(game.grid).map((grid) => ({ grid, cells: [...grid.querySelectorAll(game.cell)] }));
  const { grid, cells } = grids.reduce((most, one) => (one.cells.length > most.cells.length ? one : most), { cells: [] });

  const holds = (sign) => documents.some((document) =>
    (sign.path === undefined || new RegExp(sign.path).test(document.location.pathname))
    && (sign.cells === undefined || (cells.length > 0 && cells.every((cell) => matches(cell, sign.cells))))
    && (sign.selector === undefined || [...document.querySelectorAll(sign.selector)].some((element) => visible(element)
      && (!sign.text.length || sign.text.some((text) => words(element).includes(text)))
      && !sign.not_text.some((text) => words(element).includes(text)))));

  const readGrid = () => {
    const indexed = cells.map((cell) => ({ cell, index: Number(field(cell, game.index) ?? NaN) }));
    indexed.sort((a, b) => a.index - b.index);
    const ordered = indexed.map(({ cell }) => cell);
    return {
      what: "grid",
      rows: Number(field(grid, game.size.rows)),
      cols: Number(field(grid, game.size.cols)),
      indices: indexed.map(({ index }) => index),
      cells: ordered.map((cell) =>
        Object.fromEntries(Object.entries(game.read).map(([name, how]) => [name, field(cell, how)]))),
      ordered,
    };
  };

  // Whether a click at a cell's centre hits the cell, or what the grid draws over it that is no other cell.
  const reaches = (cell) => (hit) => {
    const owner = hit?.closest(game.cell);
    return owner ? owner === cell : grid.contains(hit);
  };

  // All cells there, and two equal looks in a row: a board that is still being drawn or moved is not believed.
  const settled = (board) => {
    const text = JSON.stringify([board.cells, grid.getBoundingClientRect()]);
    const same = text === ask.before;
    ask.before = text;
    return same && board.cells.length === board.rows * board.cols;
  };
  const expected = (board) =>
    ask.expect.cells.every(([index, value]) => board.cells[index]?.[ask.expect.field] === value);

  const sign = (signs) => signs.find(holds)?.as;
  const clickable = (what, found, overlay) => ({ what, point: pointsOf([found], found)[0], ...(overlay && { overlay }) });
  // What covers a target, if an overlay does that we know how to close.
  const inTheWay = () => game.overlays.find(({ close }) => target(close));
  const closing = (overlay) => clickable("overlay", target(overlay.close), overlay.name);

  const onStart = (start) => {
    const overlay = !point(start).free && inTheWay();
    return overlay ? closing(overlay) : clickable("start", start);
  };

  // The points come last, as they cost the most by far: a wait asks for them once.
  const onBoard = ({ ordered, ...board }) => {
    if (ask.until && !(ask.expect ? expected(board) : settled(board))) return null;
    const points = pointsOf(ordered, grid, reaches);
    const free = points.every((at) => at.free);
    const overlay = !free && inTheWay();
    if (overlay) return closing(overlay);
    return free || ask.expect || !ask.until ? { ...board, points } : null;
  };

  const answer = () => {
    if (site.signin && new RegExp(site.signin).test(location.pathname)) return { what: "signin" };
    const won = sign(game.won);
    if (won) return { what: "won", sign: won };
    const already = ask.arriving && sign(game.already);
    if (already) return { what: "already", sign: already };
    const start = game.start && target(game.start);
    if (start) return onStart(start);
    return cells.length ? onBoard(readGrid()) : { what: "nothing" };
  };

  const found = answer();
  // What was clicked last is waited for to go away, not clicked again at once.
  const wanted = found && (!ask.until || (ask.until.includes(found.what) && (found.overlay ?? found.what) !== ask.clicked));
  if (!wanted) return null;
  // As text: Playwright takes far longer to carry a tree of objects over than one string.
  return JSON.stringify({
    ...found,
    generation: Object.entries(site.generations).find(([, selector]) => all(selector).length > 0)?.[0] ?? null,
    paths: documents.map((document) => document.location.pathname),
    counts: { grid: grids.length, cell: cells.length, start: game.start ? all(game.start.selector).length : 0 },
  });
}
