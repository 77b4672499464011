// @ts-check
// The choice of the board among all candidates.
//
// Invisible boards and cells do not count. Of several boards, the one that takes input is chosen. A mark against a
// board is a sign that it does not take input. A board precedes another of the same kind if its marks are a proper
// subset of the other's. If no board precedes all others, the page is not understood.

import { LEAST, visible, clips, seenIn, frameOf, boxOf } from "./shown.js";
import { find, first, animationsIn, matches, closest, contains, elementsIn, elementAt, flatParent } from "./tree.js";
import { scrollTo } from "./scrollers.js";
import { documents, all, target, targets, point, isAway, still, words } from "./dom.js";
import { layout } from "./places.js";
import { readCell, indicesTold } from "./grid.js";
/** @import { Layout } from "./places.js" */
/** @import { PageSelectors } from "./selectors.js" */
/** @typedef {{grid: Element, cells: Element[], page?: PageSelectors, cell?: string, layout?: Layout, hits?: Element[]}} Board */
/** @typedef {Board & {page: PageSelectors, cell: string}} PageBoard found by selectors */
/** @typedef {Record<string, (one: Board, other: Board) => boolean>} Kind marks of one kind */

// A cell that is being animated into view counts, so that half a board is not taken for a board.
/** @type {(grid: Element) => Element[]} */
const appearing = (grid) => animationsIn(grid)
  .filter(({ playState, effect }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime))
  .flatMap(({ effect }) => /** @type {KeyframeEffect} */ (effect).target ?? []);
/** @type {(cell: Element) => boolean} */
export const isShown = (cell) => {
  const area = seenIn(cell);
  if (area === null) return false;
  const { left, top, width, height } = boxOf(cell);
  const [x, y] = [left + width / 2, top + height / 2];
  return width >= LEAST && height >= LEAST && x >= area.left - 1 && x <= area.right + 1 && y >= area.top - 1 && y <= area.bottom + 1;
};
/** @type {(grid: Element, cells: Element[]) => Element[]} */
const shownOf = (grid, cells) => {
  const shown = cells.filter(isShown);
  if (!shown.length || shown.length === cells.length) return shown;
  const soon = appearing(grid);
  return soon.length ? cells.filter((cell) => shown.includes(cell) || soon.some((one) => contains(one, cell))) : shown;
};
// A page may lay a copy of a cell over it, such as that with the focus. The first one counts, or that with contents.
const MOST_COPIES = 2;
/** @type {WeakMap<Element, Element>} */
export const copyOf = new WeakMap();
/** @type {(cells: Element[]) => Element[]} */
const withoutCopies = (cells) => {
  if (cells.length <= 9) return cells;
  const { rows, cols, indices } = layout(cells);
  const extra = cells.length - rows * cols;
  if (extra < 1 || extra > MOST_COPIES) return cells;
  const pairs = cells.flatMap((copy, i) => (indices.indexOf(indices[i]) < i ? [[cells[indices.indexOf(indices[i])], copy]] : []));
  /** @type {(pair: Element[]) => boolean} */
  const isPair = ([first, copy]) => {
    const [a, b] = [boxOf(first), boxOf(copy)];
    const [text, other] = [words(first), words(copy)];
    return Math.hypot(a.left + a.right - b.left - b.right, a.top + a.bottom - b.top - b.bottom) < a.width / 4
      && !contains(first, copy) && (!text || !other || text === other);
  };
  if (pairs.length !== extra || !pairs.every(isPair)) return cells;
  for (const [first, copy] of pairs) {
    if (first.childElementCount || first.textContent || !copy.childElementCount) copyOf.set(copy, first);
    else copyOf.set(first, copy);
  }
  return cells.filter((cell) => !copyOf.has(cell));
};
/** @type {(grid: Element, selector: string) => Element[]} */
export const shownCells = (grid, selector) => withoutCopies(shownOf(grid, find(grid, selector)));

// Ancestors of elements, through frames.
/** @type {(element: Element) => Element | null} */
const parentOf = (element) => flatParent(element) ?? frameOf(element);
/** @type {(element: Element | null) => Element[]} */
export const lineOf = (element) => (element ? [element, ...lineOf(parentOf(element))] : []);
// The ancestors of the first board that the second does not have.
/** @type {(one: Board, other: Board) => Element[]} */
const branch = (one, other) => {
  const line = new Set(lineOf(other.grid));
  return lineOf(one.grid).filter((element) => !line.has(element));
};

// Marks against a board by itself

const SHUT = '[aria-disabled="true"], :disabled';
/** @type {(cell: Element) => boolean} */
const isShut = (cell) => closest(cell, SHUT) !== null || first(cell, SHUT) !== null;
/** @type {(cell: Element) => boolean} */
const isOutOfReach = (cell) => [cell, ...elementsIn(cell)].every((element) => getComputedStyle(element).pointerEvents === "none");
// A board that took moves is locked once it is finished, and is still the board.
globalThis.playedGrids ??= new WeakSet();
/** @type {(board: Board) => boolean} */
export const isLocked = ({ grid, cells }) => !playedGrids.has(grid) && cells.every(isShut);

