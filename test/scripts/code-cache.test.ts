import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { workerOptions } from '../../supervisor/workers/fork-worker.ts';
import { entry } from '../helpers/supervisor.ts';

const execute = promisify(execFile);

// Compiles as the loader does, with the flags that the process has: V8 rejects a cache made under others.
const takesCache = `
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const [file] = process.argv.slice(1);
const source = readFileSync(file, 'latin1');
const script = new Script(
  \`(function (exports, require, module, __filename, __dirname) {\${source}\\n})\`,
  { filename: file, cachedData: readFileSync(\`\${file}.cache\`) },
);
console.log(script.cachedDataRejected);
`;

it.each([
  ['cli', []],
  ['supervisor', []],
  ['worker', workerOptions],
  ['thread', []],
  ['highlighter', []],
] as const)('V8 accepts the compiled code of %s that is beside it', async (name, flags) => {
  const file = join(entry('cli'), '..', 'code', `${name}.cjs`);
  const { stdout } = await execute(process.execPath, [...flags, '-e', takesCache, file]);
  expect(stdout.trim()).toBe('false');
});

const compiled = `
const { internalBinding } = require('internal/test/binding');
require('node:http');
const { compiledWithCache, compiledWithoutCache } = internalBinding('builtins').getCacheUsage();
console.log(JSON.stringify([compiledWithCache.has('http'), compiledWithoutCache.size]));
`;

it("a worker's options let it use the code cache of Node's own modules", async () => {
  const args = [...workerOptions, '--no-warnings', '--expose-internals', '-e', compiled];
  const { stdout } = await execute(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([true, 0]);
});
