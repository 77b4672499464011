// @ts-check
// "quiet" once the page's elements and text have been the same for a while, else null.

import { documents } from "./dom.js";

const STILL = 400;
const poll = /** @type {{before?: string, since?: number}} */ (ask);
export const answer = () => {
  const loading = documents.length === 0 || documents.some(({ readyState }) => readyState === "loading");
  const text = documents.map(({ body }) => `${body.getElementsByTagName("*").length} ${body.innerText.replace(/\d+/g, "0").length}`).join();
  if (text !== poll.before || loading) [poll.before, poll.since] = [text, performance.now()];
  return performance.now() - Number(poll.since) >= STILL ? "quiet" : null;
};
