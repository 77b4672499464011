// @ts-check
// The pixels of pictures in elements and in their backgrounds, and the numbers that they show.

import { boxOf, seenIn } from "./shown.js";
/** @typedef {{data: Uint8ClampedArray, width: number, height: number, box: DOMRect}} Pixels of what lies in a box of the window */
/** @typedef {[number, number, number, number]} Colour red, green, blue and alpha, up to 255 */
/** @typedef {{picture: HTMLImageElement | HTMLCanvasElement, size: string, position: string}} Picture and how an element shows it */

// Pictures of styles, by their addresses: the page's own are no elements.
globalThis.knownPictures ??= new Map();
/** @type {(address: string) => HTMLImageElement} */
const pictureAt = (address) => {
  const known = knownPictures.get(address) ?? new Image();
  if (!knownPictures.has(address)) known.src = address;
  knownPictures.set(address, known);
  return known;
};
const FITS = { fill: "100% 100%", contain: "contain", cover: "cover", none: "auto" };
/** @type {(element: Element) => Picture | null} */
const pictureOf = (element) => {
  const { backgroundImage, backgroundSize, backgroundPosition, objectFit, objectPosition } = getComputedStyle(element);
  if (/^(img|canvas)$/.test(element.localName)) {
    const size = FITS[/** @type {keyof typeof FITS} */ (objectFit)];
    return size ? { picture: /** @type {HTMLImageElement} */ (element), size, position: objectPosition } : null;
  }
  const address = backgroundImage.match(/^url\("([^"]*)"\)$/)?.[1];
  const isOwn = address && (/^(data|blob):/.test(address) || address.startsWith(`${location.origin}/`));
  return isOwn ? { picture: pictureAt(address), size: backgroundSize, position: backgroundPosition } : null;
};

// A length of a style; percents are of `whole`. NaN for any other one.
/** @type {(text: string, whole: number, scale: number) => number} */
const length = (text, whole, scale) => {
  const [, number, unit] = text.match(/^(-?[\d.]+)(px|%)$/) ?? [];
  return unit === "%" ? Number(number) / 100 * whole : Number(number) * scale;
};
// The left and upper side, the width and the height of a picture of this size in a box, from the box's own.
/** @type {(size: string, position: string, natural: number[], box: number[], scale: number) => number[]} */
const placed = (size, position, natural, box, scale) => {
  const [across, down] = natural.map((side, i) => box[i] / side);
  let [width, height] = natural.map((side) => side * scale);
  if (size === "cover" || size === "contain") {
    [width, height] = natural.map((side) => side * Math[size === "cover" ? "max" : "min"](across, down));
  } else if (size !== "auto") {
    const [wide, high = "auto"] = size.split(" ");
    if (wide !== "auto") width = length(wide, box[0], scale);
    height = high === "auto" ? width * natural[1] / natural[0] : length(high, box[1], scale);
    if (wide === "auto") width = height * natural[0] / natural[1];
  }
  const [x, y] = position.split(" ");
  return [length(x, box[0] - width, scale), length(y, box[1] - height, scale), width, height];
};

// The pixels of what an element shows of its picture, `fine` for each of CSS; null where they can't be read.
/** @type {(element: Element, fine?: number) => Pixels | null} */
export const pixelsIn = (element, fine = 1) => {
  const shown = pictureOf(element);
  const [whole, area] = [boxOf(element), seenIn(element)];
  if (!shown || !area || ("complete" in shown.picture && !shown.picture.complete)) return null;
  const { picture } = shown;
  const natural = "naturalWidth" in picture ? [picture.naturalWidth, picture.naturalHeight] : [picture.width, picture.height];
  const [left, top] = [Math.max(whole.left, area.left), Math.max(whole.top, area.top)];
  const box = new DOMRect(left, top, Math.min(whole.right, area.right) - left, Math.min(whole.bottom, area.bottom) - top);
  const scale = whole.width / /** @type {HTMLElement} */ (element).offsetWidth || 1;
  const [x, y, wide, high] = placed(shown.size, shown.position, natural, [whole.width, whole.height], scale);
  const [width, height] = [Math.round(fine * box.width), Math.round(fine * box.height)];
  if (![x, y, wide, high].every(Number.isFinite) || width < 1 || height < 1) return null;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  try {
    context?.drawImage(picture, fine * (whole.left + x - left), fine * (whole.top + y - top), fine * wide, fine * high);
    const data = context?.getImageData(0, 0, width, height).data;
    return data ? { data, width, height, box } : null;
  } catch { // of another origin
    return null;
  }
};

// The pixels of a picture that lies over all of a box; null where it can't be read.
const COVERED = 0.85;
/** @type {(element: Element, whole: DOMRect) => Pixels | null} */
export const pixelsOver = (element, whole) => {
  const { width, height } = boxOf(element);
  return width < COVERED * whole.width || height < COVERED * whole.height ? null : pixelsIn(element);
};

// Numbers

