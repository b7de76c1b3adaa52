// Replaces the package `mime-db` in the bundles: it sorts 2,500 media types into tables at startup, and none of them is
// looked up. Galley names its media types itself.
module.exports = {
  'application/json': { source: 'iana', charset: 'UTF-8', extensions: ['json'] },
  'text/html': { source: 'iana', extensions: ['html'] },
  'text/plain': { source: 'iana', extensions: ['txt'] },
};
