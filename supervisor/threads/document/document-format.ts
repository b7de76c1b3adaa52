import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { plainPath } from '../../../shared/node/path-name.ts';
import type { DocumentFormat, DocumentSource } from '../task-requests.ts';

const markdownEndings = new Set(['.md', '.markdown', '.mdx', '.mdown', '.mkd', '.rmd', '.qmd']);
const htmlEndings = new Set(['.html', '.htm', '.xhtml']);
const formats: readonly string[] = ['markdown', 'html', 'text'] satisfies DocumentFormat[];

/** The file with the format of a fetched document. */
export const formatFileOf = (path: string): string => `${path}.format`;

/** The format of a source. */
export const formatOf = async ({ path, name, format }: DocumentSource): Promise<DocumentFormat> => {
  if (format !== undefined) return format;
  if (name === undefined) return (await fetchedFormat(path)) ?? 'markdown';
  const ending = extname(plainPath(name)).toLowerCase();
  if (markdownEndings.has(ending)) return 'markdown';
  return htmlEndings.has(ending) ? 'html' : 'text';
};

const fetchedFormat = async (path: string): Promise<DocumentFormat | undefined> => {
  try {
    const text = await readFile(formatFileOf(path), 'utf8');
    return formats.includes(text) ? (text as DocumentFormat) : undefined;
  } catch {
    // Not fetched.
    return undefined;
  }
};

/** The file's extension, as a language name for the highlighter. */
export const languageOfFile = (name: string): string | undefined =>
  extname(plainPath(name)).slice(1).toLowerCase() || undefined;
