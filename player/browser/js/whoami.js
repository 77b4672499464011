// @ts-check
// The account that the page shows, or null if it is not one in `ask.until`. Pages of other
// sites, where a person may sign in, show none.

import { account } from "./account.js";
/** @import { WhoamiRequest } from "./messages.js" */

const request = /** @type {WhoamiRequest} */ (ask);

/** @type {() => string | null} */
export const answer = () => {
  const found = location.origin === request.origin ? account() : null;
  return found && request.until.includes(found) ? found : null;
};
