// Part of `look(ask)` and `examine(ask)`: a grid's cells, and the fields of each.

// The value of a cell without content.
const EMPTY = "empty";

// The rows and columns of cells by position: gaps of half a cell separate rows, whatever the document order.
const layout = (cells) => {
  const middles = cells.map(middle);
  const lines = (axis, size) => {
    const ends = [];
    const sorted = middles.map((at) => at[axis]).sort((a, b) => a - b);
    sorted.forEach((at, i) => { if (!i || at - sorted[i - 1] > size / 2) ends.push(at); });
    return { count: ends.length, of: (at) => ends.findLastIndex((end) => at >= end) };
  };
  const box = cells[0].getBoundingClientRect();
  const rows = lines("y", box.height);
  const cols = lines("x", box.width);
  return {
    rows: rows.count,
    cols: cols.count,
    indices: middles.map(({ x, y }) => rows.of(y) * cols.count + cols.of(x)),
  };
};

// The part of a value that matches a pattern; a glyph beyond the basic plane is one character.
const part = (value, pattern) => {
  if (pattern === undefined || value === null) return value;
  return value.match(new RegExp(pattern, /[^\0-\uffff]/u.test(pattern) ? "u" : ""))?.[1] ?? null;
};

// The first match of `selector` in the grid whose centre lies in the cell.
const lyingOver = (cell, selector, grid) => {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const lies = ({ x, y }) => x >= left && x < right && y >= top && y < bottom;
  return [...grid.querySelectorAll(selector)].find((element) => visible(element) && lies(middle(element))) ?? null;
};

// The position of an element relative to a cell: the nearest side, and its distance from the cell's centre along that
// side (`beside`) and towards it (`out`), in cell sizes.
const around = (cell, element) => {
  const { width, height } = cell.getBoundingClientRect();
  const [at, found] = [middle(cell), middle(element)];
  const [right, down] = [(found.x - at.x) / width, (found.y - at.y) / height];
  const [beside, out] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b);
  const side = Math.abs(right) === out ? (right > 0 ? "right" : "left") : (down > 0 ? "down" : "up");
  return { side, beside, out };
};

// The sides of a cell whose middle holds a match of `selector` in the grid.
const barredSides = (cell, selector, grid) => {
  const places = [...grid.querySelectorAll(selector)].filter(visible).map((element) => around(cell, element));
  return inOrder(places.filter(({ beside, out }) => beside < 0.25 && out > 0.25 && out < 0.75).map(({ side }) => side));
};

// The sides of a cell whose middle holds a match of a selector in the cell. A match at the cell's own centre is on no
// side; with a match at any other place, the sides are unknown.
const sidesOf = (cell, selector, { thin, crossed }) => {
  const found = [...cell.querySelectorAll(selector)].map((element) => ({ element, ...around(cell, element) }))
    .filter(({ element, side, out }) => out > 0.2 && (!thin || isSlab(element, side, cell)));
  const inks = new Map(crossed === undefined ? [] : found.map(({ element }) => [element, isCrossed(element)]));
  if ([...inks.values()].includes(null)) return null;
  const places = crossed === undefined ? found : found.filter(({ element }) => inks.get(element) === crossed);
  const known = places.every(({ beside, out }) => beside <= 0.1 && out >= 0.35 && out <= 0.65);
  return known ? inOrder(places.map(({ side }) => side)) : null;
};

// True if a line of an SVG that `selector` matches in the grid passes through the cell's centre.
const isOnStroke = (cell, selector, grid) => {
  const { x, y } = middle(cell);
  return [...grid.querySelectorAll(selector)].some((line) => {
    const toScreen = line.getScreenCTM?.();
    return toScreen ? line.isPointInStroke(new DOMPoint(x, y).matrixTransform(toScreen.inverse())) : false;
  });
};

const subject = (cell, how, grid) => {
  if (how.with !== undefined && !matches(cell, how.with)) return null;
  if (how.over !== undefined) return lyingOver(cell, how.over, grid);
  return how.in === undefined ? cell : cell.querySelector(how.in);
};

// A condition is a selector that must match, or a reading that must have a value.
const fulfils = (element, condition, grid) => {
  if (typeof condition === "string") return matches(element, condition);
  const value = readCell(element, condition, grid);
  return value !== null && value !== false && value.length !== 0;
};

