#!/usr/bin/env node
'use strict';
// Replaces each entry of a process or thread in `dist`. Runs the bundle in `dist/code` with V8's code cache from the
// build, which makes a start a third faster. Another version of Node rejects the cache and compiles again.
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

/** Saves what was compiled by now. */
const saveCache = () => {
  const { setFlagsFromString } = require('node:v8');
  const { threadId } = require('node:worker_threads');
  const temporary = `${cacheFile}.${process.pid}.${threadId}`;
  // The CLI turns this off while it runs; V8 rejects a cache made under different flags.
  setFlagsFromString('--wasm-dynamic-tiering');
  setFlagsFromString('--wasm-tier-up');
  writeFileSync(temporary, script.createCachedData());
  renameSync(temporary, cacheFile);
};

/** A function that saves the cache after each call: a thread is terminated, and does not notice. */
const saving =
  (work) =>
  async (...values) => {
    try {
      return await work(...values);
    } finally {
      saveCache();
    }
  };

// Set by the build while it uses Galley once.
const isSaving = process.env.GALLEY_WRITE_CODE_CACHE === '1';
const isThread = isSaving && !require('node:worker_threads').isMainThread;
if (isSaving && !isThread) process.once('exit', saveCache);

script.runInThisContext()(exports, require, module, __filename, __dirname);

if (isThread)
  module.exports = Object.fromEntries(
    Object.entries(module.exports).map(([name, work]) => [name, saving(work)]),
  );
