// @ts-check
// The page's own timer in seconds as JSON, once it has reached `ask.least`;
// before that null, so that it can be polled. The wait for a timer that stands still ends at `ask.most` seconds;
// without a timer, after `ask.rest` seconds.

import { visible } from "./shown.js";
import { all, words } from "./dom.js";
import { plain } from "./texts.js";
/** @import { ClockRequest, ClockResponse } from "./messages.js" */

const request = /** @type {ClockRequest & {began?: number}} */ (ask);

/** @type {(text: string) => number | null} */
const seconds = (text) => {
  const told = text.match(/^(?:(\d+):)?(\d+):(\d\d)$/);
  return told && 3600 * Number(told[1] ?? 0) + 60 * Number(told[2]) + Number(told[3]);
};
/** @type {() => string | null} */
export const answer = () => {
  const timer = request.timer.flatMap(all).filter(visible).map((element) => seconds(plain(words(element))))
    .find((told) => told !== null) ?? null;

  const waited = request.began !== undefined;
  request.began ??= performance.now();
  const gone = (performance.now() - request.began) / 1000;
  const done = timer === null ? gone >= request.rest : timer >= request.least || gone >= request.most;
  /** @type {ClockResponse} */
  const response = { timer, waited };
  return done ? JSON.stringify(response) : null;
};
