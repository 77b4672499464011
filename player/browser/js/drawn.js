// Part of every function that reads a grid: visual properties, from styles and shapes alone.

const THICK = { up: "top", down: "bottom", left: "left", right: "right" };

const inOrder = (sides) => Object.keys(THICK).filter((side) => sides.includes(side));

const width = (style, side) =>
  (style[`border-${THICK[side]}-style`] === "none" ? 0 : parseFloat(style[`border-${THICK[side]}-width`]));

// The darkness of a colour on white, from 0 to 1.
const darkness = (colour) => {
  const [red, green, blue, alpha = 1] = (colour.match(/^rgba?\((.*)\)$/)?.[1].split(/[ ,/]+/) ?? [255, 255, 255]).map(Number);
  return alpha * (1 - (0.3 * red + 0.6 * green + 0.1 * blue) / 255);
};

// Width times darkness of a side; browsers round thin lines of different width to the same pixel.
const weight = (style, side) => width(style, side) * darkness(style[`border-${THICK[side]}-color`]);

// The least weight of all drawn sides on a grid.
const lightests = new Map();
const lightest = (grid) => {
  if (!lightests.has(grid)) {
    const styles = [...grid.querySelectorAll("*")].map((element) => getComputedStyle(element));
    const weights = styles.flatMap((style) => Object.keys(THICK).map((side) => weight(style, side))).filter((one) => one > 0);
    lightests.set(grid, Math.min(...weights));
  }
  return lightests.get(grid);
};

// The sides of a cell that are drawn thick, by an element in it, or its ::before or ::after, with one such side. Thin
// lines are the grid's own; thick lines on three or four sides mark a selected cell.
const thickSides = (cell, { within, share, px, times, several }, grid) => {
  const least = times ? times * lightest(grid) : px ?? share * cell.getBoundingClientRect().width;
  const measure = times ? weight : width;
  const sides = new Set();
  for (const element of [cell, ...cell.querySelectorAll(within)]) {
    for (const pseudo of [null, "::before", "::after"]) {
      const style = getComputedStyle(element, pseudo);
      if (pseudo && style.content === "none") continue;
      const thick = Object.keys(THICK).filter((side) => measure(style, side) >= least);
      if (thick.length === 2 && !several) return null;
      if (thick.length < (several ? 4 : 2)) thick.forEach((side) => sides.add(side));
    }
  }
  return inOrder([...sides]);
};

// The areas that thick sides enclose on a grid: of each cell, the number of its area.
const areasIn = (cells, how, shape) => {
  const walls = walled(cells.map((cell) => thickSides(cell, how, shape.grid)), { rim: true, either: true }, shape);
  const areas = cells.map(() => null);
  const fill = (index, area) => {
    areas[index] = area;
    for (const side of Object.keys(STEPS)) {
      const next = beyond(index, side, shape);
      if (next !== null && areas[next] === null && !walls[index]?.includes(side)) fill(next, area);
    }
  };
  cells.forEach((_, index) => { if (areas[index] === null) fill(index, String(index)); });
  return areas;
};

// Whether an element is drawn as a wall on a side of a cell: along most of it, thick, but not too thick, and painted.
const isSlab = (element, side, cell) => {
  const [box, size] = [element, cell].map((one) => one.getBoundingClientRect());
  const [high, wide] = [box.height / size.height, box.width / size.width];
  const [along, across] = side === "left" || side === "right" ? [high, wide] : [wide, high];
  return along >= 0.6 && across >= 0.08 && across <= 0.4 && darkness(getComputedStyle(element).backgroundColor) > 0.3;
};

const SHAPES = "path, circle, ellipse, rect, line, polyline, polygon";
const shapesIn = (svg) => [...svg.querySelectorAll(SHAPES)].filter((shape) => !shape.closest("defs, clipPath, mask, symbol"));

// A path without a line draws nothing, or was robbed of it.
const isLost = (shape) => shape.localName === "path" && (shape.getTotalLength?.() ?? 0) === 0;

