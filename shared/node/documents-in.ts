import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pathBelow, pathBytes, pathText, plainPath } from './path-name.ts';

/** Extensions of markdown files. */
export const markdownEndings: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdx']);

/** Extensions of files that are rendered as markdown. */
const renderedEndings = new Set([...markdownEndings, '.mdown', '.mkd', '.rmd', '.qmd']);

/** Whether a file, by its name, is rendered as markdown. */
export const isMarkdown = (path: string): boolean =>
  renderedEndings.has(extname(plainPath(path)).toLowerCase());

/** Extensions of what a folder's review shows: prose, configuration and data. */
const documentEndings = new Set(
  (
    'md markdown mdx mdown mkd rmd qmd txt text rst adoc asciidoc org tex log html htm xhtml ' +
    'json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf config properties xml csv tsv'
  )
    .split(' ')
    .map((ending) => `.${ending}`),
);
/** Prose that often has no extension. */
const documentNames = /^(?:README|LICEN[CS]E|CHANGELOG|CHANGES|CONTRIBUTING|NOTICE|AUTHORS|TODO)$/u;

/** Whether a file, by its name, is one of those that a folder's review shows. */
export const isDocument = (path: string): boolean => {
  const name = basename(plainPath(path));
  return documentEndings.has(extname(name).toLowerCase()) || documentNames.test(name);
};

/** Whether a path leads through a hidden folder or an installed package, or is hidden itself. */
export const isHidden = (path: string): boolean =>
  plainPath(path)
    .split('/')
    .some((name) => name.startsWith('.') || name === 'node_modules');

/**
 * The documents below a folder, as `pathText` relative to it, in no order; no link is followed, and hidden folders and
 * packages are skipped. Stops after `atMost + 1`.
 */
export const documentsIn = async (folder: string, atMost: number): Promise<string[]> => {
  const found: string[] = [];
  const folders = [''];
  for (let at = 0; at < folders.length && found.length <= atMost; at += 1) {
    const below = folders[at] ?? '';
    for (const entry of await entriesOf(folder, below)) {
      const path =
        below === '' ? pathText(entry.name) : pathText(pathBelow(below, pathText(entry.name)));
      if (isHidden(path)) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && isDocument(path)) found.push(path);
    }
  }
  return found;
};

const entriesOf = async (folder: string, below: string) => {
  const path = below === '' ? pathBytes(folder) : pathBelow(folder, below);
  try {
    return await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    // A folder below that cannot be read has nothing to show.
    if (below === '') throw error;
    return [];
  }
};
