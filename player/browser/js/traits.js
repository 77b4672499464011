// @ts-check
// The traits of each cell, and of each item of the lists beside the grid: what may tell one state from another, in terms
// of what readings can find. Null while they change.

import { boxOf, visible } from "./shown.js";
import { contains, find, first } from "./tree.js";
import { all, middle, words } from "./dom.js";
import { isOnStroke, readGrid } from "./grid.js";
import { drawnOver } from "./loose.js";
import { isMade } from "./naming.js";
import { board, page } from "./page.js";
/** @import { TraitsResponse, Trait } from "./messages.js" */
/** @typedef {(trait: Trait) => void} Add */

// Traits that last this long are stable, in milliseconds: longer than the steps of most animations.
const STILL = 160;
// Time for an input to show an effect at all, in milliseconds.
const LATE = 700;
const LONGEST = 60;
const MAX_INNER = 40;
const MAX_STYLED = 8;
const NOISE = /^(style|class|id|d|points|transform|tabindex|x|y|[xy][12]|c[xy]|r[xy]?|width|height|viewbox|xmlns.*|on.*)$/i;
const SENTENCES = /^(aria-label|title|alt|aria-roledescription|aria-description)$/;
const STYLES = ["background-color", "background-image", "color", "opacity", "font-weight", "box-shadow", "border-top-color", "outline-style", "fill"];
const INNER_STYLES = ["display", "visibility", "opacity", "color", "background-color", "background-image", "fill", "stroke", "transform"];
const SHAPES = "path, polyline, polygon, line";
// The one symbol in a text that has signs beside it.
const AMONG_SIGNS = /^[\s=\u00d7\u2715\u2716\u2260xX]*([^\s=\u00d7\u2715\u2716\u2260xX]+)[\s=\u00d7\u2715\u2716\u2260xX]*$/;

/** @type {(text: string) => string} */
const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
/** @type {(element: Element) => string[]} */
const classesOf = ({ classList }) => [...classList].filter((name) => name.length <= LONGEST);

