// A part of `look(ask)` and `whoami(ask)`: whom the page takes us for. Of a page that shows both, the guest is believed.
const account = () => (site.guest.some(target) ? "guest" : site.member.some(target) ? "member" : null);
