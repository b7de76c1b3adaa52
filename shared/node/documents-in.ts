import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Endings of markdown files. */
export const markdownEndings: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdx']);

/**
 * The paths of the markdown files below a folder, sorted by path; hidden folders and packages are passed over. Stops
 * after one more than `atMost`.
 */
export const documentsIn = async (folder: string, atMost: number): Promise<string[]> => {
  const found: string[] = [];
  const visit = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name, 'en'))) {
      if (found.length > atMost) return;
      const child = join(path, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) await visit(child);
      else if (entry.isFile() && markdownEndings.has(extname(entry.name))) found.push(child);
    }
  };
  await visit(folder);
  return found;
};
