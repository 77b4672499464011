// @ts-check
// One observation of the page as JSON, or null if it is not one that was asked for, so that
// it can be polled.

import { visible, boxOf, seenIn } from "./shown.js";
import { isScrolledAway, reveal, scrollTo } from "./scrollers.js";
import { contains, elementAt, flatParent } from "./tree.js";
import { documents, all, target, point, outside, isAway, pointsOf, site } from "./dom.js";
import { MANY, pointsOfMany } from "./crowds.js";
import { account } from "./account.js";
import { readCell, readGrid } from "./grid.js";
import { lineOf, isLocked, VEILED, BESIDES, isNamedSample, controlsOf, copyOf, hitsIn, wayTo } from "./boards.js";
import { request, boards, page, board, generation, holds, said, shownNumbers, sign } from "./page.js";
import { closerOf } from "./layers.js";
import { nextStep } from "./start.js";
/** @import { Closer } from "./layers.js" */
/** @import { Expected, LookResponse, Point, Value } from "./messages.js" */
/** @import { Found } from "./grid.js" */
/** @import { PageBoard } from "./boards.js" */
/** @import { Reaches } from "./dom.js" */
/** @import { Step } from "./start.js" */
/** @typedef {Omit<Found, "elements">} Read */
/** @typedef {Omit<LookResponse, "account" | "numbers" | "generation" | "paths" | "counts">} Answer */

// The board, for what is only called where there is one.
const played = /** @type {PageBoard} */ (board);

// True if a click at a cell's centre hits the cell, or something of the grid over it that is not another cell.
/** @type {(cell: Element) => Reaches} */
const reaches = (cell) => (hit) => {
  for (let at = hit; at; at = flatParent(at)) {
    const owner = copyOf.get(at) ?? at;
    if (owner === cell || played.cells.includes(owner)) return owner === cell;
  }
  return contains(played.grid, hit);
};

// A board that is still being drawn or moved is not believed: it has to look the same for a while, in milliseconds. One
// that has a mark against it, and no other beside it, may be there before the board that is played.
const STILL = 50;
const STILL_ALONE = 700;
// A page's whole content is veiled while a dialog is open.
/** @type {(element: Element) => boolean} */
const isShell = ({ parentElement, ownerDocument }) => parentElement === ownerDocument.body;
/** @type {(element: Element) => boolean} */
const isAside = (element) => (element.matches(VEILED) && !isShell(element)) || element.matches(BESIDES) || isNamedSample(element);
const isDoubtful = () => isLocked(played)
  || lineOf(played.grid).some((element) => isAside(element) && !controlsOf(played).some((control) => contains(element, control)));
const patience = () => (request.arriving && isDoubtful() ? STILL_ALONE : STILL);
const poll = /** @type {{before?: string, since?: number}} */ (ask);
/** @type {(found: Read) => boolean} */
const settled = (found) => {
  const text = JSON.stringify([found.cells, found.lists, found.indices, boxOf(played.grid)]);
  if (text !== poll.before) [poll.before, poll.since] = [text, performance.now()];
  return performance.now() - Number(poll.since) >= patience() && found.rows * found.cols === found.cells.length;
};
// A letter that stands for a number is one in either case.
/** @type {(seen: Value, value: Value) => boolean} */
const isLetter = (seen, value) => typeof seen === "string" && /^[a-z]$/i.test(seen) && seen.toLowerCase() === value;
// A page may draw things without telling them apart.
/** @type {(seen: Value, value: Value) => boolean} */
const isNameless = (seen, value) => seen === "drawn" && typeof value === "string" && value !== "";
// A page may have a word for no mark.
/** @type {(seen: Value, value: Value) => boolean} */
const isEqual = (seen, value) => seen === value || (value === "" && seen === "empty") || isLetter(seen, value) || isNameless(seen, value);
// The expected marks must be read by all alternatives: one may change a moment after another.
/** @type {(found: Read, expect: Expected) => boolean} */
const expected = (found, { field, cells, done }) => !found.clashes.includes(field)
  && Object.entries(done).every(([name, least]) => found.lists[name].filter(([, , isDone]) => isDone).length >= least)
  && cells.every(([index, value]) => isEqual(found.cells[index]?.[field], value));

