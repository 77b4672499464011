// @ts-check
// The heavy lines between the cells of a grid, however they are drawn: as borders, bars, shadows, backgrounds, by
// pseudo-elements or in an SVG.

import { boxOf } from "./shown.js";
import { darkness, isInDrawing } from "./drawn.js";
import { layersOf } from "./painting.js";
import { pixelsOver } from "./pictures.js";
import { beyond } from "./places.js";
import { drawnOver } from "./loose.js";
/** @import { Shape, Side } from "./places.js" */
/** @import { Layer } from "./painting.js" */
/** @import { Pixels } from "./pictures.js" */
/** @import { Box } from "./loose.js" */
/** @typedef {{box: Box, ink: number}} Strip a painted rectangle; `ink` is how much its colour differs from the cells' */
// Between two cells: on the line `at`, along `from` to `to`, in a `gap`; `box` is that of the first cell.
/** @typedef {{index: number, side: "right" | "down", box: DOMRect, at: number, from: number, to: number, gap: number}} Seam */

// In cells: how far from the middle of a seam a line may lie, how much of the seam it must cover, and how thick it may be.
const OFF = 0.16;
const ALONG = 0.6;
const THICKEST = 0.35;
// Heavy lines are alike if their weights differ by no more than the first factor, and all others are lighter by the second.
const ALIKE = 1.7;
const LIGHTER = 1.9;
const LEAST_PX = 1.4;
const MOST = 0.75;

const WAYS = /** @type {const} */ (["top", "right", "bottom", "left"]);

/** @type {(cells: Element[], shape: Shape) => Seam[]} */
const seamsOf = (cells, shape) => {
  const boxes = cells.map(boxOf);
  return boxes.flatMap((box, index) => /** @type {const} */ (["right", "down"]).flatMap((side) => {
    const next = beyond(index, side, shape);
    if (next === null) return [];
    const other = boxes[next];
    const [end, start] = side === "right" ? [box.right, other.left] : [box.bottom, other.top];
    const [from, to] = side === "right" ? [box.top, box.bottom] : [box.left, box.right];
    return [{ index, side, box, at: (end + start) / 2, from, to, gap: Math.max(0, start - end) }];
  }));
};

// What is painted

// How much of a colour is seen on another: 0 where it is transparent or the same.
/** @type {(colour: string, ground: number) => number} */
const inkOf = (colour, ground) => {
  const alpha = Number(colour.match(/^rgba\(.*, ([\d.]+)\)$/)?.[1] ?? 1);
  if (alpha < 0.05 || colour === "transparent") return 0;
  return alpha * Math.abs(darkness(colour.replace(/^rgba\((.*), [\d.]+\)$/, "rgb($1)")) - ground);
};

/** @type {(style: CSSStyleDeclaration, name: string) => number} */
const px = (style, name) => parseFloat(style.getPropertyValue(name)) || 0;

/** @type {(element: Element) => number} */
const scaleOf = (element) => boxOf(element).width / /** @type {HTMLElement} */ (element).offsetWidth || 1;

// The box of a pseudo-element that is placed in its element.
/** @type {(element: Element, style: CSSStyleDeclaration) => DOMRect | null} */
export const boxOfPseudo = (element, style) => {
  const own = getComputedStyle(element);
  if (style.position !== "absolute" || own.position === "static") return null;
  const around = boxOf(element);
  const scale = scaleOf(element);
  const [left, top] = [px(style, "left") + px(own, "border-left-width"), px(style, "top") + px(own, "border-top-width")];
  /** @type {(name: string, sides: string[]) => number} */
  const size = (name, sides) => {
    const extra = style.boxSizing === "border-box" ? [] : sides.flatMap((side) => [`border-${side}-width`, `padding-${side}`]);
    return [name, ...extra].reduce((sum, one) => sum + px(style, one), 0);
  };
  const { e: right, f: down } = new DOMMatrix(style.transform === "none" ? "" : style.transform);
  const [x, y] = [around.left + scale * (left + right), around.top + scale * (top + down)];
  return new DOMRect(x, y, scale * size("width", ["left", "right"]), scale * size("height", ["top", "bottom"]));
};

