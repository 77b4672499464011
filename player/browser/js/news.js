// @ts-check
// What has changed on the page since it was noted (see newcomers.js), outside the cells: what may be a sign of a win.

import { words } from "./dom.js";
import { isMade, namesOf } from "./naming.js";
import { CONTROLS, DRAWN, HEADINGS, marksOf, ownText, shownNow, unnumbered } from "./newcomers.js";
/** @import { News } from "./messages.js" */

const MOST = 40;
const LONGEST = 160;
const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';

// A selector that finds an element by a name of its own, or of the nearest around it that has one.
/** @type {(element: Element) => string} */
const named = (element) => {
  const [own] = namesOf(element).filter((name) => name !== element.localName || name.includes("-"));
  if (own) return own;
  for (let around = element.parentElement; around; around = around.parentElement) {
    const [name] = namesOf(around).filter((one) => one !== around?.localName || one.includes("-"));
    if (name) return `${name} ${element.localName}`;
  }
  return element.localName;
};

/** @type {() => News[]} */
const news = () => {
  const before = globalThis.notedTexts === undefined ? new WeakMap() : globalThis.notedTexts;
  const names = globalThis.notedNames ?? new WeakMap();
  const shown = shownNow(DRAWN);
  if (before === null || shown === null) return [];
  const found = /** @type {News[]} */ ([]);
  for (const element of shown) {
    const isFresh = !before.has(element);
    const says = ownText(element) !== "" && unnumbered(ownText(element)) !== before.get(element);
    const place = { heading: element.matches(HEADINGS), dialog: element.closest(DIALOGS) !== null, control: element.closest(CONTROLS) !== null };
    const text = words(element).slice(0, LONGEST);
    if (isFresh || says) found.push({ selector: named(element), text: says || isFresh ? text : "", own: ownText(element).slice(0, LONGEST), fresh: isFresh, ...place });
    const noted = names.get(element);
    for (const name of isFresh || !noted ? [] : marksOf(element).filter((one) => !noted.has(one) && !isMade(one.replace(/^[.#]/, "")))) {
      found.push({ selector: `${element.localName}${name}`, text: "", own: name, fresh: false, ...place });
    }
  }
  return found.sort((a, b) => Number(b.heading) - Number(a.heading)).slice(0, MOST);
};

export const answer = () => JSON.stringify(news());