/** @type {(what: "start" | "overlay", found: Element, overlay?: string) => Answer} */
const clickable = (what, found, overlay) => ({ what, point: pointsOf([found], found)[0], ...(overlay && { overlay }) });
/** @type {(closer: Closer) => Answer} */
const closing = ({ found, name }) => clickable("overlay", found, name);

/** @type {(step: Step) => Answer} */
const onStart = ({ number, element, refused }) => {
  const overlay = !point(element).free && closerOf(element);
  return overlay ? closing(overlay) : { ...clickable("start", element), step: number, ...(refused && { refused }) };
};
/** @type {(element: Element, name: string) => Answer} */
const pressing = (element, name) => {
  const overlay = !point(element).free && closerOf(element);
  return overlay ? closing(overlay) : clickable("overlay", element, name);
};

// What the page last says of a lesson, in an attribute or in a script, which is long and seldom changes.
/** @type {(element: Element, pattern: RegExp) => string | undefined} */
const lessonIn = (element, pattern) => {
  const text = element.localName === "script" ? element.textContent ?? "" : "";
  const known = globalThis.lessons.get(element);
  if (text && known?.size === text.length) return known.said;
  const found = [...element.attributes].map(({ name, value }) => `${name}="${value}"`).concat(text).join("\n");
  const said = [...found.matchAll(pattern)].at(-1)?.[1];
  if (text) globalThis.lessons.set(element, { size: text.length, said });
  return said;
};
// What was switched off may be the lesson: the scripts still tell of it.
const isLesson = () => {
  if (page.lesson === undefined) return false;
  globalThis.lessons ??= new WeakMap();
  const pattern = new RegExp(page.lesson, "gi");
  const said = all(globalThis.hasSwitched ? ":not(script)" : "*").map((element) => lessonIn(element, pattern));
  return said.filter(Boolean).at(-1)?.toLowerCase() === "true";
};

// The cells that have to be free: those of the coming moves, and three that tell of a layer over all; null for all cells.
/** @type {(elements: Element[]) => Set<Element> | null} */
const needed = (elements) => (request.coming && request.coming.length <= MANY
  ? new Set([0, elements.length >> 1, elements.length - 1, ...request.coming].map((i) => elements[i])) : null);

// The points of the cells, and of the buttons by their texts: with both in the window if they fit.
/** @type {(elements: Element[], cols: number, grid: Element, reaches: (cell: Element) => Reaches, some?: Set<Element> | null) => [Point[], Record<string, Point>]} */
const pointsOnBoard = (elements, cols, grid, reachesAny, some = null) => {
  /** @type {(cell: Element) => Reaches | null} */
  const reaches = (cell) => (some && !some.has(cell) ? null : reachesAny(cell));
  if (request.show) reveal(request.show.map((number) => elements[number]), isAway);
  const { selector, says } = page.buttons ?? {};
  const buttons = selector ? all(selector).filter(visible) : [];
  if (!buttons.length || !says) {
    const points = request.show ? elements.map((cell) => point(cell, reaches(cell))) : some ? null : pointsOfMany(elements, cols, grid, reachesAny);
    return [points ?? pointsOf(elements, grid, reaches), {}];
  }
  const both = [...elements, ...buttons];
  /** @type {(element: Element) => Reaches | undefined | null} */
  const reachesOne = (element) => (buttons.includes(element) ? undefined : reaches(element));
  let around = grid;
  for (let next = flatParent(around); next && !buttons.every((button) => contains(around, button)); next = flatParent(around)) around = next;
  let points = request.show ? both.map((element) => point(element, reachesOne(element))) : pointsOf(both, around, reachesOne);
  if (!request.still && !request.show && !elements.every((cell, i) => points[i].free || reaches(cell) === null)) {
    scrollTo(grid);
    points = both.map((element) => point(element, reachesOne(element)));
  }
  const named = buttons.map((button, i) => [readCell(button, says, button), points[elements.length + i]]);
  return [points.slice(0, elements.length), Object.fromEntries(named.filter(([text]) => text !== null))];
};

