import { isUtf8 } from 'node:buffer';
import { quoteName, unquoteName } from '../patch/file-name.ts';

/**
 * Paths are bytes. As text, a path stands as it is where it is UTF-8, and else in the form in which git quotes it:
 * `"caf\351.txt"`. A path that is UTF-8 and itself begins and ends with a quotation mark is quoted, too, so that each
 * text names one path and each path has one text.
 */
export const pathText = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) return quotePath(bytes);
  const text = bytes.toString('utf8');
  return isQuoted(text) ? quotePath(bytes) : text;
};

/** The path that a text names; what `pathText` has made comes back byte for byte. */
export const pathBytes = (text: string): Buffer =>
  isQuoted(text) ? unquotePath(text) : Buffer.from(text);

/** The bytes of a path below a folder; both are texts as above. */
export const pathBelow = (folder: string, text: string): Buffer =>
  Buffer.concat([withSlash(pathBytes(folder)), pathBytes(text)]);

/** A path below a folder as seen from there: what `pathBelow` was given. */
export const pathWithin = (folder: string, text: string): string =>
  pathText(pathBytes(text).subarray(withSlash(pathBytes(folder)).length));

const withSlash = (folder: Buffer): Buffer =>
  folder.at(-1) === 47 ? folder : Buffer.concat([folder, Buffer.from('/')]);

/** The path without its quotation, for what looks at its ending or its folders alone. */
export const plainPath = (text: string): string =>
  isQuoted(text) ? pathBytes(text).toString('latin1') : text;

const isQuoted = (text: string): boolean =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"');

/** A path as git quotes it where `core.quotePath` is on, with the quotation marks. */
export const quotePath = (bytes: Buffer): string => quoteName(bytes.toString('latin1'));

const unquotePath = (text: string): Buffer =>
  Buffer.from(unquoteName(Buffer.from(text).toString('latin1')), 'latin1');
