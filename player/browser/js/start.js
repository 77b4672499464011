// @ts-check
// The steps that begin the game, each made once.

import { careful, targets, folded, outside, point, words } from "./dom.js";
import { contains } from "./tree.js";
import { isHarmless } from "./presses.js";
import { request, boards, page } from "./page.js";
/** @import { Start } from "./selectors.js" */
/** @typedef {{number: number, element: Element, refused: string}} Step the refusal is part of a sentence */

// Fields for what is nobody's but the user's, whatever their type shows at the moment.
const SECRET = 'input[type="password" i], [autocomplete*="password" i], [autocomplete~="one-time-code" i], [autocomplete*="cc-" i]';
const NO_TEXT = ["checkbox", "radio", "range", "color", "file", "button", "submit", "reset", "image", "hidden"];
// A step may come a moment later than the next one: it is left out once that has been there so long, in milliseconds.
const LATE = 400;

/** @type {(element: Element) => boolean} */
const isField = (element) => (element.localName === "input"
  ? !NO_TEXT.includes(/** @type {HTMLInputElement} */ (element).type)
  : element.localName === "textarea" || /** @type {HTMLElement} */ (element).isContentEditable);
/** @type {(element: Element) => HTMLOptionElement[]} */
const optionsOf = (element) => [...element.querySelectorAll("option")].filter(({ disabled }) => !disabled);
/** @type {(element: Element, name: string) => HTMLOptionElement | undefined} */
export const optionOf = (element, name) => optionsOf(element).find(({ value }) => value === name)
  ?? optionsOf(element).find((option) => folded(words(option)) === folded(name));

// What keeps a step from being made; nothing if it can be.
/** @type {(step: Start, element: Element) => string} */
const refusal = ({ fill, choose }, element) => {
  if (fill !== undefined && element.matches(SECRET)) return "would fill in a field for secrets";
  if (fill !== undefined && !isField(element)) return "finds no field to fill in";
  if (choose === undefined) return "";
  if (element.localName !== "select") return "finds no list of options";
  const found = optionsOf(element).slice(0, 12).map((option) => words(option)).join(", ");
  return optionOf(element, choose) ? "" : `finds no option ${JSON.stringify(choose)}, but ${found || "none"}`;
};
// True if a step that was made shows its effect in its own element.
/** @type {(step: Start, element: Element) => boolean} */
const isFilled = ({ fill, choose }, element) => {
  const { value } = /** @type {HTMLInputElement | HTMLSelectElement} */ (element);
  return fill === (value ?? words(element)) || (choose !== undefined && optionOf(element, choose)?.value === value);
};

const made = request.made ?? 0;
const isPlain = page.start.length === 1 && page.start[0].fill === undefined && page.start[0].choose === undefined;
const poll = /** @type {{skips?: number, skipped?: number}} */ (ask);
/** @type {(number: number) => boolean} */
const isEarly = (number) => {
  if (isPlain || number <= made || !request.until) return false;
  if (poll.skips !== number) [poll.skips, poll.skipped] = [number, performance.now()];
  return performance.now() - Number(poll.skipped) < LATE;
};
// True if there is a board that a click can reach.
const isBoardFree = () => boards.some(({ grid, cells }) => [cells[0], cells[cells.length >> 1], cells[cells.length - 1]]
  .some((cell) => cell && (point(cell, (hit) => contains(grid, hit)).free || outside(point(cell)))));
/** @type {(there: (Element | undefined)[]) => number} */
const numberOf = (there) => {
  if (isPlain) return there[0] ? 0 : -1;
  const next = there.findIndex((element, number) => element && number >= made);
  const last = there[made - 1];
  // The last click may have been lost.
  return next < 0 && last && !isBoardFree() && !isFilled(page.start[made - 1], last) ? made - 1 : next;
};
// The next step that is there; "wait" if it cannot be made yet, or if the one before it may come.
/** @type {() => Step | "wait" | null} */
export const nextStep = () => {
  // A picture may show the board of a page whose start stays: it is pressed once.
  /** @type {(number: number) => boolean} */
  const isBegun = (number) => boards.length > 0 || Boolean(request.sight && number < made);
  const there = page.start.map((step, number) => (step.stays && isBegun(number) ? undefined
    : targets(step).find((element) => !careful || isHarmless(element))));
  const number = numberOf(there);
  const element = there[number];
  if (!element) return null;
  if (element.matches(":disabled") || isEarly(number)) return "wait";
  return { number, element, refused: refusal(page.start[number], element) };
};
