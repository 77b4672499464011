// @ts-check
// Patches and Shikaku, played: rectangles are drawn from corner to corner, and judged by the replica's engine.
window.playables.patches = ({ rows, cols, clues }) => {
  const engine = window.engines.patches;
  const FORMS = { any: "any shape", square: "a square", wide: "wide", tall: "tall" };
  /** @type {({kind: keyof typeof FORMS, area: number | null} | null)[]} */
  const at = Array(rows * cols).fill(null);
  for (const [row, col, kind, area] of clues) at[row * cols + col] = { kind, area };
  const board = { rows, cols, clues: at };

  /** @type {(from: number, to: number) => number[]} */
  function boxOf(from, to) {
    const [top, bottom] = [from, to].map((cell) => Math.floor(cell / cols)).sort((a, b) => a - b);
    const [left, right] = [from % cols, to % cols].sort((a, b) => a - b);
    return [top, left, bottom - top + 1, right - left + 1];
  }

  return {
    rows,
    cols,
    help: [
      "Drag a finger or the mouse from one corner of a patch to the opposite one; a tap on a patch takes it away.",
      "By keys: Enter on one corner, arrows to the other, Enter; Delete takes a patch away.",
    ],
    start: () => engine.start(board),
    won: (patches) => engine.won(board, patches),
    says(patches, cell) {
      const clue = at[cell];
      const patch = engine.covering(board, patches, cell);
      const says = clue ? [`clue: ${FORMS[clue.kind]}${clue.area ? `, ${clue.area} cells` : ""}`] : [];
      return [...says, patch ? `in patch ${patches.indexOf(patch) + 1}, ${patch[2]} by ${patch[3]}` : "in no patch"].join(", ");
    },
    figures: (patches) => patches.map((/** @type {number[]} */ box, /** @type {number} */ colour) => ({ kind: "patch", box, colour })),
    draw: {
      begin: (patches, cell) => (engine.covering(board, patches, cell) ? null : { position: patches, trace: [cell, cell] }),
      extend: (patches, [from], to) => ({ position: patches, trace: [from, to] }),
      finish: (patches, [from, to]) => engine.move(board, patches, { from, to }),
      figures: ([from, to]) => [{ kind: "drawn", box: boxOf(from, to) }],
      remove: (patches, cell) => engine.move(board, patches, { remove: cell }),
    },
  };
};
