import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const page = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist/web/review');
const assets = join(page, 'assets');

let names: string[];
let html: string;

beforeAll(async () => {
  names = await readdir(assets);
  html = await readFile(join(page, 'index.html'), 'utf8');
});

/** A script with its static imports, transitively; dynamic imports do not count. */
const withImports = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
  if (found.has(name)) return found;
  found.add(name);
  const code = await readFile(join(assets, name), 'utf8');
  for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/gu))
    if (imported !== undefined) await withImports(imported, found);
  return found;
};

/** The entry, and the chunks that a mode loads at once, with their static imports. */
const scriptsOf = async (parts: readonly string[]): Promise<Set<string>> => {
  const found = await withImports(entry());
  for (const part of parts) {
    const name = names.find((file) => file.startsWith(`${part}-`) && file.endsWith('.js'));
    await withImports(name ?? `there is no ${part}`, found);
  }
  return found;
};

const gzipBytes = async (scripts: Iterable<string>): Promise<number> => {
  let bytes = 0;
  for (const name of scripts) bytes += (await stat(join(assets, `${name}.gz`))).size;
  return bytes;
};

const entry = (): string => /<script[^>]+src="\.\/assets\/([^"]+)"/u.exec(html)?.[1] ?? '';

describe('the review page', () => {
  it('needs at most 120 KB of script for the first paint of a plan', async () => {
    const size = await gzipBytes(await scriptsOf(['document-view']));
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThan(120_000);
  });

  it('needs at most 250 KB of script for the first paint of a review', async () => {
    const size = await gzipBytes(await scriptsOf(['changes-view']));
    expect(size).toBeGreaterThan(120_000);
    expect(size).toBeLessThan(250_000);
  });

  it('has no script in its HTML, and no schema library in its scripts', async () => {
    expect(html).not.toMatch(/<script(?![^>]+src=)/u);
    for (const name of await scriptsOf(['document-view', 'changes-view', 'changed-files']))
      expect(await readFile(join(assets, name), 'utf8')).not.toContain('ZodError');
  });

  it('has a compressed copy of every text asset', () => {
    for (const name of names.filter((file) => /\.(?:js|css|svg)$/u.test(file)))
      expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  });
});

it('a shared file has a small script, in which no tag ends or hides it', async () => {
  const script = await readFile(join(page, 'shared-file.js'), 'utf8');
  // More than half of it is the sanitizer.
  expect(gzipSync(script).length).toBeLessThan(20_500);
  expect(script).not.toMatch(/<(?:\/?script|!--)/iu);
  expect(script).not.toContain('ZodError');
});
