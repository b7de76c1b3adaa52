import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { entry } from '../helpers/supervisor.ts';

const execute = promisify(execFile);

// As the loader compiles, in a process with V8's own flags: it refuses a cache that was made under others.
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

it.each(['cli', 'supervisor', 'worker'])(
  'V8 takes the compiled code of %s that stands beside it',
  async (name) => {
    const file = join(entry('cli'), '..', 'code', `${name}.cjs`);
    const { stdout } = await execute(process.execPath, ['-e', takesCache, file]);
    expect(stdout.trim()).toBe('false');
  },
);
