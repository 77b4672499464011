// @ts-check
// What may begin the game, by the target `ask.starter`: a selector and a text that find each, and where it is clicked. Only
// what belongs to the layer on top, and neither submits a form nor leads elsewhere; beside a board, and under it, only if
// `ask.beside`. With `ask.wide`, whatever the page shows a hand over, if it has such words among others in its name; over a
// board, anything that can be pressed. With it, if there is a board: where its cells are, and the control that closes what
// covers the first covered one. `ask.kind` asks for options of lists, for numbers of levels, for the one field for a name,
// or for what is never pressed though the game may stand behind it, in place of what is pressed.

import { closest, contains, elementAt, flatParent } from "./tree.js";
import { all, folded, namesOf, outside, pointsOf, speaksOf, targets, words } from "./dom.js";
import { readGrid } from "./grid.js";
import { closerOf, hitsOver, layerOf, layersAround } from "./layers.js";
import { onlyNames } from "./naming.js";
import { board, page } from "./page.js";
import { isHarmless } from "./presses.js";
import { isScrolledAway } from "./scrollers.js";
import { visible } from "./shown.js";
/** @import { Point, StarterKind, StartersResponse } from "./messages.js" */
/** @import { Reaches } from "./dom.js" */
/** @import { Target } from "./selectors.js" */

const { starter, beside, wide, kind } = /** @type {{starter: Target, beside: boolean, wide: boolean, kind: StarterKind}} */ (ask);
/** @type {(element: Element) => string} */
const nameOf = (element) => {
  const names = [words(element), element.getAttribute("aria-label"), element.getAttribute("title"), element.getAttribute("value")];
  return names.map((name) => (name ?? "").replace(/\s+/g, " ").trim()).find((name) => name) ?? "";
};
/** @type {(element: Element) => {selector: string, text: string, kind: StarterKind} & Point} */
const told = (element) => {
  const text = nameOf(element);
  const point = pointsOf([element], element)[0];
  return { selector: onlyNames(element)[0], text, kind, ...point, free: point.free && !element.matches(":disabled") };
};

// A click on a cell that hits it, or something of the grid over it that is not another cell.
/** @type {(cell: Element) => Reaches} */
const reaches = (cell) => (hit) => {
  const owner = hit && board && closest(hit, board.cell);
  return owner ? owner === cell : contains(/** @type {Element} */ (board?.grid), hit);
};
const cells = board ? readGrid(board, page).elements : [];
const points = board && pointsOf(cells, board.grid, reaches);
const covered = points ? cells.find((cell, number) => !points[number].free && !outside(points[number]) && !isScrolledAway(cell)) : undefined;

// True if an element belongs to what lies over the board, or in the middle of a page without one.
/** @type {(element: Element) => boolean} */
const isOnTop = (element) => {
  if (covered) {
    const hits = hitsOver(covered, reaches(covered));
    const isLayer = !contains(element, covered) && hits.some((hit) => contains(element, hit));
    return isLayer || layerOf(element, covered, hits) !== null;
  }
  const modals = all(":modal").filter(visible);
  if (modals.length) return modals.some((modal) => contains(modal, element));
  const hit = elementAt(document, innerWidth / 2, innerHeight / 2);
  const isOver = hit && layersAround(hit, document.body).some(({ loose }) => loose);
  return !isOver || layerOf(element, document.body, [hit]) !== null;
};
// The longest name of what is pressed: what is longer is a part of the page, or a card of so many lines at most; the fewest
// numbers that are levels.
const LONGEST = 120, CARD = 8, LEAST_LEVELS = 3;
/** @type {(element: Element | null) => boolean} */
const isUnderHand = (element) => element !== null && getComputedStyle(element).cursor === "pointer";
/** @type {(element: Element) => boolean} */
const isControl = (element) => element.matches(starter.selector)
  || (isUnderHand(element) && !isUnderHand(flatParent(element)) && element.localName !== "select");
