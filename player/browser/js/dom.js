// @ts-check
// The page's documents and elements, in all frames.

import { LEAST, meet, isArea, visible, seenIn, frameOf, boxOf } from "./shown.js";
import { isScrolledAway, scrollTo } from "./scrollers.js";
import { find, contains, textOf, elementAt } from "./tree.js";
import { isHarmless } from "./presses.js";
/** @import { PageRequest, Point } from "./messages.js" */
/** @import { Target } from "./selectors.js" */
/** @typedef {(hit: Element | null) => boolean} Reaches true if a click on `hit` reaches an element */

const request = /** @type {Pick<PageRequest, "site" | "still" | "careful">} */ (ask);
export const site = request.site;
// True if nothing may be pressed that submits a form or leads elsewhere: nothing is known of the page yet.
export const careful = request.careful;
// True if nothing may be scrolled.
export const still = request.still;

// A document that is still being parsed has half a board, and its buttons do nothing yet. A document in an invisible
// frame is not part of the page.
/** @type {Document[]} */
export const documents = [];
/** @type {(frame: HTMLIFrameElement) => boolean} */
const hasRoom = (frame) => {
  const area = seenIn(frame);
  return area !== null && Math.min(frame.clientWidth, frame.clientHeight) >= LEAST && isArea(meet(area, frame.getBoundingClientRect()));
};
/** @type {(document: Document | null) => void} */
const enter = (document) => {
  if (!document?.body || document.readyState === "loading") return;
  documents.push(document);
  for (const frame of /** @type {HTMLIFrameElement[]} */ (find(document, site.frame))) if (hasRoom(frame)) enter(frame.contentDocument);
};
enter(document);

/** @type {(selector: string) => Element[]} */
export const all = (selector) => documents.flatMap((document) => find(document, selector));
/** @type {(element: Element) => string} */
export const words = (element) => textOf(element).replace(/\s+/g, " ").trim();

// A text without case, accents, punctuation and extra spaces, with the size "4×4" as "4x4"; punctuation stays if there is
// nothing else. The phrases of the selectors are asked for with each element.
/** @type {Map<string, string>} */
const foldedTexts = new Map();
/** @type {(text: string) => string} */
export const folded = (text) => {
  const known = foldedTexts.get(text) ?? fold(text);
  foldedTexts.set(text, known);
  return known;
};
/** @type {(text: string) => string} */
const fold = (text) => {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ı/g, "i").replace(/ß/g, "ss")
    .replace(/(?<=\d) ?× ?(?=\d)/g, "x");
  return plain.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || plain.trim();
};

// The names of an element: its text, label, title, or the value of a button.
/** @type {(element: Element) => string[]} */
export const namesOf = (element) => [words(element), ...["aria-label", "title"].map((name) => element.getAttribute(name)),
  element.localName === "input" ? /** @type {HTMLInputElement} */ (element).value : null].flatMap((name) => (name?.trim() ? [folded(name)] : []));

// True if a name contains one of the phrases, starting at a word, of a script that parts words.
const JOINED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** @type {(name: string, phrases: string[]) => boolean} */
export const speaksOf = (name, phrases) => phrases.some((phrase) => ` ${name}`.includes(`${JOINED.test(phrase) ? "" : " "}${folded(phrase)}`));

/** @type {(element: Element, target: Target) => boolean} */
const isNamed = (element, { text, words: phrases, not_words: others, bare }) => {
  if (!text.length && !phrases.length && !others.length && !bare) return true;
  const names = namesOf(element);
  if (names.some((name) => speaksOf(name, others)) || (bare && words(element))) return false;
  const wanted = text.map(folded);
  return (!text.length && !phrases.length) || names.some((name) => wanted.includes(name) || speaksOf(name, phrases));
};

// The matches of a target, in document order.
/** @type {(wanted: Target | undefined) => Element[]} */
export const targets = (wanted) => (wanted ? all(wanted.selector).filter((element) => isNamed(element, wanted) && visible(element)) : []);
/** @type {(wanted: Target | undefined) => Element | undefined} */
export const target = (wanted) => targets(wanted)[0];

/** @type {(element: Element) => {x: number, y: number}} */
export const middle = (element) => {
  const box = boxOf(element);
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};

// The centre of an element in the top window's pixels, and whether a click there reaches it through all frames; on an
// unknown page, whether it does no harm too. With null it is only the place: to ask what lies there takes most of a look.
/** @type {(element: Element, reaches?: Reaches | null) => Point} */
export const point = (element, reaches = (hit) => contains(element, hit)) => {
  let { x, y } = middle(element);
  const hit = reaches && elementAt(element.ownerDocument, x, y);
  let free = reaches !== null && reaches(hit) && (!careful || isHarmless(hit));
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) {
    const around = frame.getBoundingClientRect();
    x += around.left + frame.clientLeft;
    y += around.top + frame.clientTop;
    free &&= elementAt(frame.ownerDocument, x, y) === frame;
  }
  return { x, y, free };
};

/** @type {(at: {x: number, y: number}) => boolean} */
export const outside = ({ x, y }) => x < 0 || y < 0 || x >= innerWidth || y >= innerHeight;

// True if an element has to be scrolled to.
/** @type {(element: Element) => boolean} */
export const isAway = (element) => outside(point(element, null)) || isScrolledAway(element);

// The points of some elements. If one is not visible, `whole` is scrolled to first, unless `request.still`.
/** @type {(elements: Element[], whole: Element, reaches?: (element: Element) => Reaches | undefined | null) => Point[]} */
export const pointsOf = (elements, whole, reaches) => {
  const look = () => elements.map((element) => point(element, reaches?.(element)));
  const points = look();
  if (still || !(points.some(outside) || elements.some(isScrolledAway))) return points;
  scrollTo(whole);
  return look();
};
