// Stands in for Node's `assert` in the bundles, which takes 2 ms to load and with it the colours of a terminal: packages
// check a few of their own arguments with it.
const ok = (value, message) => {
  if (!value) throw new Error(message ?? 'assertion failed');
};

module.exports = Object.assign(ok, {
  equal: (actual, expected, message) => ok(actual === expected, message),
  strictEqual: (actual, expected, message) => ok(Object.is(actual, expected), message),
  notStrictEqual: (actual, expected, message) => ok(!Object.is(actual, expected), message),
});
