// @ts-check
// Layout for a saved page without styles: the largest group of similar siblings without a layout becomes rows and
// columns of boxes, in document order.

/** @typedef {{parent: HTMLElement, cells: HTMLElement[]}} Siblings */
(() => {
  const SMALLEST = 9;
  const BOX = 60;
  // Siblings of one kind: of one tag, or with one attribute that only the cells have.
  /** @type {(parent: HTMLElement) => Siblings[]} */
  const kinds = (parent) => [...Map.groupBy(/** @type {Iterable<HTMLElement>} */ (parent.children), (child) => child.localName).values()].flatMap((alike) => {
    const attributes = new Set(alike.flatMap((child) => child.getAttributeNames()));
    return [alike, ...[...attributes].map((name) => alike.filter((child) => child.hasAttribute(name)))];
  }).map((cells) => ({ parent, cells }));
  const groups = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("*"))].filter((parent) => parent.childElementCount >= SMALLEST).flatMap(kinds);

  // The number of columns of the grid's own style if it divides the cells, else as many as rows.
  /** @type {(siblings: Siblings) => number | undefined} */
  const columnsOf = ({ parent, cells }) => {
    const told = [...parent.style].filter((name) => name.startsWith("--")).map((name) => Number(parent.style.getPropertyValue(name)));
    return [...told.reverse(), Math.sqrt(cells.length)].find((cols) => cols > 2 && Number.isInteger(cols) && cells.length % cols === 0);
  };
  const board = groups.filter(columnsOf).reduce((best, one) => (one.cells.length > (best?.cells.length ?? 0) ? one : best), /** @type {Siblings | null} */ (null));
  if (!board) return;
  const [first, second] = board.cells.map((cell) => cell.getBoundingClientRect());
  const isLaidOut = first.width > 0 && second.top === first.top && second.left >= first.right;
  if (isLaidOut) return;
  Object.assign(board.parent.style, { display: "grid", gridTemplateColumns: `repeat(${columnsOf(board)}, ${BOX}px)`, gridAutoRows: `${BOX}px` });
  for (const cell of board.cells) cell.style.position = "relative";
  for (const other of /** @type {Iterable<HTMLElement>} */ (board.parent.children)) if (!board.cells.includes(other)) other.style.display = "none";
})();
