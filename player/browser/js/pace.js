// @ts-check
// Answers once `ask.rest` milliseconds have passed in the page; before that null, so that it
// can be polled.

/** @import { PaceRequest } from "./messages.js" */

const request = /** @type {PaceRequest & {began?: number}} */ (ask);

/** @type {() => string | null} */
export const answer = () => {
  request.began ??= performance.now();
  return performance.now() - request.began >= request.rest ? "{}" : null;
};
