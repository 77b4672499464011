// @ts-check
// The flat tree of a page: elements in documents and in open shadow roots, in the order of slots.
//
// A selector is matched within a document and within each open shadow root by itself. A closed root can't be read.

/** @typedef {{nodes: ParentNode[], isPlain: boolean}} Parts the trees under a node; plain if there are no roots and slots */

// The most of a page's time, as one part in so many, for finding shadow roots: nothing tells that one is attached.
const SHARE = 20;
globalThis.knownRoots ??= new WeakMap();

/** @type {(node: ParentNode) => ShadowRoot[]} */
const rootsOf = (node) => [...node.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot, ...rootsOf(shadowRoot)] : []));
// The open roots of a document, with those of its roots. A page of many elements is not searched in each poll.
/** @type {(document: Document) => ShadowRoot[]} */
const rootsIn = (document) => {
  const began = performance.now();
  const known = globalThis.knownRoots.get(document);
  if (known && began < known.due) return known.roots.filter(({ isConnected }) => isConnected);
  const roots = rootsOf(document);
  const now = performance.now();
  globalThis.knownRoots.set(document, { roots, due: now + SHARE * (now - began) });
  return roots;
};

/** @type {(node: ParentNode) => Parts} */
const treesUnder = (node) => {
  if (node.nodeType === Node.DOCUMENT_NODE) {
    const roots = rootsIn(/** @type {Document} */ (node));
    return { nodes: [node, ...roots], isPlain: !roots.length };
  }
  if (isInPlain(node)) return { nodes: [node], isPlain: true };
  const own = /** @type {Element} */ (node).shadowRoot;
  const roots = [...(own ? [own] : []), ...[...node.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const slots = isRoot(node.getRootNode()) ? [...(isSlot(node) ? [node] : []), ...node.querySelectorAll("slot")] : [];
  const within = [...roots, ...slots.flatMap((slot) => /** @type {HTMLSlotElement} */ (slot).assignedElements())];
  return { nodes: [node, ...within.flatMap((one) => partsOf(one).nodes)], isPlain: !roots.length && !slots.length };
};
// True if the nearest element around that was searched, such as a cell's grid, has no roots and slots.
/** @type {(node: Node) => boolean} */
const isInPlain = (node) => {
  for (let at = node.parentElement; at; at = at.parentElement) {
    const known = parts.get(at);
    if (known) return known.isPlain;
  }
  return false;
};
// Constant during one observation.
/** @type {Map<ParentNode, Parts>} */
const parts = new Map();
/** @type {(node: ParentNode) => Parts} */
const partsOf = (node) => {
  const known = parts.get(node) ?? treesUnder(node);
  parts.set(node, known);
  return known;
};
/** @type {(node: Node) => boolean} */
const isRoot = (node) => node.nodeType === Node.DOCUMENT_FRAGMENT_NODE;
/** @type {(node: Node) => boolean} */
const isSlot = (node) => node.nodeName === "SLOT" || node.nodeName === "slot";

/** @type {(element: Element) => Animation[]} */
export const animationsIn = (element) => [...new Set(partsOf(element).nodes.flatMap((one) => (
  isRoot(one) ? /** @type {ShadowRoot} */ (one).getAnimations() : /** @type {Element} */ (one).getAnimations({ subtree: true }))))];

// The matches of a selector under a node: in its tree, in the open roots there, and in what its slots show.
/** @type {(node: ParentNode, selector: string) => Element[]} */
export const find = (node, selector) => {
  const { nodes, isPlain } = partsOf(node);
  if (isPlain) return [...node.querySelectorAll(selector)];
  /** @type {(one: ParentNode) => Element[]} */
  const matched = (one) => (one !== node && one.nodeType === Node.ELEMENT_NODE && /** @type {Element} */ (one).matches(selector)
    ? [/** @type {Element} */ (one)] : []);
  return [...new Set(nodes.flatMap((one) => [...matched(one), ...one.querySelectorAll(selector)]))];
};
/** @type {(node: ParentNode, selector: string) => Element | null} */
export const first = (node, selector) => (partsOf(node).isPlain ? node.querySelector(selector) : find(node, selector)[0] ?? null);
/** @type {(element: Element, selector: string) => boolean} */
export const matches = (element, selector) => element.matches(selector) || first(element, selector) !== null;

// The element around another: its slot, its parent, or the host of its root.
/** @type {(node: Element | Text) => Element | null} */
export const flatParent = (node) => node.assignedSlot ?? node.parentElement ?? /** @type {ShadowRoot | null} */ (node.parentNode)?.host ?? null;
// The nodes that are drawn in an element: of a host those of its root, of a slot those that it shows.
/** @type {(element: Element) => Node[]} */
export const flatChildren = (element) => {
  const shown = isSlot(element) ? /** @type {HTMLSlotElement} */ (element).assignedNodes() : [];
  return shown.length ? shown : [...(element.shadowRoot ?? element).childNodes];
};

/** @type {(element: Element) => Element[]} */
export const elementsIn = (element) => flatChildren(element).filter((node) => node.nodeType === Node.ELEMENT_NODE).map((node) => /** @type {Element} */ (node));

/** @type {(element: Element, selector: string) => Element | null} */
export const closest = (element, selector) => {
  for (let at = /** @type {Element | null} */ (element); at; at = flatParent(at)) if (at.matches(selector)) return at;
  return null;
};
/** @type {(around: Element, element: Element | null) => boolean} */
export const contains = (around, element) => {
  for (let at = element; at; at = flatParent(at)) if (around.contains(at)) return true;
  return false;
};

// The text of an element as it is drawn; without that of styles and scripts if there are roots in it.
/** @type {(element: Element) => string} */
export const textOf = (element) => (partsOf(element).isPlain ? element.textContent : flatChildren(element).map(textIn).join(""));
/** @type {(node: Node) => string} */
const textIn = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  const isRead = node.nodeType === Node.ELEMENT_NODE && !/^(style|script|template)$/i.test(node.nodeName);
  return isRead ? textOf(/** @type {Element} */ (node)) : "";
};

// The element at a place of a document, in whatever root it is.
/** @type {(document: Document, x: number, y: number) => Element | null} */
export const elementAt = (document, x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (inner?.getRootNode() !== root) break;
    hit = inner;
  }
  return hit;
};
// The element with the keyboard focus, in whatever root it is.
/** @type {(document: Document) => Element | null} */
export const focused = (document) => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active;
};
