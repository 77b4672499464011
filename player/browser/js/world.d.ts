// The names that every script finds in the isolated world of a page.

/** The request; one object for all polls of a wait. Each module that uses it says which request it is. */
declare const ask: unknown;

/** Grids that took moves. */
declare var playedGrids: WeakSet<Element>;
/** The signs of drawings that were sampled: whether each is a cross, null if it is no sign for sure. */
declare var knownSigns: Map<string, boolean | null>;
/** The pictures of styles, by their addresses. */
declare var knownPictures: Map<string, HTMLImageElement>;
/** The samples of digits in several fonts, and the digits of figures that were compared with them. */
declare var knownDigits: Map<string, Float32Array[]>;
declare var knownNumbers: Map<string, string[]>;
/** The open shadow roots of each document as they were found last, and the time to look for others. */
declare var knownRoots: WeakMap<Document, { roots: ShadowRoot[], due: number }>;
/** The texts of the elements that were visible when they were noted; null if there were too many. */
declare var notedTexts: WeakMap<Element, string> | null | undefined;
/** What news.js has noted of the page. */
declare var playerRecord: import("./messages.js").PlayerRecord | undefined;
/** The parts of the overlay, once it was shown. */
declare var playerOverlay: import("./overlay.js").Parts | undefined;
// Of look.js: what scripts of the page say of a lesson, and whether something was switched off in this document.
declare var lessons: WeakMap<Element, { size: number, said: string | undefined }>;
declare var hasSwitched: boolean | undefined;
