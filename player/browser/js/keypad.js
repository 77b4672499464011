// @ts-check
// The buttons beside the board that say one of the words `ask.words` each, by their texts, and all of these once: a selector
// that finds just these among all that say one, and a reading of what each enters; null if there are none. With `ask.over`,
// those over the board count too. What `ask.not_words` introduce is for something else. With `ask.text`, the place of the
// section's button that enters this text, once it is there.

import { contains, flatParent } from "./tree.js";
import { all, folded, pointsOf, speaksOf } from "./dom.js";
import { readCell } from "./grid.js";
import { lastingAttributes, namesOf, onlyNames } from "./naming.js";
import { board, page } from "./page.js";
import { isHarmless } from "./presses.js";
import { visible } from "./shown.js";
/** @import { KeypadRequest } from "./messages.js" */

const { words = {}, not_words = [], over, text } = /** @type {KeypadRequest} */ (ask);
const CONTROLS = 'button, a, input, select, [role="button"]', LONGEST = 40;
const labels = Object.keys(words);
const isOfDigits = labels.every((label) => /^\d+$/.test(label));
/** @type {(element: Element) => string} */
const wholeText = (element) => (element.textContent ?? "").trim();
// What stands in a button itself may be a digit, and beside it how many are left; of a symbol, any name in the button tells.
/** @type {(element: Element) => string} */
const ownText = (element) => [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : "")).join("").trim();
/** @type {(element: Element) => string[]} */
const namesIn = (element) => [element, ...element.querySelectorAll("*")].flatMap((one) => [ownText(one),
  ...Object.entries(lastingAttributes(one, Infinity)).filter(([name]) => /^(aria-label|title|alt|class|value|data-.*)$/.test(name)).map(([, value]) => value)]);
/** @type {(element: Element) => string[]} */
const said = (element) => (isOfDigits ? [ownText(element) || wholeText(element)]
  : namesIn(element).flatMap((name) => name.toLowerCase().match(/\p{L}+|\d+|[^\s\p{L}\d\ufe0f]/gu) ?? []));
/** @type {(element: Element) => string} */
const labelOf = (element) => {
  const tokens = said(element);
  const found = labels.filter((label) => words[label].some((word) => tokens.includes(word)));
  return found.length === 1 ? found[0] : "";
};
/** @type {(element: Element) => boolean} */
const isPressed = (element) => isOfDigits || element.matches('button, [role="button"], [role="radio"], label') || getComputedStyle(element).cursor === "pointer";
/** @type {(element: Element) => boolean} */
const isOnBoard = (element) => board !== null && (over ? board.cells.some((cell) => cell === element || contains(element, cell)) : contains(board.grid, element));
/** @type {(buttons: Element[]) => boolean} */
const isWhole = (buttons) => buttons.length === labels.length && new Set(buttons.map(labelOf)).size === labels.length;

// What says what buttons are for: the text just before the first one, if it can't be pressed, names of the part of the page
// with all of them, and their labels.
/** @type {(around: Element, inside: Element[], first: Element) => string[]} */
const introduced = (around, inside, first) => {
  const own = inside.flatMap((one) => [one.getAttribute("aria-label") ?? "", one.getAttribute("title") ?? ""]);
  const isApart = !board || !contains(around, board.grid);
  const said = [...own, ...(isApart ? ["aria-label", "class", "id"] : []).map((name) => around.getAttribute(name) ?? "")];
  for (let at = first; at !== document.body && at.parentElement; at = at.parentElement) {
    /** @type {Node | null} */
    let before = at.previousSibling;
    while (before && !before.textContent?.trim()) before = before.previousSibling;
    const isText = !(before instanceof Element && (before.matches(CONTROLS) || before.querySelector(CONTROLS)));
    if (before) return isText ? [...said, before.textContent ?? ""] : said;
  }
  return said;
};

// The selectors of what is in `around`, by the names that all of them have; last, of symbols, the selectors of each.
/** @type {(around: Element, buttons: Element[], each: string[]) => string[]} */
const selectorsOf = (around, buttons, each) => {
  const names = namesOf(buttons[0]).filter((name) => buttons.every((button) => button.matches(name)));
  return [...names, ...onlyNames(around).flatMap((outer) => names.map((name) => `${outer} ${name}`)), ...(isOfDigits ? [] : [each.join(", ")])];
};

const found = () => {
  const saying = all("*").filter((element) => labelOf(element) && isPressed(element) && visible(element) && isHarmless(element) && !isOnBoard(element));
  const buttons = saying.filter((element) => !saying.some((other) => other !== element && contains(other, element)));
  for (const first of buttons.filter((element) => labelOf(element) === labels[0])) {
    for (let around = flatParent(first); around; around = flatParent(around)) {
      const inside = buttons.filter((element) => contains(/** @type {Element} */ (around), element));
      if (!isWhole(inside)) continue;
      if (introduced(around, inside, first).some((one) => one.length <= LONGEST && speaksOf(folded(one), not_words))) break;
      const each = Object.fromEntries(inside.map((element) => [labelOf(element), onlyNames(element)[0]]));
      const selector = selectorsOf(around, inside, Object.values(each)).find((one) => {
        const others = all(one).filter((element) => visible(element) && labelOf(element));
        return isWhole(others) && others.every((element) => inside.includes(element));
      });
      const isPlain = isOfDigits && inside.every((element) => labels.includes(wholeText(element)));
      if (selector) return { selector, says: isPlain ? { text: "*", pattern: "^(\\d+)$" } : { first: each } };
      break;
    }
  }
  return null;
};

export const answer = () => {
  if (text === undefined) return JSON.stringify(found());
  const { selector, says } = page.buttons ?? {};
  const wanted = selector && says && all(selector).find((button) => visible(button) && readCell(button, says, button) === text);
  const [point] = wanted ? pointsOf([wanted], wanted) : [];
  return point?.free ? JSON.stringify(point) : null;
};
