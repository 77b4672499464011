// @ts-check
// Marks drawn over the board's cells as SVG.

/** @import { Box, Ghost } from "./messages.js" */
/** @typedef {[number, number]} Pair a point (x, y) */

/** @type {(name: string, attributes?: Record<string, string | number>, text?: string) => SVGElement} */
export const svg = (name, attributes = {}, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
};
/** @type {(box: Box) => Pair} */
export const middleOf = ([x, y, width, height]) => [x + width / 2, y + height / 2];
/** @type {(boxes: Box[]) => Box} */
const hull = (boxes) => {
  const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])));
  return [left, top, right - left, bottom - top];
};

const INK = { yes: "#0b3d91", no: "#b3001b", sun: "#e07a00", path: "#6a1b9a" };
// Colours of patches by clue number: neighbours differ clearly.
/** @type {(number: number) => string} */
const hue = (number) => `hsl(${(number * 137) % 360} 70% 38%)`;

// Shapes in a square from -50 to 50, with a white edge for contrast on any colour.
/** @type {(at: Pair, size: number, parts: SVGElement[]) => SVGElement} */
const shape = ([x, y], size, parts) => {
  const group = svg("g", { transform: `translate(${x} ${y}) scale(${size / 100})` });
  group.append(...parts);
  return group;
};
/** @type {(d: string, fill: string) => SVGElement} */
export const solid = (d, fill) => svg("path", { d, fill, stroke: "#fff", "stroke-width": 10, "paint-order": "stroke", "stroke-linejoin": "round" });
/** @type {(d: string, ink: string, width: number) => SVGElement[]} */
const strokes = (d, ink, width) => [
  svg("path", { d, fill: "none", stroke: "#fff", "stroke-width": width + 9, "stroke-linecap": "round" }),
  svg("path", { d, fill: "none", stroke: ink, "stroke-width": width, "stroke-linecap": "round" }),
];
/** @type {(text: string, fill: string, size: number, at?: Pair) => SVGElement} */
const word = (text, fill, size, at = [0, 0]) => svg("text", {
  x: at[0], y: at[1], fill, "font-size": size, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central",
  stroke: "#fff", "stroke-width": size / 7, "paint-order": "stroke", "stroke-linejoin": "round",
}, text);

/** @type {Record<string, (text: string) => SVGElement[]>} */
const onCell = {
  queen: () => [solid("M-38 30 L-44 -22 L-20 0 L0 -38 L20 0 L44 -22 L38 30 Z", INK.yes)],
  cross: () => strokes("M-22 -22 L22 22 M22 -22 L-22 22", INK.no, 11),
  sun: () => [solid("M0 -34 A34 34 0 1 1 0 34 A34 34 0 1 1 0 -34 Z", INK.sun)],
  moon: () => [solid("M14 -36 A38 38 0 1 0 34 18 A30 30 0 1 1 14 -36 Z", INK.yes)],
  number: (text) => [word(text, INK.yes, 70)],
  name: (text) => [word(text, "#101a33", 30, [-35, -33])],
  "no-number": (text) => {
    const number = Number(text) - 1;
    /** @type {Pair} */
    const at = [(number % 3) * 30 - 30, (Math.floor(number / 3) % 3) * 30 - 20];
    return [word(text, INK.no, 28, at), ...strokes(`M${at[0] - 12} ${at[1] + 9} L${at[0] + 12} ${at[1] - 9}`, INK.no, 3)];
  },
};
/** @type {Record<string, (a: Pair, b: Pair, size: number) => SVGElement[]>} */
const between = {
  line: (a, b, size) => strokes(`M${a[0]} ${a[1]} L${b[0]} ${b[1]}`, INK.path, size / 8),
  "no-line": (a, b, size) => {
    const [x, y, r] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, size / 11];
    return strokes(`M${x - r} ${y - r} L${x + r} ${y + r} M${x + r} ${y - r} L${x - r} ${y + r}`, INK.no, size / 16);
  },
};

// A patch, or with a dashed outline a cell of a patch that is not known yet.
/** @type {(boxes: Box[], text: string, dashes: string) => SVGElement[]} */
const patch = (boxes, text, dashes) => {
  const [x, y, width, height] = hull(boxes);
  const number = Number(text);
  const at = { x: x + 6, y: y + 6, width: width - 12, height: height - 12, rx: 12 };
  return [
    svg("rect", { ...at, fill: hue(number), "fill-opacity": 0.35, stroke: "#fff", "stroke-width": 9 }),
    svg("rect", { ...at, fill: "none", stroke: hue(number), "stroke-width": 5, "stroke-dasharray": dashes }),
  ];
};

/** @type {(mark: Ghost) => SVGElement} */
export const drawn = ([kind, boxes, text, fresh]) => {
  const size = Math.min(boxes[0][2], boxes[0][3]);
  const group = svg("g", { opacity: fresh ? 1 : 0.6 });
  if (kind === "patch" || kind === "owner") group.append(...patch(boxes, text, kind === "owner" ? "9 7" : "none"));
  else if (between[kind]) group.append(...between[kind](middleOf(boxes[0]), middleOf(boxes[boxes.length - 1]), size));
  else if (onCell[kind]) group.append(shape(middleOf(boxes[0]), size, onCell[kind](text)));
  return group;
};