// A row is not a board; a board has each of its cells once, as many as its size.
/** @type {(board: Board) => boolean} */
const isWhole = (board) => {
  const { rows, cols, indices } = (board.layout ??= layout(board.cells));
  if (rows < 3 || cols < 3 || rows * cols !== board.cells.length || new Set(indices).size !== indices.length) return false;
  const { page, grid, cells } = board;
  const numbers = page && indicesTold(cells, page, { ...board.layout, grid });
  if (numbers && (new Set(numbers).size !== cells.length || numbers.some((number) => !(number >= 0 && number < cells.length)))) return false;
  const size = page?.size ? [page.size.rows, page.size.cols].map((how) => readCell(grid, how, grid)) : [null, null];
  return size.every((number, i) => number === null || Number(number) === [rows, cols][i]);
};

const TINY = 12;
/** @type {(board: Board) => number} */
const sideOf = ({ cells }) => { const { width, height } = boxOf(cells[0]); return Math.min(width, height); };
/** @type {(selector: string) => (board: Board) => boolean} */
const inAny = (selector) => ({ grid }) => lineOf(grid).some((element) => element.matches(selector));
export const VEILED = '[aria-hidden="true"], [inert]';
/** @type {(one: Board, other: Board) => boolean} */
const isVeiled = (one, other) => branch(one, other).some((element) => element.matches(VEILED));
/** @type {(board: Board) => boolean} */
const isPassedBy = ({ cells }) => cells.every(isOutOfReach);
const isInLink = inAny("a[href], button, label, summary");
/** @type {(board: Board) => boolean} */
const takesInput = (board) => sideOf(board) >= TINY && ![isLocked, inAny(VEILED), isPassedBy, isInLink].some((mark) => mark(board));

// Marks against a board next to another

export const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [popover]';
export const BESIDES = 'aside, [role="complementary"], figure, [role="img"], [role="tooltip"], details, nav, header, footer, '
  + DIALOG;
const SAMPLE_WORDS = /tutorial|example|sample|preview|thumb|yesterday|previous|archive|how-?to/i;
/** @type {(element: Element) => boolean} */
export const isNamedSample = ({ attributes }) => [...attributes]
  .some(({ name, value }) => /^(id|class|aria-label|data-.*)$/.test(name) && value.length < 100 && SAMPLE_WORDS.test(value));

/** @type {(board: Board) => Element[]} */
export const controlsOf = ({ page }) => (page ? [...[...page.timer, ...(page.buttons ? [page.buttons.selector] : [])].flatMap(all),
  ...page.switches.flatMap(({ press }) => targets(press))].filter(visible) : []);
/** @type {(one: Board, other: Board) => boolean} */
const hasControls = (one, other) => {
  const own = branch(one, other);
  return controlsOf(one).some((control) => own.some((element) => element !== one.grid && contains(element, control)));
};
const FOCUS = 'button, input, [tabindex]:not([tabindex="-1"])';
/** @type {(board: Board) => boolean} */
const takesFocus = ({ grid, cells }) => cells.some((cell) => matches(cell, FOCUS)) || closest(grid, FOCUS) !== null;
/** @type {(board: Board) => boolean} */
const isPointedAt = ({ cells }) => cells.some((cell) => getComputedStyle(cell).cursor === "pointer");

// The elements that clicks at a few of a board's cells would hit, in any frame; null outside the window.
const SAMPLES = 9;
/** @type {(element: Element | null) => Document | undefined} */
const contentOf = (element) => documents.find((one) => one === /** @type {HTMLIFrameElement | null} */ (element)?.contentDocument);
/** @type {(x: number, y: number) => Element | null} */
const hitAt = (x, y) => {
  let hit = elementAt(document, x, y);
  for (let inner = contentOf(hit); hit && inner; inner = contentOf(hit)) {
    const around = hit.getBoundingClientRect();
    [x, y] = [x - around.left - hit.clientLeft, y - around.top - hit.clientTop];
    hit = elementAt(inner, x, y) ?? inner.documentElement;
  }
  return hit;
};
/** @type {(board: Board) => Element[]} */
const hitsOf = ({ grid, cells }) => {
  const step = (cells.length - 1) / (SAMPLES - 1);
  const some = [...new Set([...Array(SAMPLES).keys()].map((i) => cells[Math.round(i * step)]))];
  if (!still && some.some(isAway)) {
    scrollTo(grid);
    Object.values(clips).forEach((known) => known.clear());
  }
  return some.filter((cell) => !isAway(cell)).map((cell) => point(cell)).map(({ x, y }) => hitAt(x, y)).filter((hit) => hit !== null);
};
/** @type {(board: Board, elements: Element[]) => Element[]} */
export const hitsIn = (board, elements) => (board.hits ??= hitsOf(board)).filter((hit) => lineOf(hit).some((element) => elements.includes(element)));
// One covers all of the other, or clicks fall through it to its ancestors.
/** @type {(one: Board, other: Board) => boolean} */
const isCovered = (one, other) => hitsIn(one, [other.grid]).length === (one.hits?.length || -1);
/** @type {(one: Board) => boolean} */
const isFallenThrough = (one) => {
  const around = lineOf(parentOf(one.grid));
  return (one.hits ??= hitsOf(one)).length > 0 && one.hits.every((hit) => around.includes(hit));
};
/** @type {(one: Board) => boolean} */
const isPartlyCovered = (one) => {
  const around = lineOf(one.grid);
  return (one.hits ??= hitsOf(one)).some((hit) => !contains(one.grid, hit) && !around.includes(hit));
};