/** @type {(box: Box, side: typeof WAYS[number], thick: number) => Box} the strip at the inner edge, or outside if thick is negative */
const edge = ({ left, top, right, bottom }, side, thick) => {
  const [low, high] = thick > 0 ? [0, thick] : [thick, 0];
  if (side === "top") return { left, right, top: top + low, bottom: top + high };
  if (side === "bottom") return { left, right, top: bottom - high, bottom: bottom - low };
  if (side === "left") return { top, bottom, left: left + low, right: left + high };
  return { top, bottom, left: right - high, right: right - low };
};

/** @type {(box: Box, style: CSSStyleDeclaration, scale: number, ground: number) => Strip[]} */
const borderStrips = (box, style, scale, ground) => {
  const found = WAYS.map((side) => {
    const isNone = /^(none|hidden)$/.test(style.getPropertyValue(`border-${side}-style`));
    const thick = isNone ? 0 : scale * px(style, `border-${side}-width`);
    return { side, thick, ink: inkOf(style.getPropertyValue(`border-${side}-color`), ground) };
  });
  return found.filter(({ thick, ink }) => thick * ink > 0).map(({ side, thick, ink }) => ({ box: edge(box, side, thick), ink }));
};

/** @type {Record<string, typeof WAYS[number]>} */
const ACROSS = { right: "left", left: "right", top: "bottom", bottom: "top" };
/** @type {(box: Box, style: CSSStyleDeclaration, scale: number, ground: number) => Strip[]} */
const shadowStrips = (box, { boxShadow }, scale, ground) => boxShadow.split(/,(?![^(]*\))/).flatMap((shadow) => {
  const ink = inkOf(shadow.match(/(?:rgba?|color)\([^)]*\)/)?.[0] ?? "rgb(0, 0, 0)", ground);
  const [x, y, blur, spread] = (shadow.replace(/\w+\([^)]*\)/, "").match(/-?[\d.]+(?=px)/g) ?? []).map(Number);
  if (!ink || blur > 2 || spread || (x && y)) return [];
  const thick = scale * Math.abs(x || y || 0);
  if (!thick) return [];
  /** @type {typeof WAYS[number]} */
  const side = x ? (x < 0 ? "right" : "left") : (y < 0 ? "bottom" : "top");
  return [{ box: shadow.includes("inset") ? edge(box, side, thick) : edge(box, ACROSS[side], -thick), ink }];
});

// Layers of one colour with a size of their own.
/** @type {(box: Box, style: CSSStyleDeclaration, scale: number, ground: number) => Strip[]} */
const backgroundStrips = (box, style, scale, ground) => {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  /** @type {(text: string, whole: number) => number} */
  const length = (text, whole) => {
    if (text.endsWith("%")) return parseFloat(text) * whole / 100;
    return text.endsWith("px") ? scale * parseFloat(text) : whole;
  };
  const layers = style.backgroundImage.match(/[\w-]+\((?:[^()]|\([^()]*\))*\)/g) ?? [];
  /** @type {(name: "backgroundSize" | "backgroundPosition" | "backgroundRepeat", i: number) => string[]} */
  const listed = (name, i) => { const all = style[name].split(/, ?/); return all[i % all.length].split(" "); };
  return layers.flatMap((layer, i) => {
    const colours = /** @type {string[]} */ (layer.match(/rgba?\([^)]*\)/g) ?? []);
    const isPlain = /linear-gradient/.test(layer) && new Set(colours).size === 1;
    if (!isPlain || listed("backgroundRepeat", i)[0] !== "no-repeat") return [];
    const [across, down = "auto"] = listed("backgroundSize", i);
    const [wide, high] = [length(across, width), length(down, height)];
    const [x, y = "50%"] = listed("backgroundPosition", i);
    const [left, top] = [box.left + length(x, width - wide), box.top + length(y, height - high)];
    return [{ box: { left, top, right: left + wide, bottom: top + high }, ink: inkOf(colours[0], ground) }];
  });
};

