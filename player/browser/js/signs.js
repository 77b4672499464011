// @ts-check
// The sign that an SVG shows, an equals sign or a cross: found in samples of what it paints, so that it does not matter of
// which shapes it is made, what lies under or over them, and whether it is painted or cut out.

import { visible } from "./shown.js";
import { flatParent } from "./tree.js";
import { NEVER, SHAPES, Unpainted, inkOf, painted, sureLayersOf } from "./painting.js";
/** @import { Colour } from "./painting.js" */
/** @typedef {{x: number, y: number}[]} Figure the samples of one colour that are joined */
/** @typedef {{left: number, top: number, wide: number, high: number, fullness: number}} Box in samples */

// The samples along a side, and the share of the samples beside the drawing.
const SAMPLES = 48;
const AROUND = 0.12;
// Colours that differ by less, in all channels together, can't be told apart.
const ALIKE = 36;

/** @type {(one: Colour, other: Colour) => boolean} */
const isAlike = (one, other) => one.reduce((sum, channel, i) => sum + Math.abs(channel - other[i]), 0) < ALIKE;

// The colour on which an SVG is painted.
/** @type {(element: Element | null) => Colour} */
const groundOf = (element) => {
  for (let at = element; at; at = flatParent(at)) {
    const ink = inkOf(getComputedStyle(at).backgroundColor);
    if (ink && ink.alpha > 0.5) return ink.colour;
  }
  return [255, 255, 255];
};

// Figures

// The joined figures of the samples for which `is` holds; those that reach the rim of the samples are what is around.
/** @type {(is: (x: number, y: number) => boolean, diagonal: boolean) => {inside: Figure[], rim: Set<number>}} */
const figuresOf = (is, diagonal) => {
  const known = new Uint8Array(SAMPLES * SAMPLES);
  const inside = /** @type {Figure[]} */ ([]);
  const rim = /** @type {Set<number>} */ (new Set());
  for (let start = 0; start < known.length; start++) {
    if (known[start] || !is(start % SAMPLES, Math.floor(start / SAMPLES))) continue;
    const figure = /** @type {Figure} */ ([]);
    let reaches = false;
    known[start] = 1;
    for (const open = [start]; open.length;) {
      const at = /** @type {number} */ (open.pop());
      const [x, y] = [at % SAMPLES, Math.floor(at / SAMPLES)];
      figure.push({ x, y });
      reaches ||= x === 0 || y === 0 || x === SAMPLES - 1 || y === SAMPLES - 1;
      for (const [across, down] of [[-1, 0], [1, 0], [0, -1], [0, 1], ...(diagonal ? [[-1, -1], [1, 1], [-1, 1], [1, -1]] : [])]) {
        const [nextX, nextY] = [x + across, y + down];
        if (nextX < 0 || nextY < 0 || nextX >= SAMPLES || nextY >= SAMPLES) continue;
        const next = nextY * SAMPLES + nextX;
        if (!known[next] && is(nextX, nextY)) { known[next] = 1; open.push(next); }
      }
    }
    if (reaches) figure.forEach(({ x, y }) => rim.add(y * SAMPLES + x));
    else inside.push(figure);
  }
  return { inside, rim };
};

