import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { compareNames } from '../path-order.ts';
import { pathBelow, pathBytes, pathText, plainPath } from './path-name.ts';

/** Extensions of markdown files. */
export const markdownEndings: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdx']);

/**
 * The markdown files below a folder, as `pathText`, sorted; skips hidden folders and packages. Stops after `atMost +
 * 1`.
 */
export const documentsIn = async (folder: string, atMost: number): Promise<string[]> => {
  const found: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(pathBytes(path), { withFileTypes: true, encoding: 'buffer' });
    const named = entries.map((entry) => ({ entry, name: pathText(entry.name) }));
    for (const { entry, name } of named.sort((a, b) => compareNames(a.name, b.name))) {
      if (found.length > atMost) return;
      const child = pathText(pathBelow(path, name));
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (entry.isDirectory()) await visit(child);
      else if (entry.isFile() && markdownEndings.has(extname(plainPath(name)))) found.push(child);
    }
  };
  await visit(folder);
  return found;
};
