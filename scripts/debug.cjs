// Stands in for the package `debug` in the bundles: Express's parts prepare for it to be turned on, and a process of
// Galley has no terminal to write to.
const silent = Object.assign(() => undefined, { enabled: false });

module.exports = () => silent;
