// @ts-check
// Queens and Star Battle, played: marks are given in turns, and judged by the replica's engines.
{
  const CROWN = "M-17-7-9 0 0-12 9 0 17-7 13 10H-13z";
  const STAR = "M0-20 5-6H20L8 3 12 18 0 9-12 18-8 3-20-6H-5z";
  const CROSS = "M-8-8 8 8M-8 8 8-8";

  /** @type {(region: number | null) => string} */
  const letter = (region) => (region === null ? "no region" : `region ${String.fromCharCode((region < 26 ? 65 : 71) + region)}`);

  /** @type {(data: any) => {start: any, won: any, next: any, markOf: any, wrong: any}} */
  function oneStar({ regions, givens }) {
    const engine = window.engines.queens;
    const size = regions.length;
    const given = new Set(givens.map((/** @type {number[]} */ [row, col]) => row * size + col));
    const all = regions.flat();
    const locked = all.map((/** @type {any} */ _, /** @type {number} */ i) => given.has(i));
    const marks = locked.map((/** @type {boolean} */ is) => (is ? "queen" : "empty"));
    const board = { size, regions: all, locked, marks };
    return {
      start: () => engine.start(board),
      won: (/** @type {any} */ marks) => engine.won(board, marks),
      next: (/** @type {any} */ marks, /** @type {number} */ cell) => engine.move(board, marks, { kind: "taps", cell }),
      markOf: (/** @type {any} */ marks, /** @type {number} */ cell) => marks[cell],
      wrong: (/** @type {any} */ marks) => engine.attacked(board, marks).map((/** @type {any} */ { i }) => i),
    };
  }

  /** Several stars in each row, cells in no region, or no regions at all. @type {typeof oneStar} */
  function severalStars({ regions, givens, stars }) {
    const size = regions.length;
    const task = regions.flat().map((/** @type {number | null} */ region) => (region === null ? 0 : region + 1)).join(",");
    const rules = window.kinds.starBattle({ task, width: size, height: size, more: { stars }, faults: {} });
    const given = new Set(givens.map((/** @type {number[]} */ [row, col]) => row * size + col));
    const [on, cross] = [rules.set("star"), rules.set("cross")];
    return {
      start: () => rules.start().map((/** @type {string} */ mark, /** @type {number} */ i) => (given.has(i) ? on : mark)),
      won: rules.solved,
      next: (/** @type {any} */ marks, /** @type {number} */ cell) => (given.has(cell) ? marks : rules.click(marks, cell)),
      markOf: (/** @type {any} */ marks, /** @type {number} */ cell) => marks[cell] === on ? "queen" : marks[cell] === cross ? "cross" : "empty",
      wrong: () => [],
    };
  }

  window.playables.queens = (data) => {
    const { regions, stars = 1, givens = [] } = data;
    const size = regions.length;
    const all = regions.flat();
    const simple = stars === 1 && !all.includes(null);
    const rules = (simple ? oneStar : severalStars)({ regions, givens, stars });
    const piece = stars === 1 ? "queen" : "star";
    const shapeless = all.includes(null) && new Set(all).size === 2;
    return {
      rows: size,
      cols: size,
      help: [`A click, a tap, Enter or the space bar leads a cell through ${simple ? "cross, queen" : `${piece}, cross`} and empty.`],
      start: rules.start,
      won: rules.won,
      set: (marks, cell) => rules.next(marks, cell),
      says(marks, cell) {
        const mark = rules.markOf(marks, cell);
        const place = shapeless && all[cell] !== null ? "" : `${letter(all[cell])}, `;
        const beside = rules.wrong(marks).includes(cell) ? ", against the rules" : "";
        return `${place}${mark === "queen" ? piece : mark}${beside}`;
      },
      figures(marks) {
        const wrong = rules.wrong(marks);
        return all.flatMap((/** @type {any} */ _, /** @type {number} */ at) => {
          const mark = rules.markOf(marks, at);
          if (mark === "empty") return [];
          if (mark === "cross") return [{ kind: "cross", path: CROSS, at }];
          return [{ kind: wrong.includes(at) ? "piece wrong" : "piece", path: stars === 1 ? CROWN : STAR, at }];
        });
      },
    };
  };
}
