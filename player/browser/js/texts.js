// @ts-check
// Texts as they are read: one form for the digits of all scripts, and for symbols that look the same.

import { first, flatChildren, textOf } from "./tree.js";
import { counterText } from "./counters.js";

// Digits in circles and brackets that Unicode does not trace back to plain ones: the first of each run, its number, and
// how many there are.
/** @type {[number, number, number][]} */
const RINGED = [
  [0x2776, 1, 10], [0x2780, 1, 10], [0x278a, 1, 10], [0x24eb, 11, 10], [0x24f5, 1, 10], [0x24ff, 0, 1], [0x1f10b, 0, 1], [0x1f10c, 0, 1],
];
/** @type {(sign: string) => string} */
const digitOf = (sign) => {
  const code = /** @type {number} */ (sign.codePointAt(0));
  const run = RINGED.find(([first, , count]) => code >= first && code < first + count);
  if (run) return String(code - run[0] + run[1]);
  const plainly = sign.normalize("NFKC").replace(/^\((\d+)\)$|^(\d+)[.,]$/, "$1$2");
  if (/^\d+$/.test(plainly) || !/^\p{Nd}$/u.test(sign)) return /^\d+$/.test(plainly) ? plainly : sign;
  // The digits of a script follow each other, from zero on.
  let zero = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
};

// A text with plain digits for those of other scripts, in circles, on keys or full width, with plain letters and signs
// for full width ones, and without what makes equal symbols differ: variation selectors, colours of skin, genders, marks
// of direction and invisible spaces. Superscripts and fractions stay: they are no numbers of their own.
/** @type {(text: string) => string} */
export const plain = (text) => (/^[\x20-\x7e]*$/.test(text) ? text : text
  .replace(/[\ufe0e\ufe0f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
  .replace(/(\p{Extended_Pictographic})(?:[\u{1f3fb}-\u{1f3ff}])/gu, "$1")
  .replace(/(\p{Extended_Pictographic})\u200d[\u2640\u2642]/gu, "$1")
  .replace(/([\d#*])\u20e3/g, "$1").replace(/\u{1f51f}/gu, "10")
  .replace(/(?![\d\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u215f])[\p{Nd}\p{No}]/gu, digitOf)
  .replace(/[\uff01-\uff5e\u24b6-\u24e9\u{1d400}-\u{1d7ff}]/gu, (sign) => sign.normalize("NFKC")));

// The part of a text that matches a pattern; a glyph beyond the basic plane is one character.
/** @type {(value: string | null, pattern: string | undefined) => string | null} */
export const part = (value, pattern) => {
  if (value === null) return null;
  if (pattern === undefined) return plain(value);
  const found = plain(value).match(regex(pattern));
  return (found && (found.length > 1 ? found[1] : found[0])) ?? null;
};
/** @type {(pattern: string) => RegExp} */
const regex = (pattern) => new RegExp(plain(pattern), /[^\0-\uffff]/u.test(plain(pattern)) ? "u" : "");

// The words that an element shows, without those that name a drawing and those of scripts and styles.
/** @type {(element: Element) => string} */
const shownIn = (element) => {
  if (!first(element, "title, desc, style, script")) return textOf(element);
  return flatChildren(element).map((node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return node.nodeType === Node.TEXT_NODE ? node.nodeValue : "";
    const inner = /** @type {Element} */ (node);
    return /^(title|desc|style|script)$/.test(inner.localName) ? "" : shownIn(inner);
  }).join("");
};

// The text that a pseudo-element shows.
/** @type {(element: Element, pseudo: string) => string} */
export const generated = (element, pseudo) => {
  const { content, display } = getComputedStyle(element, pseudo);
  if (display === "none" || content === "none" || content === "normal") return "";
  const parts = [...content.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)|counter\(([^()]+)\)|counters\(/g)];
  return parts.map(([, text, name, counter]) => text ?? (name ? element.getAttribute(name) : counter && counterText(element, pseudo, counter)) ?? "")
    .join("").trim();
};

// The number that a text spells as a word, as the ligatures of icon fonts do; null if it has none or several.
const NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(" ");
/** @type {(text: string) => string | null} */
export const numeral = (text) => {
  const found = text.toLowerCase().split(/[^a-z]+/).map((word) => NUMERALS.indexOf(word)).filter((number) => number >= 0);
  return found.length === 1 && !/\d/.test(text) ? String(found[0]) : null;
};

// The names of an element: its text, value, label, `alt`, title, the title of an SVG, the name of a symbol that it uses,
// and what its styles put before and after it.
/** @type {(element: Element) => string[]} */
export const namesIn = (element) => {
  const told = /** @type {(name: string) => string | null} */ ((name) => element.getAttribute(name));
  const root = /** @type {Document} */ (element.getRootNode());
  const labels = (told("aria-labelledby") ?? "").split(/\s+/).map((id) => (id && root.getElementById?.(id)?.textContent) || "");
  const symbol = element.localName === "use" ? (told("href") ?? told("xlink:href"))?.replace(/^.*#/, "") : null;
  const title = element.localName === "svg" || /** @type {SVGElement} */ (element).ownerSVGElement
    ? [...element.children].find(({ localName }) => localName === "title")?.textContent : null;
  const value = element.localName === "input" ? /** @type {HTMLInputElement} */ (element).value : null;
  const drawn = ["::before", "::after"].map((pseudo) => generated(element, pseudo)).join("");
  return [shownIn(element), value, labels.join(" "), told("aria-label"), told("alt"), told("title"), title, symbol, drawn]
    .map((name) => (name ?? "").replace(/\s+/g, " ").trim()).filter(Boolean);
};

// The address of the picture that an element without a name shows; empty if it shows none.
/** @type {(element: Element) => string} */
export const pictureOf = (element) => {
  const own = element.localName === "img" ? element.getAttribute("src") : /^url\("(.*)"\)$/.exec(getComputedStyle(element).backgroundImage)?.[1];
  return own && !namesIn(element).length ? own : "";
};
// Whether a name of an element, or of something in it, matches a pattern.
/** @type {(element: Element, pattern: string | undefined) => boolean} */
export const isCalled = (element, pattern) => pattern === undefined
  || [element, ...element.querySelectorAll("*")].some((one) => [...namesIn(one), pictureOf(one)].some((name) => name && part(name, pattern) !== null));