/** @type {(element: Element, ground: number) => Strip[]} */
const stripsOf = (element, ground) => {
  const own = getComputedStyle(element);
  const box = boxOf(element);
  const scale = scaleOf(element);
  return /** @type {const} */ ([null, "::before", "::after"]).flatMap((pseudo) => {
    const style = pseudo ? getComputedStyle(element, pseudo) : own;
    if (pseudo && (style.content === "none" || style.display === "none")) return [];
    const area = pseudo ? boxOfPseudo(element, style) : box;
    if (!area) return [];
    return [{ box: area, ink: inkOf(style.backgroundColor, ground) },
      ...[borderStrips, shadowStrips, backgroundStrips].flatMap((strips) => strips(area, style, scale, ground))];
  }).filter(({ ink }) => ink > 0);
};

// The part of a strip that lies on a seam, across it; null if it does not lie there, or not along most of it.
/** @type {(strip: Strip, seam: Seam) => {low: number, high: number, ink: number} | null} */
const partOn = ({ box, ink }, { side, box: cell, at, from, to, gap }) => {
  const isUpright = side === "right";
  const size = isUpright ? cell.width : cell.height;
  const [low, high] = isUpright ? [box.left, box.right] : [box.top, box.bottom];
  const [start, end] = isUpright ? [box.top, box.bottom] : [box.left, box.right];
  const thick = high - low;
  if (thick <= 0 || thick > THICKEST * size + gap || Math.abs((low + high) / 2 - at) > OFF * size + gap / 2) return null;
  const covered = Math.min(end, to) - Math.max(start, from);
  return covered >= ALONG * (to - from) ? { low, high, ink } : null;
};

// The weight of the line on a seam: how thick all strips there are together, and how well they are seen.
/** @type {(seam: Seam, strips: Strip[]) => number} */
const weightOn = (seam, strips) => {
  const parts = strips.flatMap((strip) => partOn(strip, seam) ?? []).sort((a, b) => a.low - b.low);
  let [end, weight] = [-Infinity, 0];
  for (const { low, high, ink } of parts) {
    weight += Math.max(0, high - Math.max(low, end)) * ink;
    end = Math.max(end, high);
  }
  return weight;
};

// The weight of a layer of an SVG on a seam: it is painted there, and not in the middles of the cells beside it.
/** @type {(layer: Layer, seam: Seam, ground: number) => number} */
const drawnOn = ({ colour, alpha, holds, shown }, { side, box, at, from, to, gap }, ground) => {
  const ink = Math.max(...colour) > 255 ? 0 : inkOf(`rgba(${colour.join()}, ${alpha})`, ground);
  const size = side === "right" ? box.width : box.height;
  /** @type {(along: number, across: number) => boolean} */
  const isInked = (along, across) => {
    const [there, beside] = [from + along * (to - from), at + across * (size + gap)];
    const [x, y] = side === "right" ? [beside, there] : [there, beside];
    return holds(x, y) && shown.every((cut) => cut(x, y) > 0.5);
  };
  if (!ink || ![0.25, 0.4, 0.6, 0.75].every((along) => isInked(along, 0))) return 0;
  if ([-0.5, 0.5, -THICKEST, THICKEST].some((across) => isInked(0.4, across))) return 0;
  return ink * [...Array(161).keys()].filter((i) => isInked(0.5, (i - 80) / 200)).length / 200 * (size + gap);
};

