// @ts-check
// The sign that an SVG shows, an equals sign or a cross: found in samples of what it paints, so that it does not matter of
// which shapes it is made, what lies under or over them, and whether it is painted or cut out.

import { visible } from "./shown.js";
import { flatParent } from "./tree.js";
/** @typedef {[number, number, number]} Colour */
/** @typedef {{colour: Colour, alpha: number, holds: (x: number, y: number) => boolean, shown: ((x: number, y: number) => number)[]}} Layer painted where it holds a point of the window; `shown` are the shares that clips and masks leave */
/** @typedef {{x: number, y: number}[]} Figure the samples of one colour that are joined */
/** @typedef {{left: number, top: number, wide: number, high: number, fullness: number}} Box in samples */

// The samples along a side, and the share of the samples beside the drawing.
const SAMPLES = 48;
const AROUND = 0.12;
// Colours that differ by less, in all channels together, can't be told apart.
const ALIKE = 36;
const UNSEEN = 0.05;

const NEVER = "defs, title, desc, metadata, style, script, clipPath, mask, symbol, marker, filter, pattern, linearGradient, radialGradient, animate, animateTransform, animateMotion, set";
const GROUPS = "g, a, svg, symbol, use";
const SHAPES = "path, circle, ellipse, rect, line, polyline, polygon";

// What can't be painted here: texts, pictures, foreign objects, shapes of clips that are no shapes.
class Unpainted extends Error {}

// Colours

/** @type {string[]} */
const servers = [];
// A colour and how opaque it is; each gradient or pattern counts as a colour of its own.
/** @type {(paint: string) => {colour: Colour, alpha: number} | null} */
const inkOf = (paint) => {
  if (paint === "none" || paint === "transparent") return null;
  const [red, green, blue, alpha = 1] = (paint.match(/^rgba?\((.*)\)$/)?.[1].split(/[ ,/]+/) ?? []).map(Number);
  if (blue !== undefined) return { colour: [red, green, blue], alpha };
  if (!servers.includes(paint)) servers.push(paint);
  return { colour: [1000 * (servers.indexOf(paint) + 1), 0, 0], alpha: 1 };
};
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

// Layers