const FONTS = ["sans-serif", "serif", "monospace", "Arial", "Georgia", "Verdana"].flatMap((font) => [`40px ${font}`, `bold 40px ${font}`]);
const DIGITS = [..."0123456789"];
// Samples of a digit: of its height, of the widest one, and along a side of each.
const HIGH = 24;
const WIDE = 32;
const SUB = [1, 3, 5].map((i) => i / 6);
// The shares that a picture and a digit have in common, to be the same, and more than any other digit has: with them, none
// of 23 fonts in four styles and three sizes is misread.
const SAME = 0.64;
const MORE = 0.08;
const FINE = 3;
const MOST_DIGITS = 3;
const LEAST_PX = 6;

// What may be the ground of a text: what is in the corner of a picture, and its most frequent colour, as that of a disc.
/** @type {(data: Uint8ClampedArray) => Colour[]} */
const groundsIn = (data) => {
  const counts = /** @type {Map<string, number>} */ (new Map());
  for (let i = 0; i < data.length; i += 4) {
    const colour = data[i + 3] > 250 ? data.slice(i, i + 3).join() : "";
    if (colour) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const [usual] = [...counts].sort(([, a], [, b]) => b - a);
  return [[data[0], data[1], data[2], data[3]], ...(usual ? [/** @type {Colour} */ ([...usual[0].split(",").map(Number), 255])] : [])];
};
// The figures that differ from the ground, from left to right, each as tall as HIGH: of each sample, how much is inked. None
// if what differs reaches the rim.
/** @type {(data: Uint8ClampedArray, width: number, height: number, ground: Colour) => Float32Array[]} */
const figuresIn = (data, width, height, [red, green, blue, alpha]) => {
  /** @type {(at: number) => number} */
  const inkAt = (at) => {
    const i = 4 * at;
    const colour = Math.abs(data[i] - red) + Math.abs(data[i + 1] - green) + Math.abs(data[i + 2] - blue);
    return data[i + 3] / 255 * (alpha > 127 ? Math.min(1, colour / 380) : 1);
  };
  const ink = Float32Array.from({ length: width * height }, (_, at) => inkAt(at));
  const inked = [...ink.keys()].filter((at) => ink[at] > 0.5);
  const columns = [...new Set(inked.map((at) => at % width))].sort((a, b) => a - b);
  const [top, bottom] = [Math.floor((inked[0] ?? 0) / width), Math.floor((inked[inked.length - 1] ?? 0) / width) + 1];
  const lefts = columns.filter((x, i) => x !== columns[i - 1] + 1);
  const rights = columns.filter((x, i) => x !== columns[i + 1] - 1).map((x) => x + 1);
  const step = (bottom - top) / HIGH;
  const isWhole = bottom - top >= LEAST_PX && top > 0 && bottom < height && lefts[0] > 0 && rights[rights.length - 1] < width;
  if (!isWhole || lefts.some((left, i) => rights[i] - left > WIDE * step)) return [];
  return lefts.map((left, i) => {
    const start = left - (WIDE * step - rights[i] + left) / 2;
    /** @type {(x: number, y: number) => number} */
    const at = (x, y) => (x < left || x >= rights[i] ? 0 : ink[Math.floor(y) * width + Math.floor(x)]);
    return Float32Array.from({ length: WIDE * HIGH }, (_, one) => {
      const [x, y] = [one % WIDE, Math.floor(one / WIDE)];
      return SUB.flatMap((across) => SUB.map((down) => at(start + (x + across) * step, top + (y + down) * step))).reduce((a, b) => a + b) / 9;
    });
  });
};
/** @type {(text: string, font: string) => Float32Array[]} */
const written = (text, font) => {
  const [width, height] = [100, 60];
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext("2d"));
  [context.font, context.textAlign, context.textBaseline] = [font, "center", "middle"];
  context.fillText(text, width / 2, height / 2);
  return figuresIn(context.getImageData(0, 0, width, height).data, width, height, [0, 0, 0, 0]);
};
/** @type {(one: Float32Array, other: Float32Array) => number} */
const common = (one, other) => {
  let [least, most] = [0, 0];
  one.forEach((ink, i) => { least += Math.min(ink, other[i]); most += Math.max(ink, other[i]); });
  return least / most;
};
// The digit that a figure is; "" if it is none for sure.
/** @type {(figure: Float32Array) => string} */
const digitLike = (figure) => {
  globalThis.knownDigits ??= new Map(DIGITS.map((digit) => [digit, FONTS.flatMap((font) => written(digit, font))]));
  const [best, next] = [...knownDigits].map(([digit, figures]) => ({ digit, share: Math.max(...figures.map((one) => common(figure, one))) }))
    .sort((a, b) => b.share - a.share);
  return best.share >= SAME && best.share >= next.share + MORE ? best.digit : "";
};

// The numbers that the picture in an element looks like, on each of its grounds; none where it shows none for sure.
globalThis.knownNumbers ??= new Map();
/** @type {(element: Element) => string[]} */
export const numbersPictured = (element) => {
  const pixels = pixelsIn(element, FINE);
  if (!pixels) return [];
  const found = groundsIn(pixels.data).map((ground) => {
    const figures = figuresIn(pixels.data, pixels.width, pixels.height, ground);
    if (figures.length > MOST_DIGITS) return "";
    const key = figures.join(";");
    const digits = knownNumbers.get(key) ?? figures.map(digitLike);
    knownNumbers.set(key, digits);
    return digits.includes("") ? "" : digits.join("");
  });
  return found.filter(Boolean);
};
