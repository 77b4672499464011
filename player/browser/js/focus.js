// The last part of `focus(ask)`: gives the keyboard to the board, or to what it is in, wherever that takes it.
const taker = board?.grid.closest('[tabindex]:not([tabindex="-1"])') ?? board?.grid;
taker?.focus({ preventScroll: true });
return String(taker !== undefined && taker.ownerDocument.activeElement === taker);
