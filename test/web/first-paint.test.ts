import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const page = join(dirname(dirname(dirname(fileURLToPath(import.meta.url)))), 'dist/web/review');
const assets = join(page, 'assets');

let names: string[];
let html: string;

beforeAll(async () => {
  names = await readdir(assets);
  html = await readFile(join(page, 'index.html'), 'utf8');
});

/** A script with all that it imports before it runs; what it imports later does not count. */
const withImports = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
  if (found.has(name)) return found;
  found.add(name);
  const code = await readFile(join(assets, name), 'utf8');
  for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/gu))
    if (imported !== undefined) await withImports(imported, found);
  return found;
};

const gzipKiB = async (scripts: Iterable<string>): Promise<number> => {
  let bytes = 0;
  for (const name of scripts) bytes += (await stat(join(assets, `${name}.gz`))).size;
  return bytes / 1024;
};

const entry = (): string => /<script[^>]+src="\.\/assets\/([^"]+)"/u.exec(html)?.[1] ?? '';

describe('the review page', () => {
  it('needs at most 120 KB of script for the first paint of a plan', async () => {
    const size = await gzipKiB(await withImports(entry()));
    expect(size).toBeGreaterThan(50);
    expect(size).toBeLessThan(120);
  });

  it('needs at most 250 KB of script for the first paint of a review', async () => {
    const found = await withImports(entry());
    for (const part of ['changes-view', 'changed-files']) {
      const name = names.find((file) => file.startsWith(`${part}-`) && file.endsWith('.js'));
      await withImports(name ?? `there is no ${part}`, found);
    }
    const size = await gzipKiB(found);
    expect(size).toBeGreaterThan(120);
    expect(size).toBeLessThan(250);
  });

  it('has no script in its HTML, and no schema library in its scripts', async () => {
    expect(html).not.toMatch(/<script(?![^>]+src=)/u);
    for (const name of await withImports(entry()))
      expect(await readFile(join(assets, name), 'utf8')).not.toContain('ZodError');
  });

  it('has a compressed copy beside every text asset', () => {
    for (const name of names.filter((file) => /\.(?:js|css|svg)$/u.test(file)))
      expect(names).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  });
});
