// Shared by `npm start`, `npm test` and `npm run build`. Only Node's own modules: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a command in the repository; resolves with its exit code, and its output if `isQuiet`. */
export const run = (command, args, { isQuiet = false, env = process.env } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (part) => (output += part));
    child.stderr?.on('data', (part) => (output += part));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const hashFile = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Installs the packages of the lock file unless they are installed already. */
export const install = async () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Galley needs Node 20.19 or newer; this is ${process.versions.node}.`);
  const stamp = join(root, 'node_modules', '.galley-lock');
  const wanted = hashFile(join(root, 'package-lock.json'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages …');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund'], { isQuiet: true });
  if (code !== 0) fail(`${output}\nThe packages could not be installed (npm ci, exit ${code}).`);
  writeFileSync(stamp, wanted);
};

const sources = [
  'shared',
  'supervisor',
  'worker',
  'cli',
  'web',
  'scripts',
  'package-lock.json',
  'vite.config.ts',
];

const stampOf = (path) => {
  const stats = statSync(path);
  if (!stats.isDirectory()) return `${path} ${stats.size} ${stats.mtimeMs}\n`;
  return readdirSync(path)
    .sort()
    .map((name) => stampOf(join(path, name)))
    .join('');
};

/** Builds `dist/` unless it is up to date with the sources and this Node. */
export const build = async ({ isForced = false } = {}) => {
  const stampFile = join(root, 'dist', '.stamp');
  const text = sources.map((path) => stampOf(join(root, path))).join('');
  const stamp = createHash('sha256').update(process.version).update(text).digest('hex');
  if (!isForced && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Building …');
  const { bundle } = await import('./bundle.mjs');
  await bundle(stamp);
};
