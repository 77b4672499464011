// @ts-check
// What may begin the game, by the target `ask.starter`: a selector and a text that find each, and where it is clicked.

import { pointsOf, targets } from "./dom.js";
import { onlyNames } from "./naming.js";
/** @import { Point } from "./messages.js" */
/** @import { Target } from "./selectors.js" */

const { starter } = /** @type {{starter: Target}} */ (ask);
/** @type {(element: Element) => {selector: string, text: string} & Point} */
const told = (element) => {
  const names = [element.textContent, element.getAttribute("aria-label"), element.getAttribute("title"), element.getAttribute("value")];
  const text = names.map((name) => (name ?? "").replace(/\s+/g, " ").trim()).find((name) => name) ?? "";
  return { selector: onlyNames(element)[0], text, ...pointsOf([element], element)[0] };
};

// A link may lead elsewhere: it comes after all else.
/** @type {(element: Element) => number} */
const rank = (element) => (element.matches("a[href]") ? 1 : 0);
export const answer = () => JSON.stringify(targets(starter).sort((a, b) => rank(a) - rank(b)).map(told));