// The window size that fits the whole board beside fixed elements; null if this window is large enough.
/** @type {(elements: Element[], points: Point[]) => number[] | null} */
const roomFor = (elements, points) => {
  const boxes = elements.map(boxOf);
  /** @type {(low: "left" | "top", high: "right" | "bottom") => number} */
  const span = (low, high) => Math.max(...boxes.map((box) => box[high])) - Math.min(...boxes.map((box) => box[low]));
  const [width, height] = [span("left", "right"), span("top", "bottom")];
  if (width <= innerWidth && height <= innerHeight && !points.some(outside)) return null;
  return [innerWidth + (width > innerWidth ? width : 0), innerHeight + height].map(Math.ceil);
};

// Points come last, as they cost most: a wait computes them once. An overlay of the whole board is closed before,
// without waiting for the played.
/** @type {(found: Found) => Answer | null} */
const onBoard = ({ elements, ...found }) => {
  const covered = [0, elements.length >> 1, elements.length - 1].map((i) => elements[i]);
  const cover = !request.expect && covered.every((cell) => !point(cell, reaches(cell)).free) && closerOf(covered[0], reaches(covered[0]));
  if (cover) return closing(cover);
  if (request.until && !(request.expect ? expected(found, request.expect) : settled(found))) return null;
  const switched = request.arriving && page.switches.map(({ name, press }) => ({ name, on: target(press) })).find(({ on }) => on);
  if (switched && switched.on) {
    globalThis.hasSwitched = true;
    return pressing(switched.on, switched.name);
  }
  if (!request.expect && isLesson()) return { what: "nothing", lesson: true };
  const some = needed(elements);
  const [points, buttons] = pointsOnBoard(elements, found.cols, played.grid, reaches, some);
  // Of a board that does not fit into what scrolls it, only those cells count that are asked for, or visible now.
  const away = request.still ? [] : elements.map(isScrolledAway);
  const scrolls = away.includes(true) || request.show !== undefined;
  /** @type {(at: Point, number: number) => boolean} */
  const isHidden = (at, number) => !at.free && !away[number] && (request.show?.includes(number) ?? some?.has(elements[number]) ?? true);
  const free = request.still || !points.some(isHidden);
  const cramped = scrolls ? !request.show && !request.enlarged : !free;
  const room = cramped && (request.until || request.sight) && roomFor(elements, points);
  if (room) return { what: "cramped", window: room };
  const hidden = !free && elements[points.findIndex(isHidden)];
  const overlay = hidden && closerOf(hidden, reaches(hidden));
  if (overlay) return closing(overlay);
  const isTold = Object.values(found.rules).every((value) => value !== null);
  const readable = free && isTold && Object.entries(found.chosen).every(([name, chosen]) => chosen !== null || request.elsewhere.includes(name));
  return readable || (request.expect && !page.hover) || !request.until ? { ...found, points, buttons, scrolls } : null;
};

// Several boards between which nothing decides. What covers one of them is closed before the next observation.
/** @type {() => Answer} */
const onSeveral = () => {
  /** @type {(one: PageBoard) => boolean} */
  const isFree = (one) => hitsIn(one, [one.grid]).length === one.hits?.length;
  const hidden = request.expect ? undefined : boards.find((one) => !isFree(one));
  /** @type {Reaches} */
  const inGrid = (hit) => (hidden && contains(hidden.grid, hit)) ?? false;
  const cell = hidden && (hidden.cells.find((one) => !point(one, inGrid).free) ?? hidden.cells[0]);
  const cover = cell && closerOf(cell, inGrid);
  if (cover) return closing(cover);
  return { what: "several", boards: boards.map(({ grid, cells }) => ({ cells: cells.length, way: wayTo(grid) })) };
};

