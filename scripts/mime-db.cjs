// Stands in for the package `mime-db` in the bundles: 2,500 media types that are sorted into tables when a process
// starts, of which none is asked for. What Galley serves, it names itself.
module.exports = {
  'application/json': { source: 'iana', charset: 'UTF-8', extensions: ['json'] },
  'text/html': { source: 'iana', extensions: ['html'] },
  'text/plain': { source: 'iana', extensions: ['txt'] },
};
