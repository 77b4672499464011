// @ts-check
// Wend, played: words are drawn through their letters, and judged by the replica's engine and the words of the solution.
window.playables.wend = ({ grid, lengths }, accepted) => {
  if (!accepted) return "its words are not known";
  const engine = window.engines.wend;
  /** @type {string[][]} */
  const signs = grid.map((/** @type {string} */ row) => [...row]);
  const cols = signs[0].length;
  const letters = signs.flat().map((sign) => (sign === "." ? null : sign));
  const board = { rows: signs.length, cols, letters, lengths, accepted, taken: [] };
  const spelt = (/** @type {number[]} */ word) => word.map((cell) => letters[cell]).join("");
  return {
    rows: signs.length,
    cols,
    help: [
      "Drag a finger or the mouse through the letters of a word; a tap on a word that was found takes it away.",
      "By keys: Enter on its first letter, arrows to the others, Enter; Delete takes a word away.",
    ],
    start: () => engine.start(board),
    won: (words) => engine.won(board, words),
    says(words, cell) {
      if (letters[cell] === null) return "hole";
      const word = words.find((/** @type {number[]} */ cells) => cells.includes(cell));
      return word ? `${letters[cell]}, in ${spelt(word)}` : `${letters[cell]}`;
    },
    beside(words) {
      const left = [...lengths];
      for (const word of words) left.splice(left.indexOf(word.length), 1);
      const found = words.length ? `Found: ${words.map(spelt).join(", ")}. ` : "";
      return found + (left.length ? `Words left: of ${left.join(", ")} letters.` : "");
    },
    figures: (words) => words.map((/** @type {number[]} */ line, /** @type {number} */ colour) => ({ kind: "word", line, colour })),
    draw: {
      begin: (words, cell) => (engine.extends(board, words, [], cell) ? { position: words, trace: [cell] } : null),
      extend(words, trace, cell) {
        if (trace.at(-2) === cell) return { position: words, trace: trace.slice(0, -1) };
        return engine.extends(board, words, trace, cell) ? { position: words, trace: [...trace, cell] } : null;
      },
      finish: (words, trace) => engine.move(board, words, { word: trace }),
      figures: (trace) => [{ kind: "word", line: trace, colour: 0 }],
      remove: (words, cell) => (engine.isTaken(words, cell) ? engine.move(board, words, { remove: cell }) : words),
    },
  };
};