// The weight of what a picture shows on a seam, which is nothing if it shows something in the middles of the cells beside it.
const SEEN = 0.3;
/** @type {(pixels: Pixels, seam: Seam, ground: number) => number} */
const picturedOn = ({ data, width, height, box: whole }, { side, box, at, from, to, gap }, ground) => {
  const size = side === "right" ? box.width : box.height;
  /** @type {(along: number, beyond: number) => number} */
  const inkAt = (along, beyond) => {
    const [there, beside] = [from + along * (to - from), at + beyond];
    const [x, y] = side === "right" ? [beside - whole.left, there - whole.top] : [there - whole.left, beside - whole.top];
    const i = 4 * (Math.min(height - 1, Math.max(0, Math.floor(y))) * width + Math.min(width - 1, Math.max(0, Math.floor(x))));
    return inkOf(`rgba(${data[i]}, ${data[i + 1]}, ${data[i + 2]}, ${data[i + 3] / 255})`, ground);
  };
  const far = THICKEST * (size + gap);
  const weights = [0.25, 0.4, 0.6, 0.75].map((along) => {
    if ([-far, far].some((beyond) => inkAt(along, beyond) > SEEN)) return 0;
    return [...Array(2 * Math.floor(far) + 1).keys()].map((i) => inkAt(along, i - Math.floor(far))).reduce((sum, ink) => sum + ink, 0);
  });
  return Math.min(...weights);
};

// What an SVG paints, but for what can't be told; nothing for other elements and for an SVG in another.
/** @type {(element: Element) => Layer[]} */
const layersIn = (element) => {
  const matrix = element.localName === "svg" && !isInDrawing(element) ? /** @type {SVGSVGElement} */ (element).getScreenCTM() : null;
  return matrix ? [...element.children].flatMap((child) => layersOf(child, DOMMatrix.fromMatrix(matrix))).filter((layer) => layer !== null) : [];
};

/** @type {(cells: Element[]) => number} */
const groundOf = (cells) => {
  const tones = cells.map((cell) => getComputedStyle(cell).backgroundColor).map((colour) => (inkOf(colour, 2) ? darkness(colour) : 0)).sort((a, b) => a - b);
  return tones[tones.length >> 1];
};

/** @type {(seams: Seam[], cells: Element[], selector: string, grid: Element) => number[]} */
const weightsOf = (seams, cells, selector, grid) => {
  const ground = groundOf(cells);
  const elements = drawnOver(grid, selector);
  const drawings = elements.flatMap(layersIn);
  const pictures = elements.flatMap((element) => pixelsOver(element, boxOf(grid)) ?? []);
  const strips = elements.filter((element) => !isInDrawing(element)).flatMap((element) => stripsOf(element, ground));
  /** @type {(across: Side) => number} */
  const usual = (across) => {
    const gaps = seams.filter(({ side }) => side === across).map(({ gap }) => gap).sort((a, b) => a - b);
    return gaps[gaps.length >> 1];
  };
  const gaps = { right: usual("right"), down: usual("down") };
  return seams.map((seam) => Math.max(0, ...drawings.map((layer) => drawnOn(layer, seam, ground)), ...pictures.map((one) => picturedOn(one, seam, ground)))
    + weightOn(seam, strips) + Math.max(0, seam.gap - gaps[seam.side]));
};

// The sides of each cell on which a heavy line is drawn, or a gap far wider than others is left: of about the same weight everywhere, and far heavier than all
// others. Null if nothing tells heavy lines from the others; no sides if all are alike.
/** @type {(cells: Element[], selector: string, shape: Shape) => (Side[] | null)[]} */
export const linesOn = (cells, selector, shape) => {
  if (cells.length !== shape.rows * shape.cols) return cells.map(() => null); // half a board
  const seams = seamsOf(cells, shape);
  const weights = weightsOf(seams, cells, selector, shape.grid);
  const top = Math.max(...weights);
  const heavy = weights.filter((weight) => weight >= top / ALIKE);
  const sides = cells.map(() => /** @type {Side[]} */ ([]));
  if (top < 0.3 * LEAST_PX || heavy.length === weights.length) return sides;
  const others = Math.max(0, ...weights.filter((weight) => weight < top / ALIKE));
  if (others > top / LIGHTER || heavy.length > MOST * weights.length) return sides.map(() => null);
  seams.forEach(({ index, side }, i) => {
    if (weights[i] < top / ALIKE) return;
    sides[index].push(side);
    sides[/** @type {number} */ (beyond(index, side, shape))].push(side === "right" ? "left" : "up");
  });
  return sides;
};
