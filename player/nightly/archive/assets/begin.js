// @ts-check
// The names that the replica's engines and the boards that are played register themselves under.
window.replica = {};
window.engines = {};
window.playables = {};