const PHRASES = starter.text.map(folded);
// True if a name, or a part of it, is a start.
/** @type {(name: string) => boolean} */
const hasPhrase = (name) => PHRASES.some((one) => ` ${name} `.includes(` ${one} `));
// How little the names of an element speak of a start: 0 if one is a start, 1 if one has such words in it, 2 if none has, 3
// if one says something else.
/** @type {(element: Element) => number} */
const silence = (element) => {
  const text = /** @type {HTMLElement} */ (element).innerText ?? "";
  const lines = text.split("\n").map(folded).filter((line) => line); // the parts of a card, apart
  const whole = [...namesOf(element), ...(lines.length ? [folded(text)] : [])];
  const isCard = lines.length > 1 && lines.length <= CARD && whole.some((name) => name.length > LONGEST);
  const names = [...whole, ...(isCard ? lines : [])].filter((name) => name.length <= LONGEST);
  if (!names.length || [...names, ...(isCard ? whole : [])].some((name) => speaksOf(name, starter.not_words))) return 3;
  if (names.some((name) => PHRASES.includes(name))) return 0;
  return names.some((name) => speaksOf(name, starter.words) || hasPhrase(name)) ? 1 : 2;
};
/** @type {() => Element[]} */
const controls = () => {
  const found = all("body *").filter((element) => visible(element) && isControl(element));
  return found.map((element) => ({ element, rank: silence(element) })).filter(({ rank }) => rank < (covered ? 3 : 2))
    .sort((a, b) => a.rank - b.rank).map(({ element }) => element);
};
// The levels that are numbers alone, "1", "2", "3", on a page with a heading that speaks of levels.
/** @type {() => StartersResponse["starters"]} */
const numbers = () => {
  const isOfLevels = all("h1, h2, h3, [role=heading]").some((one) => visible(one) && speaksOf(folded(words(one)), starter.words));
  const found = isOfLevels ? all("body *").filter((one) => /^\d+$/.test(words(one)) && visible(one) && isControl(one) && isPressed(one)) : [];
  const isList = found.length >= LEAST_LEVELS && found.every((one, at) => Number(words(one)) === at + 1);
  return isList ? found.map((one) => ({ ...told(one), kind: "press" })) : [];
};
// The options that are not chosen, of each list in which the name of one has that of a level in it.
/** @type {() => StartersResponse["starters"]} */
const options = () => all("select:enabled").filter((list) => visible(list) && isPressed(list)).flatMap((list) => {
  const found = /** @type {HTMLOptionElement[]} */ ([...list.querySelectorAll("option:enabled")]);
  const isOfLevels = found.some((option) => hasPhrase(folded(words(option))));
  return found.filter((option) => isOfLevels && !option.selected).map((option) => ({ ...told(list), text: words(option) }));
});
// The one empty field for a name, on a page where nothing else can be filled in: no address, number or secret.
/** @type {(field: Element) => string[]} */
const labelsOf = (field) => [field.getAttribute("placeholder"), field.getAttribute("aria-label"), field.getAttribute("name"),
  ...[.../** @type {HTMLInputElement} */ (field).labels ?? []].map(words)].flatMap((name) => (name?.trim() ? [folded(name)] : []));
const NOT_FILLED = ["checkbox", "radio", "range", "button", "submit", "reset", "hidden"];
/** @type {() => Element[]} */
const fields = () => {
  const found = /** @type {HTMLInputElement[]} */ (all("input, textarea").filter((one) => visible(one)
    && !NOT_FILLED.includes(/** @type {HTMLInputElement} */ (one).type)));
  return found.filter((field) => found.length === 1 && field.matches(starter.selector) && !field.value && !field.disabled
    && !field.readOnly && ["", "off", "on", "name", "nickname"].includes(field.autocomplete) && isOnTop(field)
    && labelsOf(field).some((name) => speaksOf(name, starter.words)) && !labelsOf(field).some((name) => speaksOf(name, starter.not_words)));
};
// What is never pressed though the game may stand behind it: a field for a password, a link to another page of the site,
// by its address, and a control of a form; of these the names are a start.
/** @type {() => StartersResponse["starters"]} */
const blocked = () => {
  const passwords = all('input[type="password"]').filter(visible);
  const harmful = all("a[href], button, input").filter((element) => visible(element) && silence(element) < 2 && !isHarmless(element));
  const links = /** @type {HTMLAnchorElement[]} */ (harmful.filter((element) => element.localName === "a"))
    .filter(({ origin, protocol }) => origin === location.origin && protocol.startsWith("http"));
  return [
    ...passwords.map((field) => ({ ...told(field), kind: /** @type {const} */ ("password") })),
    ...links.map((link) => ({ ...told(link), kind: /** @type {const} */ ("link"), text: link.href })),
    ...harmful.filter((element) => element.localName !== "a").map((control) => ({ ...told(control), kind: /** @type {const} */ ("form") })),
  ];
};
// A control that was found before, by its selector and its name, or the label of a field.
/** @type {() => Element[]} */
const again = () => all(starter.selector).filter((element) => visible(element)
  && [nameOf(element), ...labelsOf(element)].some((name) => starter.text.includes(name))).slice(0, 1);
// A link comes after all else.
/** @type {(element: Element) => number} */
const rank = (element) => (element.matches("a[href]") ? 1 : 0);
/** @type {(element: Element) => boolean} */
const isPressed = (element) => isHarmless(element) && (beside || isOnTop(element));

export const answer = () => {
  const closer = covered && closerOf(covered, reaches(covered));
  /** @type {StartersResponse} */
  const response = {
    points,
    covered: covered !== undefined,
    closer: closer ? pointsOf([closer.found], closer.found)[0] : null,
    starters: kind === "again" ? again().map(told) : kind === "blocked" ? blocked() : kind === "choose" ? options() : kind === "number" ? numbers() : board && !covered && !beside ? [] : kind === "fill" ? fields().map((field) => ({ ...told(field), text: labelsOf(field)[0] }))
      : (wide ? controls() : targets({ ...starter, words: [] })).filter(isPressed).sort((a, b) => rank(a) - rank(b)).map(told),
  };
  return JSON.stringify(response);
};
