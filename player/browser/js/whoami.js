// Last part of `whoami(ask)`: the account that the page shows, or null if it is not one in `ask.until`. Pages of other
// sites, where a person may sign in, show none.
const found = location.origin === ask.origin ? account() : null;
return ask.until.includes(found) ? found : null;
