// @ts-check
// What an SVG paints at points of the window, also of what it uses from elsewhere.

/** @typedef {[number, number, number]} Colour */
/** @typedef {{colour: Colour, paint: string, alpha: number, holds: (x: number, y: number) => boolean, shown: ((x: number, y: number) => number)[]}} Layer painted where it holds a point of the window; `shown` are the shares that clips and masks leave */

const UNSEEN = 0.05;

export const NEVER = "defs, title, desc, metadata, style, script, clipPath, mask, symbol, marker, filter, pattern, linearGradient, radialGradient, animate, animateTransform, animateMotion, set";
const GROUPS = "g, a, svg, symbol, use";
export const SHAPES = "path, circle, ellipse, rect, line, polyline, polygon";

// What can't be painted here: texts, pictures, foreign objects, shapes of clips that are no shapes.
export const Unpainted = class extends Error {};

// Colours

/** @type {string[]} */
const servers = [];
// A colour and how opaque it is; each gradient or pattern counts as a colour of its own.
/** @type {(paint: string) => {colour: Colour, alpha: number} | null} */
export const inkOf = (paint) => {
  if (paint === "none" || paint === "transparent") return null;
  const [red, green, blue, alpha = 1] = (paint.match(/^rgba?\((.*)\)$/)?.[1].split(/[ ,/]+/) ?? []).map(Number);
  if (blue !== undefined) return { colour: [red, green, blue], alpha };
  if (!servers.includes(paint)) servers.push(paint);
  return { colour: [1000 * (servers.indexOf(paint) + 1), 0, 0], alpha: 1 };
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
  const [across, down] = [width / view.width, height / view.height];
  const scale = Math.min(across, down);
  if (symbol.getAttribute("preserveAspectRatio") === "none") return new DOMMatrix().scale(across, down).translate(-view.x, -view.y);
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
    const layers = [...source.children].flatMap((child) => sureLayersOf(child, inside));
    if (isClip) return (/** @type {number} */ x, /** @type {number} */ y) => Number(layers.some(({ holds }) => holds(x, y)));
    const light = getComputedStyle(source).maskType !== "alpha";
    return (/** @type {number} */ x, /** @type {number} */ y) => {
      const [[red, green, blue], alpha] = painted(layers, x, y, [0, 0, 0]);
      return light ? Math.min((0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255, 1) : alpha;
    };
  });
};

// The layers of an element in the order of their painting, null for each that can't be painted here; `matrix` leads from the
// coordinates around it to the window.
/** @type {(element: Element, matrix: DOMMatrix, shown?: Layer["shown"], use?: Element | null, root?: Element | null, alpha?: number) => (Layer | null)[]} */
export const layersOf = (element, matrix, shown = [], use = null, root = null, alpha = 1) => {
  try {
    return element.matches(NEVER) && element !== root ? [] : layersIn(element, matrix, shown, use, root, alpha);
  } catch (error) {
    if (!(error instanceof Unpainted) && !(error instanceof DOMException)) throw error;
    return [null];
  }
};
/** @type {(element: Element, matrix: DOMMatrix) => Layer[]} */
export const sureLayersOf = (element, matrix) => layersOf(element, matrix).map((layer) => {
  if (!layer) throw new Unpainted();
  return layer;
});
/** @type {(element: Element, matrix: DOMMatrix, shown: Layer["shown"], use: Element | null, root: Element | null, alpha: number) => (Layer | null)[]} */
const layersIn = (element, matrix, shown, use, root, alpha) => {
  const style = getComputedStyle(element);
  const strength = alpha * Number(style.opacity);
  if (style.display === "none" || strength < UNSEEN) return [];
  const graphic = /** @type {SVGGraphicsElement} */ (element);
  if (element.localName === "svg" && use && element !== root) throw new Unpainted();
  const own = element.localName === "svg" && !use ? DOMMatrix.fromMatrix(graphic.getScreenCTM() ?? matrix) : matrix.multiply(ownMatrix(graphic));
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
    return [{ colour: found.colour, paint: ink(name), alpha: opacity, holds, shown: cuts }];
  });
};

// The colour at a point of the window, and how opaque what is painted there is.
/** @type {(layers: Layer[], x: number, y: number, ground: Colour) => [Colour, number]} */
export const painted = (layers, x, y, ground) => layers.reduce(([under, covered], { colour, alpha, holds, shown }) => {
  if (!holds(x, y)) return [under, covered];
  const share = shown.reduce((rest, cut) => rest * cut(x, y), alpha);
  const mixed = /** @type {Colour} */ (under.map((channel, i) => channel * (1 - share) + colour[i] * share));
  return [mixed, covered + (1 - covered) * share];
}, /** @type {[Colour, number]} */ ([ground, 0]));