/** @type {Kind[]} */
const KINDS = [
  {
    locked: isLocked, passed: isPassedBy, linked: isInLink, half: (one) => !isWhole(one),
    veiled: (one, other) => isVeiled(one, other) && !dialogOf(other, one),
    tiny: (one, other) => sideOf(one) < TINY && sideOf(one) <= sideOf(other) / 2,
  },
  { covered: isCovered, through: isFallenThrough },
  {
    beside: (one, other) => branch(one, other).some((element) => element.matches(BESIDES)),
    sample: (one, other) => branch(one, other).some(isNamedSample),
    apart: (one, other) => !hasControls(one, other) && hasControls(other, one),
    unfocused: (one) => !takesFocus(one),
    unpointed: (one) => !isPointedAt(one),
    veiled: isVeiled,
  },
];
/** @type {(one: Board, other: Board, kind: Kind) => boolean} */
const goesBefore = (one, other, kind) => {
  const differing = Object.values(kind).map((mark) => [mark(one, other), mark(other, one)]).filter(([mine, theirs]) => mine !== theirs);
  return differing.length > 0 && differing.every(([mine]) => !mine);
};

// A dialog's own board is an example if the dialog lies over the other board: that is played after the dialog is
// closed.
/** @type {(one: Board, other: Board) => Element | undefined} */
const dialogOf = (one, other) => {
  const own = branch(one, other);
  const closes = one.page ? one.page.overlays.filter(({ layer }) => !layer).map(({ close }) => target(close)).filter((close) => close !== undefined) : [];
  return own.find((element) => element.matches(DIALOG) || (element !== one.grid && closes.some((close) => contains(element, close))));
};
/** @type {(board: Board, others: Board[]) => boolean} */
const isBehind = (board, others) => others.some((other) => {
  const dialog = other !== board && dialogOf(other, board);
  return dialog && (dialog.matches(":modal") || isPartlyCovered(board));
});

// The boards between which nothing decides: normally one.
/** @type {<T extends Board>(boards: T[]) => T[]} */
export const chosenOf = (boards) => {
  if (boards.length < 2) return boards;
  const behind = boards.filter((board) => isBehind(board, boards));
  let left = behind.length ? boards.filter((board) => behind.includes(board) || !behind.some((other) => dialogOf(board, other))) : boards;
  for (const kind of KINDS) {
    if (left.length < 2) break;
    const best = left.filter((one) => !left.some((other) => other !== one && goesBefore(other, one, kind)));
    if (best.length) left = best;
  }
  return left;
};

// Of nested grids: the inner ones if several of them are boards, else the outer one.
/** @type {(boards: PageBoard[]) => PageBoard[]} */
export const apart = (boards) => boards.filter((one) => {
  const inside = boards.filter((other) => other !== one && contains(one.grid, other.grid));
  const around = boards.filter((other) => other !== one && contains(other.grid, one.grid));
  /** @type {(board: PageBoard) => boolean} */
  const holdsBoards = (board) => boards.filter((other) => other !== board && contains(board.grid, other.grid)
    && other.cells.length < board.cells.length && isWhole(other)).length > 1;
  if (inside.length && holdsBoards(one)) return false;
  return around.every(holdsBoards);
});

// The boards found by the first selector that finds one, unless that takes no input and others find one that does.
/** @type {(page: PageSelectors) => PageBoard[]} */
export const boardsOn = (page) => {
  let first = /** @type {PageBoard[]} */ ([]);
  for (const grid of page.grid) {
    const grids = all(grid);
    for (const cell of page.cell) {
      const found = grids.map((element) => ({ page, grid: element, cell, cells: shownCells(element, cell) }));
      const boards = apart(found.filter(({ cells }) => cells.length));
      if (!first.length && boards.some(takesInput)) return boards;
      if (first.length && boards.some((board) => takesInput(board) && isWhole(board))) return boards;
      if (!first.length) first = boards;
    }
  }
  return first;
};

// A short path to an element, for a person to find it.
/** @type {(element: Element) => string} */
const stepOf = (element) => {
  const like = [...element.parentNode?.children ?? []].filter(({ localName }) => localName === element.localName);
  const name = [element.id && `#${element.id}`, element.classList[0] && `.${element.classList[0]}`].find((one) => /^.[\w-]{1,40}$/.test(one)) ?? "";
  return element.localName + name + (like.length > 1 ? `:nth-of-type(${like.indexOf(element) + 1})` : "");
};
/** @type {(element: Element) => string} */
export const wayTo = (element) => lineOf(element).filter(({ localName }) => localName !== "html").slice(0, 3).reverse().map(stepOf).join(" > ");
