import { extname } from 'node:path';
import { readFile } from 'node:fs/promises';
import { GalleyError } from '../../../shared/errors.ts';
import { isHtmlFile } from '../../../shared/frame/html-file.ts';
import { isMarkdown } from '../../../shared/node/documents-in.ts';
import { contentOf, type FileContent } from '../../../shared/node/file-contents.ts';
import { plainPath } from '../../../shared/node/path-name.ts';
import { openNamedFile, openShownFile, type OpenedFile } from '../../../shared/node/plain-file.ts';
import { outOfDescriptors, reasonOf } from '../../../shared/node/secure-folder.ts';
import type { DocumentFormat, DocumentSource } from '../document-requests.ts';

interface TextFileOptions {
  /** The file's name in error messages. */
  readonly name: string;
  readonly maxBytes: number;
  /** The folder that it must be in, with no link on the way; `path` is relative to it then. Else a person named it. */
  readonly within?: string | undefined;
}

const headBytes = 8192;

/**
 * Reads a UTF-8 file, without byte order mark, with `
 * ` line endings.
 * @throws GalleyError `file_not_found`, `not_a_text` or `content_too_large`
 */
export const readTextFile = async (
  path: string,
  { name, maxBytes, within }: TextFileOptions,
): Promise<{ text: string; bytes: number; content: FileContent }> => {
  const { file, stats } = await openText(path, name, within);
  try {
    if (stats.size > maxBytes) throw tooLarge(name, maxBytes);
    const data = await file.readFile();
    if (data.length > maxBytes) throw tooLarge(name, maxBytes);
    const content = contentOf(stats, data);
    return { text: decode(data, name), bytes: data.length, content };
  } finally {
    await file.close();
  }
};

const openText = async (
  path: string,
  name: string,
  within: string | undefined,
): Promise<OpenedFile> => {
  const opening = within === undefined ? openNamedFile(path) : openShownFile(within, path);
  const opened = await opening.catch((cause: unknown) => {
    throw unreadable(name, cause);
  });
  if (opened !== undefined) return opened;
  throw new GalleyError(
    'not_a_text',
    within === undefined
      ? `${name} is not a file. Name a text file.`
      : `${name} is a link, or not a file in this folder. Galley does not follow links out of what it reviews.`,
  );
};

const unreadable = (name: string, cause: unknown): GalleyError =>
  outOfDescriptors(cause) ??
  new GalleyError(
    'file_not_found',
    `${name} cannot be read (${reasonOf(cause)}). Check its path and permissions.`,
    { cause },
  );

const tooLarge = (name: string, maxBytes: number): GalleyError =>
  new GalleyError(
    'content_too_large',
    `${name} is larger than ${Math.floor(maxBytes / 1024 / 1024)} MiB. Review a part of it.`,
  );

const decode = (data: Buffer, name: string): string => {
  if (data.subarray(0, headBytes).includes(0)) {
    const isUtf16 = data.readUInt16BE(0) === 0xff_fe || data.readUInt16BE(0) === 0xfe_ff;
    throw new GalleyError(
      'not_a_text',
      isUtf16
        ? `${name} is UTF-16. Save it as UTF-8 and try again.`
        : `${name} is a binary file. Galley reviews text, markdown and HTML.`,
    );
  }
  try {
    return asShown(new TextDecoder('utf-8', { fatal: true }).decode(data));
  } catch (cause) {
    throw new GalleyError('not_a_text', `${name} is not UTF-8. Save it as UTF-8 and try again.`, {
      cause,
    });
  }
};

/** A text as pages get it: without byte order mark, with line feeds. */
export const asShown = (text: string): string =>
  text
    .replace(/^\uFEFF/u, '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll('\0', '\uFFFD');

const formats: readonly string[] = ['markdown', 'html', 'text'] satisfies DocumentFormat[];

/** The file with the format of a fetched document. */
export const formatFileOf = (path: string): string => `${path}.format`;

/** The format of a source. */
export const formatOf = async ({ path, name, format }: DocumentSource): Promise<DocumentFormat> => {
  if (format !== undefined) return format;
  if (name === undefined) return (await fetchedFormat(path)) ?? 'markdown';
  if (isMarkdown(name)) return 'markdown';
  return isHtmlFile(plainPath(name)) ? 'html' : 'text';
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
