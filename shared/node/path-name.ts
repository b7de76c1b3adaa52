import { isUtf8 } from 'node:buffer';

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
  isQuoted(text) ? unquotePath(Buffer.from(text).toString('latin1')).path : Buffer.from(text);

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

const escapes: ReadonlyMap<number, string> = new Map([
  [7, 'a'],
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [11, 'v'],
  [12, 'f'],
  [13, 'r'],
  [34, '"'],
  [92, '\\'],
]);
const codes = new Map(Array.from(escapes, ([code, letter]) => [letter, code] as const));

/** A path as git quotes it where `core.quotePath` is on, with the quotation marks. */
export const quotePath = (bytes: Buffer): string => {
  const quoted = Array.from(bytes, (byte) => {
    const letter = escapes.get(byte);
    if (letter !== undefined) return `\\${letter}`;
    if (byte >= 32 && byte < 127) return String.fromCharCode(byte);
    return `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${quoted.join('')}"`;
};

/** Reads a quotation at the start of a text, whose bytes are given as Latin-1, and what stands behind it. */
export const unquotePath = (latin1: string): { path: Buffer; rest: string } => {
  const bytes: number[] = [];
  let at = 1;
  while (at < latin1.length && latin1[at] !== '"') {
    if (latin1[at] !== '\\') {
      bytes.push(latin1.charCodeAt(at));
      at += 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/u.exec(latin1.slice(at + 1, at + 4))?.[0];
    bytes.push(
      octal === undefined ? (codes.get(latin1[at + 1] ?? '') ?? 63) : Number.parseInt(octal, 8),
    );
    at += octal === undefined ? 2 : 4;
  }
  return { path: Buffer.from(bytes), rest: latin1.slice(at + 1) };
};