// True if an SVG has ink at its centre (a cross), false if not (an equals sign); a first shape under all others is the
// background. Null if it draws nothing.
const isCrossed = (svg) => {
  const boxOf = (shape) => shape.getBoundingClientRect();
  let shapes = shapesIn(svg);
  if (!shapes.length || shapes.some((shape) => !shape.isPointInStroke || isLost(shape))) return null;
  const lies = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  if (shapes.length > 1 && shapes.every((shape) => lies(boxOf(shape), boxOf(shapes[0])))) shapes = shapes.slice(1);
  const boxes = shapes.map(boxOf);
  const between = (low, high) => (Math.min(...boxes.map((box) => box[low])) + Math.max(...boxes.map((box) => box[high]))) / 2;
  const center = new DOMPoint(between("left", "right"), between("top", "bottom"));
  return shapes.some((shape) => {
    const at = center.matrixTransform(shape.getScreenCTM().inverse());
    const { fill, stroke } = getComputedStyle(shape);
    return (stroke !== "none" && shape.isPointInStroke(at)) || (fill !== "none" && shape.isPointInFill(at));
  });
};

// A fingerprint of the drawing at a cell's centre: its shapes and colours, or its address. Shapes without geometry say
// nothing alone; beside others they count as empty.
const DRAWN = ["d", "fill", "stroke", "cx", "cy", "r", "width", "height", "points"];
const drawingIn = (cell, selector, grid) => {
  const found = [...cell.querySelectorAll(selector)].find((element) => around(cell, element).out <= 0.2);
  if (!found) return EMPTY;
  if (found.localName === "img") return found.src || null;
  const shapes = shapesIn(found);
  if (!shapes.length) return EMPTY;
  if (shapes.some(isLost)) return shapes.every(isLost) && isDrawnIn(grid, selector) ? EMPTY : null;
  const look = (shape) => DRAWN.map((name) => shape.getAttribute(name) ?? getComputedStyle(shape).getPropertyValue(name));
  return JSON.stringify(shapes.map((shape) => [shape.localName, ...look(shape)]));
};

const isDrawnIn = (grid, selector) => [...grid.querySelectorAll(selector)].some((svg) => {
  const shapes = svg.localName === "svg" ? shapesIn(svg) : [];
  return shapes.length > 0 && !shapes.some(isLost);
});

// The outline in a cell's middle, of all that is painted there: "square", "wide", "tall", or "any" where it is dashed or a
// wide one crosses a tall one. Null where nothing is outlined, or nothing of these four.
const UNSEEN = 0.05;
const PAINTS = ["backgroundColor", "fill", "stroke"];
const opaque = (colour) => colour !== "none" && Number(colour.match(/^rgba?\([^,/]+,[^,/]+,[^,/]+,([^)]+)\)$/)?.[1] ?? 1) > UNSEEN;
const isDashed = (style) => style.strokeDasharray !== "none"
  || Object.keys(THICK).every((side) => /dashed|dotted/.test(style[`border-${THICK[side]}-style`]) && width(style, side) > 0);
const isPainted = (element, style) => (element.ownerSVGElement ? PAINTS.slice(1).some((name) => opaque(style[name]))
  : opaque(style.backgroundColor) || Object.keys(THICK).every((side) => width(style, side) > 0));
const outlinesIn = (cell, selector) => {
  const whole = cell.getBoundingClientRect();
  return [...cell.querySelectorAll(selector)].filter((element) => !element.ownerSVGElement || element.matches(SHAPES)).flatMap((element) => {
    const [box, style] = [element.getBoundingClientRect(), getComputedStyle(element)];
    const shares = [box.width / whole.width, box.height / whole.height];
    const fits = shares.every((share) => share >= 0.2 && share <= 0.92) && around(cell, element).out <= 0.15;
    return fits && visible(element) && isPainted(element, style) ? [{ box, isDashed: isDashed(style) }] : [];
  });
};
const proportion = ({ box }) => {
  const ratio = box.width / box.height;
  if (ratio >= 0.87 && ratio <= 1.15) return "square";
  if (ratio > 0.8 && ratio < 1.25) return null;
  return ratio > 1 ? "wide" : "tall";
};
const outlineOf = (cell, selector) => {
  const found = outlinesIn(cell, selector);
  const holds = ({ box: a }, { box: b }) => a.left <= b.left && a.right >= b.right && a.top <= b.top && a.bottom >= b.bottom;
  const outer = found.filter((one, i) => !found.some((other, j) => i !== j && holds(other, one) && (!holds(one, other) || j < i)));
  const kinds = [...new Set(outer.map(proportion))].sort();
  if (!kinds.length || kinds.includes(null)) return null;
  if (kinds.join() === "tall,wide") return "any";
  if (kinds.length > 1) return null;
  return outer.some(({ isDashed: dashed }) => dashed) ? "any" : kinds[0];
};
