// Last part of `focus(ask)`: gives the keyboard focus to the board, or to its closest ancestor that can have it.
const taker = board?.grid.closest('[tabindex]:not([tabindex="-1"])') ?? board?.grid;
taker?.focus({ preventScroll: true });
return String(taker !== undefined && taker.ownerDocument.activeElement === taker);
