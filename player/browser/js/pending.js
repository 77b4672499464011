// @ts-check
// The milliseconds until the page's last finite animation ends or it loads itself anew, and since it last loaded
// something; and whether it shows a clock.

import { visible } from "./shown.js";
import { documents, all, words } from "./dom.js";
/** @import { PageRequest, PendingResponse } from "./messages.js" */

const request = /** @type {PageRequest} */ (ask);
// Shorter and longer ones bring no board, in milliseconds; nor do those that run for ever.
const [LEAST, MOST] = [150, 4000];

/** @type {(animation: Animation) => number} */
const left = ({ playState, playbackRate, currentTime, effect }) => {
  const end = Number(effect?.getComputedTiming().endTime);
  const rate = Math.abs(playbackRate) || 1;
  const isLoading = playState === "running" && end / rate >= LEAST && end / rate < MOST;
  return isLoading ? (playbackRate > 0 ? end - Number(currentTime) : Number(currentTime)) / rate : 0;
};
/** @type {(meta: HTMLMetaElement) => number} */
const reload = ({ content }) => {
  const ms = 1000 * parseFloat(content);
  return ms < MOST ? ms - performance.now() : 0;
};
// A browser notes so many resources of a document, unless it is told otherwise.
const NOTED = 250;
/** @type {(document: Document) => number} */
const since = ({ defaultView }) => {
  if (!defaultView) return 0;
  const { performance } = defaultView;
  const loaded = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
  return loaded.length < NOTED ? performance.now() - Math.max(0, ...loaded.map(({ responseEnd }) => responseEnd)) : 0;
};
/** @type {() => string} */
export const answer = () => {
  const animations = documents.flatMap((document) => document.getAnimations()).map(left);
  const reloads = documents.flatMap((document) => [.../** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll('meta[http-equiv="refresh" i]'))]).map(reload);
  /** @type {PendingResponse} */
  const response = {
    due: Math.max(0, ...animations, ...reloads),
    quiet: Math.min(...documents.map(since)),
    clock: Object.values(request.pages).flatMap(({ timer }) => timer).flatMap(all).some((element) => /\d:\d\d/.test(words(element)) && visible(element)),
  };
  return JSON.stringify(response);
};
