import { isUtf8 } from 'node:buffer';
import { quoteName, unquoteName } from '../patch/file-name.ts';

/**
 * Paths are bytes. A UTF-8 path is its own text; others are quoted as git does: `"caf\351.txt"`. A UTF-8 path that
 * itself begins and ends with a quotation mark is quoted, too, so that texts and paths map one to one.
 */
export const pathText = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) return quotePath(bytes);
  const text = bytes.toString('utf8');
  return isQuoted(text) ? quotePath(bytes) : text;
};

/** The inverse of `pathText`, byte for byte. */
export const pathBytes = (text: string): Buffer =>
  isQuoted(text) ? unquotePath(text) : Buffer.from(text);

/** Joins a folder and a path, both as texts, to bytes. */
export const pathBelow = (folder: string, text: string): Buffer =>
  Buffer.concat([withSlash(pathBytes(folder)), pathBytes(text)]);

/** The path relative to a folder: the inverse of `pathBelow`. */
export const pathWithin = (folder: string, text: string): string =>
  pathText(pathBytes(text).subarray(withSlash(pathBytes(folder)).length));

/** A path as people know it who work in a folder: relative to it, or absolute if it is elsewhere. */
export const shownPath = (folder: string, path: string): string =>
  path.startsWith(`${folder}/`) ? pathWithin(folder, path) : path;

const withSlash = (folder: Buffer): Buffer =>
  folder.at(-1) === 47 ? folder : Buffer.concat([folder, Buffer.from('/')]);

/** The path without quotation, for looking at its extension or folders. */
export const plainPath = (text: string): string =>
  isQuoted(text) ? pathBytes(text).toString('latin1') : text;

/** Whether a name from outside is neither hidden nor another folder. A quoted path begins with a quotation mark. */
export const isPlainName = (name: string): boolean => /^[^."/\\\0][^/\\\0]*$/u.test(name);

/** Whether a file or a folder of a path is hidden; `.` and `..` count, too. */
export const hasDotName = (text: string): boolean =>
  plainPath(text)
    .split('/')
    .some((name) => name.startsWith('.'));

const isQuoted = (text: string): boolean =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"');

/** Quotes a path as git does with `core.quotePath`, including quotation marks. */
export const quotePath = (bytes: Buffer): string => quoteName(bytes.toString('latin1'));

const unquotePath = (text: string): Buffer =>
  Buffer.from(unquoteName(Buffer.from(text).toString('latin1')), 'latin1');
