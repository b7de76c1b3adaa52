#!/usr/bin/env node
'use strict';
// Stands in `dist` in the place of each process entry. It runs the bundle in `dist/code` with what V8 compiled of it
// when it was built, which takes a third off the start of a process. Another version of Node than the one that built
// it refuses that cache and compiles anew.
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { Script } = require('node:vm');

const file = path.join(__dirname, 'code', path.basename(__filename));
const cacheFile = `${file}.cache`;

const readCache = () => {
  try {
    return readFileSync(cacheFile);
  } catch {
    // Not built yet, or left out of a package: V8 compiles then.
    return undefined;
  }
};

// The bundler writes ASCII alone: Latin-1 is the same text, in half the memory of what V8 would make of UTF-8.
const source = readFileSync(file, 'latin1');
const script = new Script(
  `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
  {
    filename: file,
    cachedData: readCache(),
  },
);

// Set by the build, while it uses Galley once: what was compiled by then is kept.
if (process.env.GALLEY_WRITE_CODE_CACHE === '1') {
  const { setFlagsFromString } = require('node:v8');
  process.once('exit', () => {
    const temporary = `${cacheFile}.${process.pid}`;
    // What the CLI turns off while it runs: V8 refuses a cache from a process with other flags than its own.
    setFlagsFromString('--wasm-dynamic-tiering');
    setFlagsFromString('--wasm-tier-up');
    writeFileSync(temporary, script.createCachedData());
    renameSync(temporary, cacheFile);
  });
}

script.runInThisContext()(exports, require, module, __filename, __dirname);