// The selectors that find an element by one thing that it has, each with the name and the value of that. What the page's
// build named is a trait too, but nothing is found by it.
/** @type {(name: string, value: string) => boolean} */
const isPassing = (name, value) => isMade(name === "class" || name === "id" ? value : name);
/** @type {(name: string, value: string) => string} */
const kindOf = (name, value) => (isPassing(name, value) ? "passing" : "selector");
/** @type {(handle: [string, string, string]) => boolean} */
const isLasting = ([, name, value]) => !isPassing(name, value);
/** @type {(element: Element, inner: boolean) => [string, string, string][]} */
const handles = (element, inner) => {
  const tag = inner ? element.localName : "";
  const found = /** @type {[string, string, string][]} */ (inner ? [[element.localName, "tag", element.localName]] : []);
  for (const name of classesOf(element)) found.push([`.${CSS.escape(name)}`, "class", name]);
  if (inner && element.id) found.push([`#${CSS.escape(element.id)}`, "id", element.id]);
  for (const { name, value } of element.attributes) {
    if (NOISE.test(name) || name.includes(":")) continue;
    if (SENTENCES.test(name)) {
      for (const word of new Set(value.split(/\s+/).filter((one) => one && one.length <= LONGEST))) {
        found.push([`${tag}[${name}~=${quoted(word)}]`, name, word]);
      }
    }
    if (value === "") found.push([`${tag}[${name}]`, name, ""]);
    else if (value.length <= LONGEST) found.push([`${tag}[${name}=${quoted(value)}]`, name, value]);
    else if (name === "src" || name === "href") {
      const file = value.startsWith("data:") ? value.slice(-LONGEST) : value.split(/[?#]/)[0].split("/").slice(-1)[0].slice(-LONGEST);
      found.push([`${tag}[${name}*=${quoted(file)}]`, name, file]);
    }
  }
  if (inner && element.matches(SHAPES) && element.hasAttribute("d")) {
    const start = String(element.getAttribute("d")).slice(0, 24);
    found.push([`${tag}[d^=${quoted(start)}]`, "d", start]);
  }
  return found;
};

/** @type {(element: Element, where: string, selector: string, names: string[], add: Add) => void} */
const styled = (element, where, selector, names, add) => {
  const style = getComputedStyle(element);
  for (const name of names) add(["style", where, selector, name, style.getPropertyValue(name).trim()]);
  for (const pseudo of /** @type {const} */ (["::before", "::after"])) {
    const drawn = getComputedStyle(element, pseudo);
    if (drawn.content === "none" || drawn.content === "normal") continue;
    for (const name of ["content", "background-color", "background-image", "opacity", "color"]) {
      add([pseudo, where, selector, name, drawn.getPropertyValue(name).trim()]);
    }
  }
};

// What is in a cell or an item.
/** @type {(cell: Element, add: Add) => void} */
const within = (cell, add) => {
  for (const [selector, name, value] of handles(cell, false)) add([kindOf(name, value), "", selector, name, value]);
  styled(cell, "", "", STYLES, add);
  const text = words(cell);
  if (text.length <= LONGEST) add(["text", "", "", "", text]);
  const [, symbol] = text.match(AMONG_SIGNS) ?? [];
  if (symbol) add(["symbol", "", "", "", symbol]);
  const inner = find(cell, "*").slice(0, MAX_INNER);
  const known = new Set();
  for (const element of inner) {
    for (const [selector, name, value] of handles(element, true)) {
      add([kindOf(name, value), "in", selector, name, value]);
      if (!["tag", "class", "id"].includes(name) || isPassing(name, value) || known.has(selector) || known.size >= MAX_STYLED) continue;
      known.add(selector);
      const found = first(cell, selector);
      if (!found) continue;
      styled(found, "in", selector, INNER_STYLES, add);
      const said = words(found);
      if (said && said.length <= LONGEST) add(["text", "in", selector, "", said]);
    }
  }
};

// What is around an item and no other one.
/** @type {(item: Element, items: Element[], add: Add) => void} */
const around = (item, items, add) => {
  let outer = item.parentElement;
  for (let level = 0; outer && level < 2 && items.filter((one) => outer?.contains(one)).length === 1; level += 1) {
    for (const [selector, name, value] of handles(outer, false)) add([kindOf(name, value), "around", `${selector} *`, name, value]);
    outer = outer.parentElement;
  }
};

// The selectors that find an element by its lasting classes and by one property that its own style sets, but for its place.
const PLACES = /^(left|right|top|bottom|inset.*|width|height|position|transform|z-index)$/;
/** @type {(element: Element) => [string, string, string][]} */
const ownStyles = (element) => {
  const classes = classesOf(element).filter((name) => !isMade(name)).map((name) => `.${CSS.escape(name)}`).join("");
  const set = (element.getAttribute("style") ?? "").split(";").map((part) => part.split(":")[0].trim());
  return set.filter((name) => /^[\w-]+$/.test(name) && !PLACES.test(name)).map((name) =>
    [`${element.localName}${classes}:is([style^="${name}:"], [style*=" ${name}:"])`, "style", name]);
};

// What lies over a cell in a layer of the grid, or beside it: with its own middle there, or as a part of something larger,
// which is no group of shapes: that is as large as all of them.
/** @type {(cell: Element, layer: Element[], add: Add) => void} */
const above = (cell, layer, add) => {
  const { left, right, top, bottom } = boxOf(cell);
  const at = middle(cell);
  for (const element of layer) {
    const box = boxOf(element);
    if (at.x >= box.left && at.x < box.right && at.y >= box.top && at.y < box.bottom && !element.matches("svg, g")) {
      for (const handle of [...handles(element, true).filter(isLasting), ...ownStyles(element)]) add(["covered", "over", ...handle]);
    }
    const { x, y } = middle(element);
    if (!box.width && !box.height) continue; // a group without a shape is nowhere
    if (x < left || x >= right || y < top || y >= bottom) continue;
    for (const [selector, name, value] of handles(element, true).filter(isLasting)) {
      add(["over", "over", selector, name, value]);
      if (name !== "tag" && name !== "class") continue;
      const style = getComputedStyle(element);
      for (const property of ["fill", "background-color", "background-image", "opacity"]) {
        add(["style", "over", selector, property, style.getPropertyValue(property).trim()]);
      }
      const text = words(element);
      if (text && text.length <= LONGEST) add(["text", "over", selector, "", text]);
    }
  }
};

/** @type {() => Omit<TraitsResponse, "digest"> | null} */
const traits = () => {
  if (!board) return null;
  const { grid } = board;
  const { elements } = readGrid(board, page);
  const inCells = new Set(elements.flatMap((cell) => [cell, ...find(cell, "*")]));
  const layer = drawnOver(grid, "*").filter((element) => !inCells.has(element) && !elements.some((cell) => contains(element, cell)));
  const strokes = [...new Set(layer.filter((element) => element.matches(SHAPES)).flatMap((shape) => handles(shape, true).filter(isLasting)
    .filter(([, name]) => ["tag", "class", "id"].includes(name)).map(([selector]) => selector)))].slice(0, MAX_STYLED);
  const table = /** @type {Map<string, number>} */ (new Map());
  /** @type {(fill: (add: Add) => void) => number[]} */
  const numbered = (fill) => {
    const numbers = new Set();
    fill((trait) => {
      const key = JSON.stringify(trait);
      if (!table.has(key)) table.set(key, table.size);
      numbers.add(table.get(key));
    });
    return [...numbers];
  };
  const cells = elements.map((cell) => numbered((add) => {
    within(cell, add);
    above(cell, layer, add);
    for (const selector of strokes) if (isOnStroke(cell, selector, grid)) add(["stroke", "over", selector, "", ""]);
  }));
  const lists = Object.fromEntries(Object.entries(page.beside).map(([name, { items }]) => [name, all(items)
    .filter((item) => visible(item) && !contains(grid, item))
    .map((item, _, others) => numbered((add) => { within(item, add); around(item, others, add); }))]));
  return { traits: [...table.keys()].map((key) => JSON.parse(key)), cells, lists };
};

// A short name of a text, to compare it with.
/** @type {(text: string) => string} */
const digest = (text) => {
  let number = 0;
  for (let i = 0; i < text.length; i += 1) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}:${number}`;
};

const poll = /** @type {{now?: boolean, unlike?: string, before?: string, begun?: number, since?: number}} */ (ask);
export const answer = () => {
  const found = traits();
  if (found === null) return poll.now ? "null" : null;
  const text = JSON.stringify(found);
  const name = digest(text);
  const told = () => JSON.stringify({ ...found, digest: name });
  if (poll.now) return told();
  poll.begun ??= performance.now();
  if (name !== poll.before) [poll.before, poll.since] = [name, performance.now()];
  if (name === poll.unlike && performance.now() - poll.begun < LATE) return null;
  return performance.now() - Number(poll.since) >= STILL ? told() : null;
};
