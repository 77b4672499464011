// Part of `look(ask)` and `whoami(ask)`: the account that the page shows. If it shows both, "guest" counts.
const account = () => (site.guest.some(target) ? "guest" : site.member.some(target) ? "member" : null);