/** @type {(element: Element, url: string) => Element} */
const referred = (element, url) => {
  const id = url.match(/^(?:url\(["']?)?#(.+?)(?:["']?\))?$/)?.[1];
  const found = id && /** @type {Document} */ (element.getRootNode()).getElementById?.(decodeURIComponent(id));
  if (!found) throw new Unpainted();
  return found;
};

// The matrix of an element's own transformation, and of its place if it is `use`.
/** @type {(element: SVGGraphicsElement) => DOMMatrix} */
const ownMatrix = (element) => {
  const { transform, transformOrigin, transformBox } = getComputedStyle(element);
  const [x, y] = transformOrigin.split(" ").map(parseFloat);
  const box = transform !== "none" && transformBox === "fill-box" ? element.getBBox() : { x: 0, y: 0 };
  const turned = transform === "none" ? new DOMMatrix()
    : new DOMMatrix().translate(x + box.x, y + box.y).multiply(new DOMMatrix(transform)).translate(-x - box.x, -y - box.y);
  if (element.localName !== "use") return turned;
  const { x: left, y: top } = /** @type {SVGUseElement} */ (element);
  return turned.translate(left.baseVal.value, top.baseVal.value);
};

// The matrix from the box of `use` to the view box of the symbol in it.
/** @type {(symbol: SVGSymbolElement, use: SVGUseElement) => DOMMatrix} */
const viewMatrix = (symbol, use) => {
  const view = symbol.viewBox?.baseVal;
  if (!view?.width || !view.height) return new DOMMatrix();
  const around = /** @type {SVGSVGElement} */ (use.ownerSVGElement).viewBox.baseVal;
  /** @type {(name: "width" | "height") => number} */
  const size = (name) => (use.hasAttribute(name) ? use[name].baseVal.value : around?.[name] || use.getBBox()[name]);
  const [width, height] = [size("width"), size("height")];
  const scale = Math.min(width / view.width, height / view.height);
  return new DOMMatrix().translate((width - scale * view.width) / 2, (height - scale * view.height) / 2)
    .scale(scale).translate(-view.x, -view.y);
};

// A value of a shape's style; what a shape in `use` does not set itself it has from there.
/** @type {(shape: Element, use: Element | null, root: Element | null) => (name: "fill" | "stroke") => string} */
const styleOf = (shape, use, root) => (name) => {
  const own = getComputedStyle(shape)[name];
  return use && root && own === getComputedStyle(root)[name] && !shape.hasAttribute(name) ? getComputedStyle(use)[name] : own;
};

// The shares that an element's clips and masks leave of a point, in the coordinates of that element.
/** @type {(element: SVGGraphicsElement, matrix: DOMMatrix) => ((x: number, y: number) => number)[]} */
const cutsOf = (element, matrix) => {
  const { clipPath, maskImage, mask } = getComputedStyle(element);
  const masked = [maskImage, mask].find((one) => one && one !== "none" && one.includes("url("));
  return [clipPath, masked].filter((url) => url && url !== "none").map((url) => {
    const source = /** @type {SVGClipPathElement | SVGMaskElement} */ (referred(element, /** @type {string} */ (url).match(/url\([^)]*\)/)?.[0] ?? ""));
    const isClip = source.localName === "clipPath";
    const units = source.getAttribute(isClip ? "clipPathUnits" : "maskContentUnits");
    const box = units === "objectBoundingBox" ? element.getBBox() : null;
    const inside = box ? matrix.translate(box.x, box.y).scale(box.width, box.height) : matrix;
    const layers = [...source.children].flatMap((child) => layersOf(child, inside, [], null, null));
    if (isClip) return (/** @type {number} */ x, /** @type {number} */ y) => Number(layers.some(({ holds }) => holds(x, y)));
    const light = getComputedStyle(source).maskType !== "alpha";
    return (/** @type {number} */ x, /** @type {number} */ y) => {
      const [[red, green, blue], alpha] = painted(layers, x, y, [0, 0, 0]);
      return light ? Math.min((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255, 1) : alpha;
    };
  });
};

// The layers of an element in the order of their painting; `matrix` leads from the coordinates around it to the window.
/** @type {(element: Element, matrix: DOMMatrix, shown: Layer["shown"], use: Element | null, root: Element | null, alpha?: number) => Layer[]} */
const layersOf = (element, matrix, shown, use, root, alpha = 1) => {
  if (element.matches(NEVER) && element !== root) return [];
  const style = getComputedStyle(element);
  const strength = alpha * Number(style.opacity);
  if (style.display === "none" || strength < UNSEEN) return [];
  const graphic = /** @type {SVGGraphicsElement} */ (element);
  const own = matrix.multiply(ownMatrix(graphic));
  const cuts = [...shown, ...cutsOf(graphic, own)];
  if (element.localName === "use") {
    const source = referred(element, element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "");
    const view = viewMatrix(/** @type {SVGSymbolElement} */ (source), /** @type {SVGUseElement} */ (element));
    return layersOf(source, own.multiply(view), cuts, element, source, strength);
  }
  if (element.matches(GROUPS)) return [...element.children].flatMap((child) => layersOf(child, own, cuts, use, root, strength));
  if (style.visibility !== "visible") return [];
  if (!element.matches(SHAPES) || style.markerEnd + style.markerStart !== "nonenone") throw new Unpainted();
  const shape = /** @type {SVGGeometryElement} */ (element);
  const back = own.inverse();
  const ink = styleOf(shape, use, root?.parentElement ?? null);
  const point = new DOMPoint();
  return /** @type {const} */ (["fill", "stroke"]).flatMap((name) => {
    const found = inkOf(ink(name));
    const opacity = (found?.alpha ?? 0) * strength * Number(style[`${name}Opacity`]);
    if (!found || opacity < UNSEEN) return [];
    /** @type {Layer["holds"]} */
    const holds = (x, y) => {
      [point.x, point.y] = [back.a * x + back.c * y + back.e, back.b * x + back.d * y + back.f];
      return name === "fill" ? shape.isPointInFill(point) : shape.isPointInStroke(point);
    };
    return [{ colour: found.colour, alpha: opacity, holds, shown: cuts }];
  });
};

// The colour at a point of the window, and how opaque what is painted there is.
/** @type {(layers: Layer[], x: number, y: number, ground: Colour) => [Colour, number]} */
const painted = (layers, x, y, ground) => layers.reduce(([under, covered], { colour, alpha, holds, shown }) => {
  if (!holds(x, y)) return [under, covered];
  const share = shown.reduce((rest, cut) => rest * cut(x, y), alpha);
  const mixed = /** @type {Colour} */ (under.map((channel, i) => channel * (1 - share) + colour[i] * share));
  return [mixed, covered + (1 - covered) * share];
}, /** @type {[Colour, number]} */ ([ground, 0]));

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

/** @type {(svg: SVGSVGElement) => boolean | null} */
const signOf = (svg) => {
  const matrix = svg.getScreenCTM() && DOMMatrix.fromMatrix(/** @type {DOMMatrix} */ (svg.getScreenCTM()));
  const boxes = [...svg.querySelectorAll(`${SHAPES}, use`)].filter((shape) => !shape.closest(NEVER) && visible(shape)).map(strokedBox);
  if (!matrix || !boxes.length) return null;
  const layers = [...svg.children].flatMap((child) => layersOf(child, matrix, [], null, null));
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

// True if an SVG shows a cross, false for an equals sign, null if it shows neither for sure. Signs that are drawn alike are
// sampled once on a page.
globalThis.knownSigns ??= new Map();
/** @type {(svg: Element) => boolean | null} */
export const isCrossed = (svg) => {
  if (svg.localName !== "svg") return null;
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
      knownSigns.set(key, signOf(/** @type {SVGSVGElement} */ (svg)));
    } catch (error) {
      if (!(error instanceof Unpainted) && !(error instanceof DOMException)) throw error;
      knownSigns.set(key, null);
    }
  }
  return knownSigns.get(key) ?? null;
};
