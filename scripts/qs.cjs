// Stands in for the package `qs` in the bundles: Express loads it for nested queries and forms, of which Galley takes
// neither.
const { parse, stringify } = require('node:querystring');

module.exports = { parse, stringify };
