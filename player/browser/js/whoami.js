// The last part of `whoami(ask)`: whom the page takes us for, or null while that is nobody who is waited for. Another
// site, where a person may sign in as well, knows nothing of it.
const found = location.origin === ask.origin ? account() : null;
return ask.until.includes(found) ? found : null;
