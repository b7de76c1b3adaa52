/** Lines of a file, 1-based. */
export interface Lines {
  readonly lineStart?: number;
  readonly lineEnd?: number;
}

/** A word that may name a file, and where it is in its text. */
export interface ReferenceWord extends Lines {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Longer words name no file. */
const maxLength = 1024;
/** Longer texts are not searched: a single word of some millions of characters is too much for an expression. */
const maxTextLength = 2_000_000;
/** In code, a path may have any sign that does not end a word there. */
const codeWords = /[^\s"'`<>|,;]+/gu;
const proseWords = /[\p{Script=Latin}\p{N}_.@+~#:%&=/-]+/gu;
const linesAtEnd =
  /(?::(?<at>\d{1,9})(?:(?<isTo>[-:])(?<to>\d{1,9}))?|#L(?<from>\d{1,9})(?:C\d{1,9})?(?:-L?(?<until>\d{1,9})(?:C\d{1,9})?)?)$/u;

/** The words of a text that look like paths of files, with the lines that they name: `src/a.ts:42`, `src/a.ts#L10-L20`. */
export const referenceWords = (text: string, isCode: boolean): ReferenceWord[] => {
  if (text.length > maxTextLength) return [];
  return [...text.matchAll(isCode ? codeWords : proseWords)].flatMap(({ 0: found, index }) => {
    if (found.length > maxLength) return [];
    const [word, start] = withoutBrackets(found, index);
    const { path, ...lines } = splitLines(word);
    return isPath(path, isCode) ? [{ path, ...lines, start, end: start + word.length }] : [];
  });
};

/** Without punctuation around it, unless that has its counterpart inside. */
const withoutBrackets = (found: string, index: number): [word: string, start: number] => {
  const opening = /^[([{]+/u.exec(found)?.[0] ?? '';
  let word = found.slice(opening.length);
  while (/[)\]}.:!?]$/u.test(word) && !hasCounterpart(word)) word = word.slice(0, -1);
  return [word, index + opening.length];
};

const counterparts: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

const hasCounterpart = (word: string): boolean => {
  const opening = counterparts[word.at(-1) ?? ''];
  return opening !== undefined && word.includes(opening);
};

/** A path without the lines that follow it. */
export const splitLines = (word: string): Lines & { readonly path: string } => {
  const found = linesAtEnd.exec(word.slice(-64));
  if (found?.groups === undefined) return { path: word };
  const { at, isTo, to, from = at, until = isTo === '-' ? to : undefined } = found.groups;
  const path = word.slice(0, word.length - found[0].length);
  return { path, ...linesFrom(Number(from), Number(until ?? from)) };
};

const linesFrom = (one: number, other: number): Lines =>
  one < 1 || other < 1 ? {} : { lineStart: Math.min(one, other), lineEnd: Math.max(one, other) };

/** The lines that the fragment of an address names: `L10`, `L10-L20`. */
export const linesOfFragment = (fragment: string): Lines => {
  const { path, ...lines } = splitLines(`#${fragment}`);
  return path === '' ? lines : {};
};

/** Files that often have no extension. */
const knownName =
  /^(?:[A-Z][a-z]+file|README|LICEN[CS]E|CHANGELOG|CONTRIBUTING|NOTICE|AUTHORS|TODO|CODEOWNERS)$/u;

const isPath = (word: string, isCode: boolean): boolean => {
  const names = word.split('/');
  const name = names.at(-1) ?? '';
  if (!/\p{L}/u.test(name) || word.includes('://')) return false;
  // Hidden files are not shown.
  if (names.some((one) => one.startsWith('.') && one !== '.' && one !== '..')) return false;
  if (/[^.]\.[a-z]\w{0,11}$/iu.test(name) || knownName.test(name)) return true;
  return isCode && names.length > 1;
};
