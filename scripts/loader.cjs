#!/usr/bin/env node
'use strict';
// Replaces each process entry in `dist`. Runs the bundle in `dist/code` with V8's code cache from the build, which
// makes a start a third faster. Another version of Node rejects the cache and compiles again.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const file = path.join(__dirname, 'code', path.basename(__filename));
const cacheFile = `${file}.cache`;

const readCache = () => {
  try {
    return readFileSync(cacheFile);
  } catch {
    // Not built yet, or not packaged: V8 compiles.
    return undefined;
  }
};

// The bundle is pure ASCII, so Latin-1 gives the same text in half of V8's memory.
const source = readFileSync(file, 'latin1');
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
  {
    filename: file,
    cachedData: readCache(),
  },
);

// Set by the build while it uses Galley once: saves what was compiled by then.
if (process.env.GALLEY_WRITE_CODE_CACHE === '1') {
  const { setFlagsFromString } = require('node:v8');
  process.once('exit', () => {
    const temporary = `${cacheFile}.${process.pid}`;
    // The CLI turns this off while it runs; V8 rejects a cache made under different flags.
    setFlagsFromString('--wasm-dynamic-tiering');
    setFlagsFromString('--wasm-tier-up');
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, cacheFile);
  });
}

script.runInThisContext()(exports, require, module, __filename, __dirname);