// One field of one cell of `grid`, read in one way; null where the page does not tell.
const readCell = (cell, how, grid) => {
  const otherwise = Object.entries(how.unless ?? {}).find(([, selector]) => matches(cell, selector));
  if (otherwise && (how.with === undefined || matches(cell, how.with))) return otherwise[0];
  const element = subject(cell, how, grid);
  if (element === null) return how.has !== undefined && how.with === undefined ? false : null;
  if (how.attribute !== undefined) return part(element.getAttribute(how.attribute), how.pattern);
  if (how.property !== undefined) {
    return part(getComputedStyle(element, how.pseudo).getPropertyValue(how.property).trim() || null, how.pattern);
  }
  if (how.has !== undefined) return fulfils(element, how.has, grid);
  if (how.borders !== undefined) return thickSides(element, how.borders, grid);
  if (how.sides !== undefined) return sidesOf(element, how.sides, how);
  if (how.drawing !== undefined) return part(drawingIn(element, how.drawing, grid), how.pattern);
  if (how.outline !== undefined) return outlineOf(element, how.outline);
  if (how.bars !== undefined) return barredSides(element, how.bars, grid);
  if (how.stroke !== undefined) return isOnStroke(element, how.stroke, grid);
  if (how.text !== undefined) {
    const found = element.matches(how.text) ? element : element.querySelector(how.text);
    return part((found && words(found)) || null, how.pattern);
  }
  const names = Object.entries(how.first ?? how.all).filter(([, condition]) => fulfils(element, condition, grid));
  return how.all !== undefined ? names.map(([name]) => name) : names[0]?.[0] ?? null;
};

const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };
const OPPOSITE = { up: "down", down: "up", left: "right", right: "left" };

// The neighbour on a side, or null outside the grid.
const beyond = (index, side, { rows, cols }) => {
  const [row, col] = [Math.floor(index / cols) + STEPS[side][0], index % cols + STEPS[side][1]];
  return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
};

// A column of walls without the grid's border, or with each wall on both of its cells, as the reading asks.
const walled = (column, { rim, either }, shape) => {
  if (!rim && !either) return column;
  const inside = column.map((sides, index) => sides?.filter((side) => !rim || beyond(index, side, shape) !== null) ?? null);
  if (!either) return inside;
  const faces = (index, side) => {
    const other = beyond(index, side, shape);
    return other !== null && inside[other]?.includes(OPPOSITE[side]);
  };
  return inside.map((sides, index) => sides
    && Object.keys(STEPS).filter((side) => sides.includes(side) || faces(index, side)));
};

// True if every wall is inside the grid; if any vertical wall is drawn on both of its cells, all must be.
const wallsAreSound = (column, shape) => {
  const seen = Object.fromEntries(Object.keys(STEPS).map((side) => [side, new Set()]));
  for (const [index, sides] of column.entries()) {
    for (const side of sides ?? [null]) {
      if (side === null || beyond(index, side, shape) === null) return false;
      seen[side].add([index, beyond(index, side, shape)].sort((a, b) => a - b).join());
    }
  }
  const { left, right } = seen;
  return !left.size || !right.size || (left.size === right.size && [...left].every((wall) => right.has(wall)));
};

// The expectations that a field's column of values must meet.
const EXPECTATIONS = {
  every: (column) => column.every((value) => value !== null),
  some: (column) => column.some((value) => value !== null && value !== false),
  "some side": (column) => column.some((value) => value?.length > 0),
  "not all": (column) => !column.every((value) => value === true),
  "two kinds": (column) => new Set(column.filter((value) => value !== EMPTY)).size <= 2,
  "one each row": (column, { rows }) => new Set(column).size === rows,
  numbers: (column) => {
    const numbers = column.filter((value) => value !== null).map(Number).sort((a, b) => a - b);
    return numbers.length > 1 && numbers.every((number, i) => number === i + 1);
  },
  walls: wallsAreSound,
  digits: (column, { rows }) => {
    const digits = column.filter((value) => value !== null);
    return digits.length > 0 && digits.every((digit) => /^[1-9]\d*$/.test(digit) && Number(digit) <= rows);
  },
};

