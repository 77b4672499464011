// A part of `look(ask)` and `examine(ask)`: a grid's cells, and what is read of each.

// Where the cells lie: the rows are told apart by gaps of half a cell, whatever their order in the document.
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

const THICK = { up: "top", down: "bottom", left: "left", right: "right" };

// The sides of a cell that are drawn thick: by an element in it, or its ::before or ::after, that has one such side.
// Thin lines are the lattice; thick ones on three or four sides are a ring round a selected cell.
const thickSides = (cell, { within, share }) => {
  const least = share * cell.getBoundingClientRect().width;
  const sides = new Set();
  for (const element of [cell, ...cell.querySelectorAll(within)]) {
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === "none") continue;
      const thick = Object.keys(THICK).filter((side) =>
        style[`border-${THICK[side]}-style`] !== "none" && parseFloat(style[`border-${THICK[side]}-width`]) >= least);
      if (thick.length === 2) return null;
      if (thick.length === 1) sides.add(thick[0]);
    }
  }
  return Object.keys(THICK).filter((side) => sides.has(side));
};

const attribute = (element, name, pattern) => {
  const value = element?.getAttribute(name) ?? null;
  return pattern === undefined || value === null ? value : value.match(new RegExp(pattern))?.[1] ?? null;
};

// The sides of a cell at whose middle lies what a selector finds in it. What lies in the cell's own middle is at none of
// them, and of a cell where something lies elsewhere they are not known. All in shares of the cell's size.
const OWN = 0.2;
const RIM = { least: 0.35, most: 0.65, beside: 0.1 };
const sidesOf = (cell, selector) => {
  const at = middle(cell);
  const { width, height } = cell.getBoundingClientRect();
  const sides = new Set();
  for (const element of cell.querySelectorAll(selector)) {
    const found = middle(element);
    const [right, down] = [(found.x - at.x) / width, (found.y - at.y) / height];
    const [near, far] = [Math.abs(right), Math.abs(down)].sort((a, b) => a - b);
    if (far <= OWN) continue;
    if (!(far >= RIM.least && far <= RIM.most && near <= RIM.beside)) return null;
    sides.add(Math.abs(right) === far ? (right > 0 ? "right" : "left") : (down > 0 ? "down" : "up"));
  }
  return Object.keys(THICK).filter((side) => sides.has(side));
};

// One field of one cell, read in one way; null where the page does not tell.
const readCell = (cell, how) => {
  if (how.with !== undefined && !matches(cell, how.with)) return null;
  const otherwise = Object.entries(how.unless ?? {}).find(([, selector]) => matches(cell, selector));
  if (otherwise) return otherwise[0];
  if (how.attribute !== undefined) return attribute(how.of ? cell.querySelector(how.of) : cell, how.attribute, how.pattern);
  if (how.property !== undefined) return getComputedStyle(cell).getPropertyValue(how.property).trim() || null;
  if (how.has !== undefined) return matches(cell, how.has);
  if (how.borders !== undefined) return thickSides(cell, how.borders);
  if (how.sides !== undefined) return sidesOf(cell, how.sides);
  if (how.text !== undefined) {
    const found = cell.matches(how.text) ? cell : cell.querySelector(how.text);
    return (found && words(found)) || null;
  }
  const names = Object.entries(how.first ?? how.all).filter(([, selector]) => matches(cell, selector)).map(([name]) => name);
  return how.all !== undefined ? names : names[0] ?? null;
};

const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

// Every wall is on the inside, and an upright one, if any is drawn on both of its cells, is so everywhere.
const wallsAreSound = (column, { rows, cols }) => {
  const beyond = (index, side) => {
    const [row, col] = [Math.floor(index / cols) + STEPS[side][0], index % cols + STEPS[side][1]];
    return row < 0 || col < 0 || row >= rows || col >= cols ? null : row * cols + col;
  };
  const seen = Object.fromEntries(Object.keys(STEPS).map((side) => [side, new Set()]));
  for (const [index, sides] of column.entries()) {
    for (const side of sides ?? [null]) {
      if (side === null || beyond(index, side) === null) return false;
      seen[side].add([index, beyond(index, side)].sort((a, b) => a - b).join());
    }
  }
  const { left, right } = seen;
  return !left.size || !right.size || (left.size === right.size && [...left].every((wall) => right.has(wall)));
};

// What a cell is called in which nothing stands.
const EMPTY = "empty";

// What must be true of a field's column of values, for the alternative that gave it to be believed.
const EXPECTATIONS = {
  every: (column) => column.every((value) => value !== null),
  some: (column) => column.some((value) => value === true),
  "not all": (column) => !column.every((value) => value === true),
  "two kinds": (column) => new Set(column.filter((value) => value !== EMPTY)).size <= 2,
  "one each row": (column, { rows }) => new Set(column).size === rows,
  numbers: (column) => {
    const numbers = column.filter((value) => value !== null).map(Number).sort((a, b) => a - b);
    return numbers.length > 1 && numbers.every((number, i) => number === i + 1);
  },
  walls: wallsAreSound,
};

// Regions and kinds are the same by any names, sides in any order; everything else is compared as it stands.
const canonical = (column, expect) => {
  const sorted = (value) => (Array.isArray(value) ? [...value].sort() : value);
  if (!expect.includes("one each row") && !expect.includes("two kinds")) return JSON.stringify(column.map(sorted));
  const names = [...new Set([EMPTY, ...column])];
  return JSON.stringify(column.map((value) => names.indexOf(value)));
};

// A field's column of values by each of its alternatives, and whether what is expected of it holds.
const columnsOf = (cells, { any, expect }, shape) => any.map((how, number) => {
  const column = cells.map((cell) => readCell(cell, how));
  return { number, column, holds: expect.every((name) => EXPECTATIONS[name](column, shape)) };
});

// The first alternative whose expectations hold, and whether another that holds says something else.
const readField = (cells, field, shape) => {
  const columns = columnsOf(cells, field, shape);
  const holding = columns.filter(({ holds }) => holds);
  if (!holding.length) return { column: columns[0].column, chosen: null, clash: false };
  const texts = new Set(holding.map(({ column }) => canonical(column, field.expect)));
  return { column: holding[0].column, chosen: holding[0].number, clash: texts.size > 1 };
};

// The grid's cells in order. Their numbers, where the page gives them, and their places must tell the same order.
const readGrid = ({ grid, cells }, page) => {
  const shape = layout(cells);
  const told = page.index && cells.map((cell) => readCell(cell, page.index));
  const indices = told?.some((index) => index !== null) ? told.map((index) => Number(index ?? NaN)) : shape.indices;
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
