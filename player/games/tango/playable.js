// @ts-check
// Tango and Binairo, played: symbols are given in turns, and judged by the replica's engines.
{
  const SUN = "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM0-20V-15M0 20V15M-20 0H-15M20 0H15M-14-14-11-11M14 14 11 11M-14 14-11 11M14-14 11-11";
  const MOON = "M5-16A16 16 0 1 0 16 5A13 13 0 0 1 5-16z";

  /** @type {(data: any) => {start: any, won: any, next: any, markOf: any}} */
  function plain({ size, givens, edges }) {
    const engine = window.engines.tango;
    const number = (/** @type {number[]} */ [row, col]) => row * size + col;
    const marks = Array(size * size).fill("empty");
    for (const [row, col, symbol] of givens) marks[number([row, col])] = symbol;
    const signs = edges.map((/** @type {any} */ [a, b, kind]) => ({ a: number(a), b: number(b), kind }));
    const board = { size, marks, locked: marks.map((mark) => mark !== "empty"), signs };
    return {
      start: () => engine.start(board),
      won: (/** @type {any} */ position) => engine.won(board, position),
      next: (/** @type {any} */ position, /** @type {number} */ cell) => engine.move(board, position, { kind: "taps", cell }),
      markOf: (/** @type {any} */ position, /** @type {number} */ cell) => position[cell],
    };
  }

  /** No two rows are equal, and no two columns. @type {typeof plain} */
  function distinct({ size, givens, edges }) {
    const text = Array(size * size).fill("a");
    for (const [row, col, symbol] of givens) text[row * size + col] = symbol === "sun" ? "0" : "1";
    const sums = Array(size * size).fill(0);
    for (const [[row, col], [below], sign] of edges) sums[row * size + col] += (sign === "equal" ? 1 : 2) * (below > row ? 4 : 1);
    const task = `${text.join("")}|${sums.join("_")}`;
    const rules = window.kinds.binairo({ task, width: size, height: size, more: { distinct: true }, faults: {} });
    const [sun, moon] = [rules.set("0"), rules.set("1")];
    return {
      start: rules.start,
      won: rules.solved,
      next: (/** @type {any} */ marks, /** @type {number} */ cell) => rules.click(marks, cell),
      markOf: (/** @type {any} */ marks, /** @type {number} */ cell) => marks[cell] === sun ? "sun" : marks[cell] === moon ? "moon" : "empty",
    };
  }

  /** The signs around each cell, in words. @type {(size: number, edges: any[]) => string[][]} */
  function signsOf(size, edges) {
    const signs = Array.from({ length: size * size }, () => /** @type {string[]} */ ([]));
    for (const [[row, col], [below, right], sign] of edges) {
      const word = sign === "equal" ? "equal to" : "different from";
      const down = below > row;
      signs[row * size + col].push(`${word} the cell ${down ? "below" : "on the right"}`);
      signs[below * size + right].push(`${word} the cell ${down ? "above" : "on the left"}`);
    }
    return signs;
  }

  window.playables.tango = (data) => {
    const { size, givens = [], edges = [] } = data;
    const rules = (data.distinct ? distinct : plain)({ size, givens, edges });
    const given = new Set(givens.map((/** @type {number[]} */ [row, col]) => row * size + col));
    const signs = signsOf(size, edges);
    return {
      rows: size,
      cols: size,
      help: ["A click, a tap, Enter or the space bar leads a cell through sun, moon and empty."],
      start: rules.start,
      won: rules.won,
      set: (position, cell) => rules.next(position, cell),
      says: (position, cell) => [`${rules.markOf(position, cell)}${given.has(cell) ? ", given" : ""}`, ...signs[cell]].join(", "),
      figures: (position) => signs.flatMap((_, at) => {
        const mark = rules.markOf(position, at);
        if (mark === "empty" || given.has(at)) return [];
        return [{ kind: mark, path: mark === "sun" ? SUN : MOON, at }];
      }),
    };
  };
}
