// @ts-check
// The buttons beside the board that say 1, 2, 3 and so on to `ask.most`, each once: a selector that finds just these among all
// that say a number; null if there are none.

import { contains, flatParent } from "./tree.js";
import { all } from "./dom.js";
import { namesOf, onlyNames } from "./naming.js";
import { board } from "./page.js";
import { isHarmless } from "./presses.js";
import { visible } from "./shown.js";

const { most } = /** @type {{most: number}} */ (ask);
/** @type {(element: Element) => string} */
const labelOf = (element) => (element.textContent ?? "").trim();
/** @type {(element: Element) => boolean} */
const isDigit = (element) => /^[1-9]\d?$/.test(labelOf(element)) && Number(labelOf(element)) <= most;
// The outermost element with a text: a button, and not what is in it.
/** @type {(element: Element) => boolean} */
const isOuter = (element) => labelOf(element.parentElement ?? element) !== labelOf(element) || element.parentElement === null;

/** @type {(buttons: Element[]) => boolean} */
const isWhole = (buttons) => buttons.length === most && new Set(buttons.map(labelOf)).size === most;

// The selectors of what is in `around`, by the names that all of them have.
/** @type {(around: Element, buttons: Element[]) => string[]} */
const selectorsOf = (around, buttons) => {
  const names = namesOf(buttons[0]).filter((name) => buttons.every((button) => button.matches(name)));
  return [...names, ...onlyNames(around).flatMap((outer) => names.map((name) => `${outer} ${name}`))];
};

export const answer = () => {
  const digits = all("*").filter((element) => isDigit(element) && isOuter(element) && visible(element) && isHarmless(element)
    && !(board && contains(board.grid, element)));
  for (const first of digits.filter((element) => labelOf(element) === "1")) {
    for (let around = flatParent(first); around; around = flatParent(around)) {
      const inside = digits.filter((element) => contains(/** @type {Element} */ (around), element));
      if (!isWhole(inside)) continue;
      const selector = selectorsOf(around, inside).find((one) => {
        const found = all(one).filter((element) => visible(element) && isDigit(element));
        return isWhole(found) && found.every((element) => inside.includes(element));
      });
      if (selector) return JSON.stringify(selector);
      break;
    }
  }
  return "null";
};