// The elements that may show a board of which nothing is in the document: the largest that can be seen is brought into
// the window.
/** @type {(element: Element) => number} */
const areaOf = (element) => { const { width, height } = boxOf(element); return width * height; };
const MAX_SURFACES = 4;
const SPOTS = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]];
/** @type {() => Answer} */
const onSurface = () => {
  const surfaces = page.grid.flatMap(all).filter(visible).sort((a, b) => areaOf(b) - areaOf(a)).slice(0, MAX_SURFACES);
  const [surface] = surfaces;
  if (!surface) return { what: "nothing" };
  const { left, top, right, bottom, width, height } = boxOf(surface);
  /** @type {Reaches} */
  const reaches = (hit) => contains(surface, hit) || (hit !== null && contains(hit, surface)); // it may take no pointer
  const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  if (!request.still && surface.ownerDocument === document && !isWhole && !request.expect) scrollTo(surface);
  const room = !request.enlarged && roomFor([surface], pointsOf([surface], surface));
  if (room) return { what: "cramped", window: room };
  for (const [across, down] of SPOTS) {
    const place = { x: left + across * width, y: top + down * height };
    const isFree = outside(place) || reaches(elementAt(surface.ownerDocument, place.x, place.y));
    const cover = isFree ? null : closerOf(surface, reaches, place);
    if (cover) return closing(cover);
  }
  const buttons = page.buttons ? pointsOnBoard([surface], 1, surface, () => reaches)[1] : {};
  return { what: "nothing", buttons, surfaces: surfaces.map(boxOf).map((box) => [box.left, box.top, box.right, box.bottom]) };
};

// A hidden badge and its frames are on many pages; what asks for a person is large.
const PERSONS_LEAST = { width: 100, height: 50 };
/** @type {(element: Element) => boolean} */
const isLarge = (element) => {
  const { width, height } = boxOf(element);
  return width >= PERSONS_LEAST.width && height >= PERSONS_LEAST.height && visible(element) && seenIn(element) !== null;
};

/** @type {() => Answer | null} */
const observed = () => {
  if (site.signin && new RegExp(site.signin).test(location.pathname)) return { what: "signin" };
  const held = page.won.filter((one) => holds(one) && !request.refuted.includes(JSON.stringify(one)));
  if (held.length) return { what: "won", sign: held[0].as, held: held.map((one) => JSON.stringify(one)) };
  if (site.challenge && all(site.challenge).some(isLarge)) return { what: "signin", challenge: true };
  const lost = request.until?.includes("lost") && page.lost.find(holds);
  if (lost) return { what: "lost", said: said(lost) };
  const submit = request.submit && page.submit && target(page.submit);
  if (submit) return pressing(submit, "submit");
  const step = nextStep();
  if (step === "wait") return { what: "nothing" };
  if (step) return onStart(step);
  const already = request.arriving && sign(page.already);
  if (already) return { what: "already", sign: already };
  if (boards.length > 1) return onSeveral();
  if (board && request.expect) globalThis.playedGrids.add(board.grid);
  if (board) return onBoard(readGrid(board, page));
  return request.sight ? onSurface() : { what: "nothing" };
};

/** @type {() => string | null} */
export const answer = () => {
  const found = observed();
  // Wait for the last clicked control to disappear, rather than click it again.
  const name = found && (found.overlay ?? (found.step === undefined ? found.what : `${found.what} ${found.step}`));
  const wanted = found && (!request.until || (request.until.includes(found.what) && name !== request.clicked));
  if (!wanted) return null;
  /** @type {LookResponse} */
  const response = {
    ...found,
    account: request.arriving ? account() : null,
    numbers: request.arriving || found.what === "won" ? shownNumbers() : [],
    generation,
    ...(page.whole !== undefined && !all(page.whole).length && { partial: true }),
    paths: documents.map((document) => document.location.pathname),
    counts: {
      grid: board ? 1 : page.grid.flatMap(all).length, // only a page without a board is worth a search for all
      cell: board?.cells.length ?? 0,
      start: page.start.flatMap(({ selector }) => all(selector).filter(visible)).length,
    },
  };
  // As text: Playwright transfers a tree of objects far more slowly than one string.
  return JSON.stringify(response);
};
