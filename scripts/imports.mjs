// Which files a file imports, directly or indirectly, according to its text.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';

const relativeImport = /\b(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/gu;

const known = new Map();

const importsOf = (path) => {
  const found = known.get(path);
  if (found !== undefined) return found;
  const imports = [];
  known.set(path, imports);
  if (!/\.(?:[cm]?[jt]s|tsx)$/u.test(path)) return imports;
  try {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name] of text.matchAll(relativeImport))
      imports.push(join(dirname(path), name).replaceAll('\\', '/'));
  } catch (error) {
    // An import within a string.
    if (error.code !== 'ENOENT') throw error;
  }
  return imports;
};

/** All files that these import, including themselves; paths are relative to the repository. */
export const reachedFrom = (...paths) => {
  const reached = new Set(paths);
  for (const path of reached) for (const one of importsOf(path)) reached.add(one);
  return reached;
};