/** @type {(figure: Figure) => Box} */
const boxOf = (figure) => {
  const [xs, ys] = [figure.map(({ x }) => x), figure.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  return { left, top, wide, high, fullness: figure.length / (wide * high) };
};

// In shares: of a bar's box that is full, how much two bars may differ and lie beside each other, and how long they are.
const FULL = 0.82;
const DIFFERENT = 0.25;
const LONG = 1.5;
// Two bars of one length side by side, one over the other or beside it.
/** @type {(figures: Figure[]) => boolean} */
const areBars = (figures) => {
  if (figures.length !== 2) return false;
  const boxes = figures.map(boxOf);
  const lying = boxes.map(({ left, top, wide, high }) => ({ at: left, long: wide, from: top, thick: high }));
  const standing = boxes.map(({ left, top, wide, high }) => ({ at: top, long: high, from: left, thick: wide }));
  return boxes.every(({ fullness }) => fullness >= FULL) && [lying, standing].some((bars) => {
    const [one, other] = bars.sort((a, b) => a.from - b.from);
    const gap = other.from - one.from - one.thick;
    const most = DIFFERENT * Math.max(one.long, other.long);
    return gap >= 1 && gap <= one.long && bars.every(({ long, thick }) => long >= LONG * thick)
      && Math.abs(one.long - other.long) <= most && Math.abs(one.at - other.at) <= most
      && Math.abs(one.thick - other.thick) <= Math.max(2, DIFFERENT * Math.max(one.thick, other.thick));
  });
};

// Four arms to the corners, and nothing at the middles of the sides; the arms need not meet.
/** @type {(figures: Figure[]) => boolean} */
const isCross = (figures) => {
  const all = figures.flat();
  const { left, top, wide, high } = boxOf(all);
  if (Math.min(wide, high) < 6 || wide > 1.6 * high || high > 1.6 * wide) return false;
  const ink = new Set(all.map(({ x, y }) => y * SAMPLES + x));
  /** @type {(u: number, v: number, near: number) => boolean} */
  const isInked = (u, v, near) => {
    const [x, y] = [left + (u + 1) / 2 * wide - 0.5, top + (v + 1) / 2 * high - 0.5].map(Math.round);
    return [-near, 0, near].some((across) => [-near, 0, near].some((down) => ink.has((y + down) * SAMPLES + x + across)));
  };
  const arms = [[1, 1], [1, -1], [-1, 1], [-1, -1]].every(([u, v]) => [0.45, 0.55, 0.65, 0.75, 0.85].every((r) => isInked(r * u, r * v, 1)));
  const sides = [[0, 1], [1, 0], [0, -1], [-1, 0]].some(([u, v]) => [0.7, 0.8, 0.9].some((r) => [-0.12, 0, 0.12]
    .some((off) => isInked(r * u + off * v, r * v + off * u, 0))));
  return arms && !sides;
};

// Two bars with one line through both, which reaches beyond them: an equals sign that is crossed out.
/** @type {(figures: Figure[]) => boolean} */
const isCrossedOut = (figures) => {
  if (figures.length !== 1) return false;
  const { left, top, wide, high } = boxOf(figures[0]);
  const shares = [...Array(high).keys()].map((row) => figures[0].filter(({ y }) => y === top + row).length / wide);
  const kinds = shares.map((share) => (share >= 0.75 ? "bar" : share <= 0.5 ? "line" : "")).filter((kind, i, all) => kind !== all[i - 1]);
  const ends = [top, top + high - 1].map((row) => figures[0].filter(({ y }) => y === row).map(({ x }) => (x - left) / wide));
  const [first, last] = ends.map((xs) => xs.reduce((sum, x) => sum + x, 0) / xs.length);
  return kinds.filter(Boolean).join() === "line,bar,line,bar,line" && Math.abs(first - last) > 0.1;
};

// The figures of one colour that may be a sign: all, those within one that is around all others, and both without holes.
/** @type {(is: (x: number, y: number) => boolean) => Figure[][]} */
const candidatesOf = (is) => {
  const { inside } = figuresOf(is, true);
  const boxes = inside.map(boxOf);
  /** @type {(one: Box, other: Box) => boolean} */
  const surrounds = (one, other) => one.left < other.left && one.top < other.top
    && one.left + one.wide > other.left + other.wide && one.top + one.high > other.top + other.high;
  const inner = inside.filter((_, i) => !boxes.every((other, j) => i === j || surrounds(boxes[i], other)));
  return [inside, ...(inside.length > 1 && inner.length < inside.length ? [inner] : [])].flatMap((figures) => {
    const ink = new Set(figures.flat().map(({ x, y }) => y * SAMPLES + x));
    const { rim } = figuresOf((x, y) => !ink.has(y * SAMPLES + x), false);
    return [figures, figuresOf((x, y) => !rim.has(y * SAMPLES + x), true).inside];
  });
};

// The box of a shape with its line, in the window.
/** @type {(shape: Element) => {left: number, right: number, top: number, bottom: number}} */
const strokedBox = (shape) => {
  const { left, right, top, bottom } = shape.getBoundingClientRect();
  const { stroke, strokeWidth } = getComputedStyle(shape);
  const { a, b } = /** @type {SVGGraphicsElement} */ (shape).getScreenCTM() ?? { a: 0, b: 0 };
  const more = stroke === "none" ? 0 : parseFloat(strokeWidth) * Math.hypot(a, b) / 2;
  return { left: left - more, right: right + more, top: top - more, bottom: bottom + more };
};

/** @type {(svg: SVGGraphicsElement) => boolean | null} */
const signOf = (svg) => {
  const isShape = svg.matches(SHAPES);
  const screen = /** @type {SVGGraphicsElement} */ (isShape ? svg.parentElement : svg).getScreenCTM();
  const matrix = screen && DOMMatrix.fromMatrix(screen);
  const boxes = (isShape ? [svg] : [...svg.querySelectorAll(`${SHAPES}, use`)]).filter((shape) => !shape.closest(NEVER) && visible(shape)).map(strokedBox);
  if (!matrix || !boxes.length) return null;
  const layers = (isShape ? [svg] : [...svg.children]).flatMap((child) => sureLayersOf(child, matrix));
  const ground = groundOf(svg);
  const [low, high] = [boxes.map((box) => box.left), boxes.map((box) => box.right)].map((xs, i) => Math[i ? "max" : "min"](...xs));
  const [up, down] = [boxes.map((box) => box.top), boxes.map((box) => box.bottom)].map((ys, i) => Math[i ? "max" : "min"](...ys));
  const size = Math.max(high - low, down - up) / (1 - 2 * AROUND);
  const [left, top] = [(low + high - size) / 2, (up + down - size) / 2];
  const colours = [ground];
  const samples = new Uint8Array(SAMPLES * SAMPLES).map((_, at) => {
    const [x, y] = [at % SAMPLES, Math.floor(at / SAMPLES)].map((one) => (one + 0.5) / SAMPLES * size);
    const [colour] = painted(layers, left + x, top + y, ground);
    const known = colours.findIndex((one) => isAlike(one, colour));
    return known >= 0 ? known : colours.push(colour) - 1;
  });
  /** @type {(x: number, y: number) => number} */
  const colourAt = (x, y) => samples[y * SAMPLES + x];
  const candidates = [...colours.keys()].flatMap((colour) => candidatesOf((x, y) => colourAt(x, y) === colour));
  candidates.push(figuresOf((x, y) => colourAt(x, y) !== 0, true).inside);
  const found = candidates.filter((figures) => figures.length);
  const [isEqual, isOther] = [found.some(areBars), found.some((figures) => isCross(figures) || isCrossedOut(figures))];
  return isEqual === isOther ? null : isOther;
};

// True if an SVG, or a group or a shape in one, shows a cross, false for an equals sign, null if it shows neither for sure. Signs that are drawn alike are
// sampled once on a page.
globalThis.knownSigns ??= new Map();
/** @type {(svg: Element) => boolean | null} */
export const isCrossed = (svg) => {
  if (!svg.matches(`svg, g, ${SHAPES}`)) return null;
  const { left, top } = svg.getBoundingClientRect();
  /** @type {(element: Element) => unknown[]} */
  const look = (element) => {
    const box = element.getBoundingClientRect();
    const { fill, stroke, strokeWidth, opacity, clipPath, mask, display, visibility, transform } = getComputedStyle(element);
    return [[box.left - left, box.top - top, box.width, box.height].map(Math.round), fill, stroke, strokeWidth, opacity, clipPath, mask, display, visibility, transform];
  };
  const key = svg.outerHTML + JSON.stringify([...svg.querySelectorAll("*")].map(look)) + groundOf(svg).join();
  if (!knownSigns.has(key)) {
    try {
      knownSigns.set(key, signOf(/** @type {SVGGraphicsElement} */ (svg)));
    } catch (error) {
      if (!(error instanceof Unpainted) && !(error instanceof DOMException)) throw error;
      knownSigns.set(key, null);
    }
  }
  return knownSigns.get(key) ?? null;
};
