import { hasHidden } from '../visible-text.ts';

/** Characters that are invisible, or special to a markdown parser or terminal. */
const isHidden = (text: string): boolean => hasHidden(text) || /[\t\n]/u.test(text);

const letters: Readonly<Record<string, string>> = {
  '\t': 't',
  '\n': 'n',
  '\r': 'r',
  '"': '"',
  '\\': '\\',
};

/**
 * A path as verbatim markdown code. If it has invisible characters it is quoted as git does, with their bytes in octal.
 */
export const pathSpan = (path: string): string => {
  const text = isHidden(path) ? `"${Array.from(path, escapeOne).join('')}"` : path;
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  // Renderers strip one space at each end, unless there is nothing else.
  const space = /^[ `]|[ `]$/u.test(text) && text.trim() !== '' ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
};

const escapeOne = (character: string): string => {
  const letter = letters[character];
  if (letter !== undefined) return `\\${letter}`;
  if (!isHidden(character)) return character;
  const bytes = encodeURIComponent(character).matchAll(/%(..)/gu);
  return Array.from(
    bytes,
    ([, byte = '']) => `\\${Number.parseInt(byte, 16).toString(8).padStart(3, '0')}`,
  ).join('');
};
