import { stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { GalleyError } from '../errors.ts';
import type { Mode } from '../session/mode.ts';
import { markdownEndings } from './documents-in.ts';
import { openNamedFile } from './plain-file.ts';
import { outOfDescriptors, reasonOf } from './secure-folder.ts';
import { maxContentBytes, maxTitleLength } from '../limits.ts';

/** Shorter texts are rendered almost as fast as their beginning. */
export const longTextBytes = 64 * 1024;
const headBytes = 8192;

/** The title of a text: its first heading within 8 KiB, else `A plan` or `A document`. */
export const titleOfText = (mode: Mode, text: string): string =>
  firstHeading(text.slice(0, headBytes)) ?? `A ${mode}`;

/**
 * The title of a text file: its first heading if it is markdown, else its name.
 * @throws GalleyError as requireTextFile
 */
export const titleOfFile = async (path: string): Promise<string> => {
  const head = await requireTextFile(path);
  return (
    (markdownEndings.has(extname(path)) ? firstHeading(head.toString('utf8')) : undefined) ??
    basename(path)
  );
};

/**
 * Returns the first 8 KiB of a text file.
 * @throws GalleyError `file_not_found`, `not_a_text`, `content_empty` or `content_too_large`
 */
export const requireTextFile = async (path: string): Promise<Buffer> => {
  await requireFile(path, maxContentBytes);
  const head = await readHead(path);
  if (head.includes(0))
    throw new GalleyError(
      'not_a_text',
      `${path} is a binary file. Galley reviews text, markdown and HTML.`,
    );
  if (head.length === 0)
    throw new GalleyError('content_empty', `${path} is empty: there is nothing to review.`);
  return head;
};

/**
 * @param advice for a file that is too large
 * @throws GalleyError `file_not_found`, `not_a_text` or `content_too_large`
 */
export const requireFile = async (
  path: string,
  maxBytes: number,
  advice?: string,
): Promise<void> => {
  const stats = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (!stats.isFile()) throw notAFile(path);
  refuseLarge(path, stats.size, { maxBytes, ...(advice === undefined ? {} : { advice }) });
};

/** @throws GalleyError `content_too_large` */
export const refuseLarge = (
  name: string,
  bytes: number,
  { maxBytes = maxContentBytes, advice = 'Review a part of it.' } = {},
): void => {
  if (bytes > maxBytes)
    throw new GalleyError(
      'content_too_large',
      `${name} is ${Math.round(bytes / 1024 / 1024)} MiB; the limit is ${maxBytes / 1024 / 1024} MiB. ${advice}`,
    );
};

/** Whether a path is a folder; false if missing or inaccessible. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );

/** The first 8 KiB of a file. Reading may fail even if opening succeeds (a broken disk, /proc). */
export const readHead = async (path: string): Promise<Buffer> => {
  try {
    const opened = await openNamedFile(path);
    if (opened === undefined) throw notAFile(path);
    const { file } = opened;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw cause instanceof GalleyError ? cause : unreadable(path, cause);
  }
};

const notAFile = (path: string): GalleyError =>
  new GalleyError('not_a_text', `${path} is not a file.`);

/** The error for an unreadable file. */
export const unreadable = (path: string, cause: unknown): GalleyError => {
  const reason = reasonOf(cause);
  return (
    outOfDescriptors(cause) ??
    new GalleyError(
      'file_not_found',
      reason === 'ENOENT' || reason === 'ENOTDIR'
        ? `There is no file ${path}.`
        : `${path} cannot be read (${reason}).`,
      { cause },
    )
  );
};

/** The text of the first ATX heading. Without regular expressions, since the text is untrusted. */
const firstHeading = (head: string): string | undefined => {
  for (const line of head.split(/[\r\n]/u)) {
    const heading = headingOf(line);
    if (heading !== '') return heading.slice(0, maxTitleLength);
  }
  return undefined;
};

/** Source: CommonMark 4.2, ignoring indentation. Empty if the line is not a heading, or has no text. */
const headingOf = (line: string): string => {
  let level = 0;
  while (line[level] === '#') level += 1;
  if (level < 1 || level > 6 || !isBlank(line[level])) return '';
  const text = line.slice(level).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  // A closing sequence must follow a space: `# C#` has none.
  return end === 0 || isBlank(text[end - 1]) ? text.slice(0, end).trimEnd() : text;
};

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';
