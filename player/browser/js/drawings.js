// @ts-check
// What drawings over a grid consist of: the shapes of an SVG, also those that it uses from elsewhere, and the pixels of
// pictures.

import { boxOf } from "./shown.js";
import { shapesIn } from "./drawn.js";
/** @typedef {{shape: SVGGeometryElement, matrix: DOMMatrix, by: Element}} Placed a shape, the way from it to the window, and the element whose styles it takes */
/** @typedef {{data: Uint8ClampedArray, width: number, height: number, box: DOMRect}} Pixels */

// The way from what a symbol draws to the box that it is used in.
/** @type {(symbol: SVGSymbolElement, use: SVGUseElement) => DOMMatrix} */
const fitted = (symbol, use) => {
  const { x, y, width, height } = symbol.viewBox.baseVal;
  if (!symbol.hasAttribute("viewBox") || !width || !height) return new DOMMatrix();
  const whole = use.ownerSVGElement?.viewBox.baseVal;
  /** @type {(name: "width" | "height") => number} */
  const size = (name) => (use.hasAttribute(name) ? use[name].baseVal.value : whole?.[name] || use.ownerSVGElement?.[name].baseVal.value || 0);
  const [across, down] = [size("width") / width, size("height") / height];
  if (symbol.getAttribute("preserveAspectRatio") === "none") return new DOMMatrix([across, 0, 0, down, -x * across, -y * down]);
  const scale = Math.min(across, down);
  const [left, top] = [(size("width") - scale * width) / 2, (size("height") - scale * height) / 2];
  return new DOMMatrix([scale, 0, 0, scale, left - scale * x, top - scale * y]);
};

/** @type {(use: SVGUseElement) => Placed[]} */
const usedIn = (use) => {
  const id = (use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "").replace(/^#/, "");
  const target = id ? /** @type {Document} */ (use.getRootNode()).getElementById?.(id) : null;
  const own = use.getScreenCTM();
  if (!target || !own) return [];
  const isSymbol = target.localName === "symbol";
  const start = DOMMatrix.fromMatrix(own).translate(use.x.baseVal.value, use.y.baseVal.value)
    .multiply(isSymbol ? fitted(/** @type {any} */ (target), use) : new DOMMatrix());
  const shapes = /** @type {SVGGeometryElement[]} */ ([target, ...target.querySelectorAll("*")]).filter((one) => "isPointInFill" in one);
  return shapes.map((shape) => {
    let [matrix, inner] = [start, /** @type {DOMMatrix[]} */ ([])];
    for (let at = /** @type {SVGGraphicsElement | null} */ (shape); at; at = at === /** @type {Element} */ (target) ? null : /** @type {any} */ (at.parentElement)) {
      const change = at.transform?.baseVal.consolidate()?.matrix;
      if (change) inner = [DOMMatrix.fromMatrix(change), ...inner];
    }
    for (const change of inner) matrix = matrix.multiply(change);
    return { shape, matrix, by: use };
  });
};

// The shapes of an SVG, each with its place in the window.
/** @type {(svg: Element) => Placed[]} */
export const placedIn = (svg) => {
  const own = shapesIn(svg).flatMap((shape) => {
    const matrix = shape.getScreenCTM?.();
    return matrix && "isPointInStroke" in shape ? [{ shape, matrix: DOMMatrix.fromMatrix(matrix), by: shape }] : [];
  });
  const uses = /** @type {SVGUseElement[]} */ ([...svg.querySelectorAll("use")]).filter((use) => !use.closest("defs, clipPath, mask, symbol"));
  return [...own, ...uses.flatMap(usedIn)];
};

// Pictures of styles, by their addresses: the page's own are no elements.
globalThis.knownPictures ??= new Map();
/** @type {(address: string) => HTMLImageElement} */
const pictureAt = (address) => {
  const known = knownPictures.get(address) ?? new Image();
  if (!knownPictures.has(address)) known.src = address;
  knownPictures.set(address, known);
  return known;
};
/** @type {(element: Element) => HTMLImageElement | HTMLCanvasElement | null} */
const pictureOf = (element) => {
  if (/^(img|canvas)$/.test(element.localName)) return /** @type {HTMLImageElement} */ (element);
  const { backgroundImage, backgroundSize, backgroundPosition } = getComputedStyle(element);
  const address = backgroundImage.match(/^url\("(data:[^"]*|blob:[^"]*)"\)$/)?.[1];
  return address && backgroundPosition === "0% 0%" && /^(auto|cover|contain|100%|100% 100%)$/.test(backgroundSize) ? pictureAt(address) : null;
};

// The pixels of a picture that lies over all of a box; null where it can't be read, or is drawn in other proportions.
const COVERED = 0.85;
/** @type {(element: Element, whole: DOMRect) => Pixels | null} */
export const pixelsOver = (element, whole) => {
  const box = boxOf(element);
  if (box.width < COVERED * whole.width || box.height < COVERED * whole.height) return null;
  const picture = pictureOf(element);
  if (!picture || ("complete" in picture && !picture.complete)) return null;
  const [width, height] = "naturalWidth" in picture ? [picture.naturalWidth, picture.naturalHeight] : [picture.width, picture.height];
  if (!width || !height || Math.abs(width / height / (box.width / box.height) - 1) > 0.02) return null;
  const size = getComputedStyle(element).backgroundSize;
  if (element !== picture && size === "auto" && Math.abs(width - box.width) > 1) return null;
  const [across, down] = [Math.round(box.width), Math.round(box.height)];
  const context = new OffscreenCanvas(across, down).getContext("2d");
  try {
    context?.drawImage(picture, 0, 0, across, down);
    const data = context?.getImageData(0, 0, across, down).data;
    return data ? { data, width: across, height: down, box } : null;
  } catch { // of another origin
    return null;
  }
};