// Regions and kinds are the same by any names, sides in any order, and walls from either of their cells; everything else
// is compared as it stands.
const canonical = (column, expect, shape) => {
  if (expect.includes("walls")) return JSON.stringify(walled(column, { either: true }, shape));
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  if (!expect.includes("one each row") && !expect.includes("two kinds")) return JSON.stringify(column.map(sorted));
  const names = [...new Set([EMPTY, ...column])];
  return JSON.stringify(column.map((value) => names.indexOf(value)));
};

// A field's column of values by one of its alternatives, and whether what is expected of it holds.
const columnBy = (cells, how, number, { expect }, shape) => {
  const column = how.enclosed !== undefined ? areasIn(cells, how.enclosed, shape)
    : walled(cells.map((cell) => readCell(cell, how, shape.grid)), how, shape);
  return { number, column, holds: [...expect, ...how.expect].every((name) => EXPECTATIONS[name](column, shape)) };
};
const columnsOf = (cells, field, shape) => field.any.map((how, number) => columnBy(cells, how, number, field, shape));

// Whether a column has anything at all: what one alternative does not see another may.
const sees = ({ holds, column }) => holds && column.some((value) => value !== null && value !== false && !(Array.isArray(value) && !value.length));

// The first alternative whose expectations hold, and whether another that holds says something else. One that tells
// nothing of any cell, or sees nothing where another does, says nothing. A fallback is asked where none before it sees
// anything.
const readField = (cells, field, shape) => {
  const columns = [];
  for (const [number, how] of field.any.entries()) {
    if (!how.fallback || !columns.some(sees)) columns.push(columnBy(cells, how, number, field, shape));
  }
  const holding = columns.filter(({ holds }) => holds);
  if (!holding.length) return { column: columns[0].column, chosen: null, clash: false };
  const seeing = holding.filter(sees);
  const telling = seeing.length ? seeing : holding.filter(({ column }) => column.some((value) => value !== null));
  const texts = new Set(telling.map(({ column }) => canonical(column, field.expect, shape)));
  const [best] = telling.length ? telling : holding;
  return { column: best.column, chosen: best.number, clash: texts.size > 1 };
};

// The cells' numbers that the page has, by one number or by row and column; null if it has none.
const indicesTold = (cells, { index, place, numbered_from: from }, { cols, grid }) => {
  const numbers = (how) => cells.map((cell) => readCell(cell, how, grid)).map((value) => (value === null ? null : Number(value) - from));
  const [first, second] = (index ? [index] : place ? [place.row, place.col] : []).map(numbers);
  const told = !second ? first : first.map((row, i) => {
    const col = second[i];
    if (row === null && col === null) return null;
    return row !== null && col >= 0 && col < cols && col !== null ? row * cols + col : NaN;
  });
  // Numbers from 1 to the last tell the same order as those from 0.
  const offset = index && Math.min(...told.map((number) => number ?? 0)) === 1 && Math.max(...told) === cells.length ? 1 : 0;
  return told?.some((number) => number !== null) ? told.map((number) => (number ?? NaN) - offset) : null;
};

// The grid's cells in order. Their numbers, if the page has them, and their positions must agree.
const readGrid = ({ grid, cells }, page) => {
  const shape = { ...layout(cells), grid };
  const indices = indicesTold(cells, page, shape) ?? shape.indices;
  const ordered = indices.map((index, i) => ({ index, cell: cells[i] })).sort((a, b) => a.index - b.index);
  const size = page.size && [page.size.rows, page.size.cols].map((how) => readCell(grid, how)).map((n) => n && Number(n));
  const elements = ordered.map(({ cell }) => cell);
  const fields = Object.entries(page.read).map(([name, field]) => [name, readField(elements, field, shape)]);
  return {
    what: "grid",
    rows: shape.rows,
    cols: shape.cols,
    told: size ?? [null, null],
    indices: ordered.map(({ index }) => index),
    cells: elements.map((_, i) => Object.fromEntries(fields.map(([name, { column }]) => [name, column[i]]))),
    chosen: Object.fromEntries(fields.map(([name, { chosen }]) => [name, chosen])),
    clashes: fields.filter(([, { clash }]) => clash).map(([name]) => name),
    elements,
  };
};
