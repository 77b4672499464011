// @ts-check
// The colours that are painted in the cells of a grid, by whatever lies there: the cells, layers behind or over them,
// clipped layers, shapes of an SVG.

import { boxOf } from "./shown.js";
import { flatParent } from "./tree.js";
import { isInDrawing } from "./drawn.js";
import { drawnOver, isAbove, isIn } from "./loose.js";
import { areasOf } from "./places.js";
/** @import { Shape } from "./places.js" */
/** @typedef {[number, number, number, number]} Colour red, green, blue and alpha, each up to 255 but alpha, which is up to 1 */
/** @typedef {{element: Element, box: DOMRect, colour: Colour | null}} Painter of one colour; null for a picture */

// Where a cell's ground is: near its corners, beside what stands in its middle.
const SPOTS = [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
// In steps of a channel: how far the corners of one cell may differ.
const SAME = 8;
// How much nearer to each other the shades of one group are than different groups.
const APART = 1.5;
const MOST_SHADES = 4;

const COLOUR = /rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)/g;
// The colour of a style, the mean of those of a gradient.
/** @type {(text: string) => Colour} */
const colourIn = (text) => {
  const found = [...text.matchAll(COLOUR)].map(([, red, green, blue, alpha = "1"]) => [red, green, blue, alpha].map(Number));
  return /** @type {Colour} */ ([0, 1, 2, 3].map((i) => found.reduce((sum, one) => sum + one[i], 0) / (found.length || 1)));
};
// The parts of an element that are painted over each other; null for a picture.
/** @type {(element: Element) => (Colour | null)[]} */
const coloursOf = (element) => {
  const style = getComputedStyle(element);
  if (isInDrawing(element)) {
    if (!(/** @type {SVGGeometryElement} */ (element).isPointInFill) || style.fill === "none" || element.closest("defs, symbol, clipPath, mask")) return [];
    const id = style.fill.match(/^url\("#(.*)"\)/)?.[1];
    const stops = id ? [...element.ownerDocument.getElementById(id)?.querySelectorAll("stop") ?? []].map((stop) => getComputedStyle(stop).stopColor) : [];
    if (id && !stops.length) return [null];
    const [red, green, blue, alpha] = colourIn(id ? stops.join(" ") : style.fill);
    return [[red, green, blue, alpha * Number(style.fillOpacity)]];
  }
  if (/^(img|canvas|video)$/.test(element.localName)) return [null];
  const image = style.backgroundImage;
  const over = image === "none" ? [] : [/url\(/.test(image) || style.backgroundRepeat === "no-repeat" ? null : colourIn(image)];
  return [colourIn(style.backgroundColor), ...over];
};

// How opaque an element is with all around it, up to the grid's own surroundings.
/** @type {(element: Element, grid: Element) => Element[]} */
const aroundOf = (element, grid) => {
  const found = [element];
  for (let at = flatParent(element); at && at !== flatParent(grid) && !/^(body|html)$/.test(at.localName); at = flatParent(at)) found.push(at);
  return found;
};

const canvas = new OffscreenCanvas(1, 1).getContext("2d");
// Whether a clip leaves a point of the window in an element; null where that is unknown.
/** @type {(element: Element, at: {x: number, y: number}) => boolean | null} */
const isLeft = (element, { x, y }) => {
  const { clipPath } = getComputedStyle(element);
  if (clipPath === "none") return true;
  const { left, top, width, height } = boxOf(element);
  const scale = width / /** @type {HTMLElement} */ (element).offsetWidth || 1;
  const matrix = isInDrawing(element) ? /** @type {SVGGraphicsElement} */ (element).getScreenCTM() : new DOMMatrix([scale, 0, 0, scale, left, top]);
  const at = new DOMPoint(x, y).matrixTransform(matrix?.inverse());
  const [, kind, inner] = clipPath.match(/^(\w+)\((.*)\)$/) ?? [];
  if (kind === "url") {
    const shapes = [...element.ownerDocument.getElementById(inner.slice(2, -1))?.children ?? []].map((shape) => /** @type {SVGGeometryElement} */ (shape));
    return shapes.every((shape) => shape.isPointInFill) ? shapes.some((shape) => shape.isPointInFill(at)) : null;
  }
  const corners = kind === "polygon" && inner.replace(/^(nonzero|evenodd), /, "").split(", ").map((corner) => corner.split(" ")
    .map((text, i) => (text.endsWith("%") ? parseFloat(text) * [width, height][i] / scale / 100 : parseFloat(text))));
  const data = corners ? `M${corners.map((corner) => corner.join(" ")).join("L")}Z` : kind === "path" && inner.match(/"(.*)"/)?.[1];
  if (data) return canvas?.isPointInPath(new Path2D(data), at.x, at.y, inner.startsWith("evenodd") ? "evenodd" : "nonzero") ?? null;
  return null;
};
/** @type {(painter: Painter, at: {x: number, y: number}) => boolean} */
const covers = ({ element, box }, at) => {
  if (!isIn(box, at)) return false;
  if (!isInDrawing(element)) return true;
  const shape = /** @type {SVGGeometryElement} */ (element);
  const matrix = shape.getScreenCTM();
  return matrix !== null && shape.isPointInFill(new DOMPoint(at.x, at.y).matrixTransform(matrix.inverse()));
};

// The colour that is seen at a point; null where a picture is, or where that is unknown.
/** @type {(painters: Painter[], at: {x: number, y: number}, grid: Element) => Colour | null} */
const colourAt = (painters, at, grid) => {
  let seen = /** @type {Colour | null} */ ([255, 255, 255, 1]);
  const hits = painters.filter((painter) => covers(painter, at)).sort((a, b) => (a.element === b.element ? 0 : isAbove(a.element, b.element) ? 1 : -1));
  for (const { element, colour } of hits) {
    const around = aroundOf(element, grid);
    const clips = around.map((one) => isLeft(one, at));
    if (clips.includes(false)) continue;
    if (clips.includes(null) || colour === null) seen = null;
    const alpha = around.reduce((product, one) => product * Number(getComputedStyle(one).opacity), colour?.[3] ?? 1);
    if (colour && alpha > 0.99) seen = [colour[0], colour[1], colour[2], 1];
    else if (colour && seen) seen = /** @type {Colour} */ ([...[0, 1, 2].map((i) => /** @type {Colour} */ (seen)[i] * (1 - alpha) + colour[i] * alpha), 1]);
  }
  return seen;
};

/** @type {(a: Colour, b: Colour) => number} */
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** @type {(colour: Colour) => number} */
const hueOf = ([red, green, blue]) => Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
/** @type {(a: Colour, b: Colour) => number} */
const turn = (a, b) => { const away = Math.abs(hueOf(a) - hueOf(b)); return Math.min(away, 2 * Math.PI - away); };

// The number of the group of each colour: so many groups, of shades clearly nearer to each other than to others.
/** @type {(colours: Colour[], most: number, apart: (a: Colour, b: Colour) => number) => number[] | null} */
const groupsOf = (colours, most, apart) => {
  const groups = colours.map((_, i) => i);
  const steps = colours.flatMap((one, i) => colours.slice(0, i).map((other, j) => ({ i, j, far: apart(one, other) }))).sort((a, b) => a.far - b.far);
  let [left, widest] = [colours.length, 0];
  for (const { i, j, far } of steps) {
    const [own, other] = [groups[i], groups[j]];
    if (own === other) continue;
    if (left === most) return far > APART * widest ? groups : null;
    groups.forEach((group, k) => { if (group === own) groups[k] = other; });
    [left, widest] = [left - 1, far];
  }
  return null;
};

// The colour painted in each cell. If there are more colours than rows, shades of one colour that make up one area count as
// one; null where no colour is sure.
/** @type {(cells: Element[], selector: string, shape: Shape) => (string | null)[]} */
export const paintsOn = (cells, selector, shape) => {
  const painters = drawnOver(shape.grid, selector).flatMap((element) => coloursOf(element).filter((colour) => colour === null || colour[3] > 0)
    .map((colour) => ({ element, box: boxOf(element), colour })));
  const colours = cells.map((cell) => {
    const { left, top, width, height } = boxOf(cell);
    const spots = SPOTS.map(([x, y]) => colourAt(painters, { x: left + x * width, y: top + y * height }, shape.grid));
    const [first] = spots;
    return first && spots.every((colour) => colour && distance(colour, first) <= SAME) ? first : null;
  });
  /** @type {(colour: Colour | null) => string | null} */
  const named = (colour) => colour && colour.slice(0, 3).map(Math.round).join();
  const names = colours.map(named);
  const kinds = [...new Map(colours.map((colour, i) => [names[i], colour])).values()];
  if (kinds.includes(null) || kinds.length <= shape.rows || kinds.length > MOST_SHADES * shape.rows) return names;
  const columns = [distance, turn].flatMap((apart) => {
    const groups = groupsOf(/** @type {Colour[]} */ (kinds), shape.rows, apart);
    const column = groups && names.map((name) => String(groups[kinds.map(named).indexOf(name)]));
    return column && new Set(areasOf(column, shape)).size === shape.rows ? [areasOf(column, shape)] : [];
  });
  return columns.length && columns.every((column) => column.join() === columns[0].join()) ? columns[0] : names;
};
