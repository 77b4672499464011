// @ts-check
// The colours that are painted in the cells of a grid, by whatever lies there: the cells, layers behind or over them,
// clipped layers, shapes of an SVG, pictures.

import { boxOf } from "./shown.js";
import { flatParent } from "./tree.js";
import { isInDrawing } from "./drawn.js";
import { layersOf } from "./painting.js";
import { pixelsIn } from "./pictures.js";
import { drawnOver, isAbove, isIn } from "./loose.js";
import { areasOf } from "./places.js";
/** @import { Shape } from "./places.js" */
/** @import { Layer } from "./painting.js" */
/** @typedef {[number, number, number, number]} Colour red, green, blue and alpha, each up to 255 but alpha, which is up to 1 */
/** @typedef {{x: number, y: number}} Point of the window */
/** @typedef {{element: Element, box: DOMRect, colourAt: (at: Point) => Colour | null}} Painter whose colour at a point is null where it is unknown */

/** @type {Colour} */
const CLEAR = [0, 0, 0, 0];
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
// The mean colour of a gradient of an SVG; null for other paint.
/** @type {(paint: string, root: Element) => Colour | null} */
const gradientOf = (paint, root) => {
  const server = root.ownerDocument.getElementById(paint.match(/^url\("?#(.*?)"?\)/)?.[1] ?? "");
  const colours = [...server?.querySelectorAll("stop") ?? []].map((stop) => getComputedStyle(stop).stopColor);
  return colours.length ? colourIn(colours.join(" ")) : null;
};
// The painters of an element that lie over each other: its background's colour and image, its pixels, or an SVG's layers.
/** @type {(element: Element) => Painter[]} */
const paintersOf = (element) => {
  const box = boxOf(element);
  /** @type {(colour: Colour | null) => Painter} */
  const plain = (colour) => ({ element, box, colourAt: () => colour });
  if (element.localName === "svg") {
    const matrix = /** @type {SVGSVGElement} */ (element).getScreenCTM();
    const layers = matrix ? [...element.children].flatMap((child) => layersOf(child, DOMMatrix.fromMatrix(matrix))) : [];
    return layers.flatMap((layer) => (layer ? [{ element, box, colourAt: colourOf(layer, element) }] : []));
  }
  if (/^(img|canvas)$/.test(element.localName)) return [{ element, box, colourAt: pictured(element) }];
  const { backgroundColor, backgroundImage, backgroundRepeat } = getComputedStyle(element);
  if (element.localName === "video") return [plain(null)];
  if (/url\(/.test(backgroundImage)) return [plain(colourIn(backgroundColor)), { element, box, colourAt: pictured(element) }];
  const over = backgroundImage === "none" ? [] : [plain(backgroundRepeat === "no-repeat" ? null : colourIn(backgroundImage))];
  return [plain(colourIn(backgroundColor)), ...over];
};
/** @type {(layer: Layer, root: Element) => Painter["colourAt"]} */
const colourOf = ({ colour, paint, alpha, holds, shown }, root) => {
  const told = /^rgba?\(/.test(paint) ? colour : gradientOf(paint, root);
  return ({ x, y }) => {
    if (!holds(x, y)) return CLEAR;
    const share = shown.reduce((rest, cut) => rest * cut(x, y), alpha);
    return told && [told[0], told[1], told[2], share];
  };
};
/** @type {(element: Element) => Painter["colourAt"]} */
const pictured = (element) => {
  const pixels = pixelsIn(element);
  return ({ x, y }) => {
    if (!pixels) return null;
    const { data, width, height, box } = pixels;
    const [across, down] = [Math.floor(x - box.left), Math.floor(y - box.top)];
    if (across < 0 || down < 0 || across >= width || down >= height) return CLEAR;
    const i = 4 * (down * width + across);
    return [data[i], data[i + 1], data[i + 2], data[i + 3] / 255];
  };
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
  const at = new DOMPoint(x, y).matrixTransform(new DOMMatrix([scale, 0, 0, scale, left, top]).inverse());
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

// The colour that is seen at a point; null where that is unknown.
/** @type {(painters: Painter[], at: Point, grid: Element) => Colour | null} */
const colourAt = (painters, at, grid) => {
  let seen = /** @type {Colour | null} */ ([255, 255, 255, 1]);
  const hits = painters.filter(({ box }) => isIn(box, at)).sort((a, b) => (a.element === b.element ? 0 : isAbove(a.element, b.element) ? 1 : -1));
  for (const { element, colourAt: paint } of hits) {
    const colour = paint(at);
    if (colour?.[3] === 0) continue;
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
  /** @type {(element: Element) => Element} */
  const rootOf = (element) => (isInDrawing(element) ? rootOf(/** @type {Element} */ (/** @type {SVGElement} */ (element).ownerSVGElement)) : element);
  const painters = [...new Set(drawnOver(shape.grid, selector).map(rootOf))].flatMap(paintersOf);
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
