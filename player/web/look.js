// One look at the page: everything the player wants to know, in one call, as plain data.
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

  const shownAt = (element, reaches) => {
    let at = point(element, reaches);
    if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      at = point(element, reaches);
    }
    return at;
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
      rows: Number(field(grid, game.size.rows)),
      cols: Number(field(grid, game.size.cols)),
      indices: indexed.map(({ index }) => index),
      cells: ordered.map((cell) =>
        Object.fromEntries(Object.entries(game.read).map(([name, how]) => [name, field(cell, how)]))),
      points: ordered.map((cell) => shownAt(cell, (hit) => {
        const owner = hit?.closest(game.cell);
        return owner ? owner === cell : grid.contains(hit);
      })),
    };
  };

  const clickable = (name, found) => ({ what: name, point: shownAt(found) });
  const sign = (signs) => signs.find(holds)?.as;
  const answer = () => {
    const won = sign(game.won);
    if (won) return { what: "won", sign: won };
    const already = ask.arriving && sign(game.already);
    if (already) return { what: "already", sign: already };

    const start = game.start && target(game.start);
    const board = !start && cells.length ? readGrid() : null;
    const inTheWay = start ? !point(start).free : board?.points.some(({ free }) => !free);
    const overlay = inTheWay && game.overlays.find(({ close }) => target(close));
    if (overlay) return { ...clickable("overlay", target(overlay.close)), overlay: overlay.name };
    if (start) return clickable("start", start);
    return board && { what: "grid", ...board };
  };

  // What was clicked last is waited for to go away, not clicked again at once.
  const clicked = ({ what, overlay }) => overlay ?? what;
  // All cells there, nothing in the way, and two equal looks in a row: a board still being drawn is not believed.
  const settled = (found) => {
    if (found.cells.length !== found.rows * found.cols || found.points.some(({ free }) => !free)) return false;
    const text = JSON.stringify(found);
    const same = text === ask.before;
    ask.before = text;
    return same;
  };
  const expected = (found) => ask.expect.cells.every(([index, value]) => found.cells[index]?.[ask.expect.field] === value);

  const found = answer() ?? { what: "nothing" };
  const about = () => ({
    generation: Object.entries(site.generations).find(([, selector]) => all(selector).length > 0)?.[0] ?? null,
    paths: documents.map((document) => document.location.pathname),
    counts: { grid: grids.length, cell: cells.length, start: game.start ? all(game.start.selector).length : 0 },
  });
  if (!ask.until) return { ...found, ...about() };
  if (!ask.until.includes(found.what) || clicked(found) === ask.clicked) return null;
  if (found.what === "grid" && !(ask.expect ? expected(found) : settled(found))) return null;
  return { ...found, ...about() };
}
