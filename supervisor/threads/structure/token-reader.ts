import type { TreeCursor } from 'web-tree-sitter';
import type { Piece } from './entity.ts';
import type { Grammar } from './grammars.ts';

/** How many nodes are read between two looks at the clock. */
const nodesPerLook = 4096;

/** Thrown when the deadline has passed. */
export class LateError extends Error {}

/** Whether the text of such a node is one token, since whitespace in it is not formatting. */
export const isWholeToken = (type: string): boolean =>
  /string|comment|heredoc|regex|rune|char|text/u.test(type);

/** What stands between two tokens, without what is only formatting. */
export const codeOfGap = (text: string, { isSpaceMeant }: Pick<Grammar, 'isSpaceMeant'>) =>
  isSpaceMeant === true ? text : text.replace(/[ \t\r\n\f\v]+/gu, '');

export const mark = (code: string): Piece => ({ text: '', code, isToken: false });

export interface ReaderOptions {
  readonly grammar: Grammar;
  /** As of `performance.now`. */
  readonly deadlineMs: number;
}

/** Reads the tokens of a syntax tree, in the order of the text, and what stands between them. */
export class TokenReader {
  readonly #cursor: TreeCursor;
  readonly #source: string;
  readonly #deadlineMs: number;
  readonly #grammar: Grammar;
  #nodes = 0;
  /** Where the last token ended. */
  #end = 0;
  /** Whose the last token is. */
  owner: Piece[] | undefined;

  constructor(cursor: TreeCursor, source: string, { grammar, deadlineMs }: ReaderOptions) {
    this.#cursor = cursor;
    this.#source = source;
    this.#grammar = grammar;
    this.#deadlineMs = deadlineMs;
  }

  /** Takes all tokens of the current node. @throws LateError */
  take(pieces: Piece[]): void {
    const cursor = this.#cursor;
    for (let depth = 0; ;) {
      this.countNode();
      const type = cursor.nodeType;
      const isWhole = cursor.nodeIsNamed && isWholeToken(type);
      if (!isWhole && cursor.gotoFirstChild()) {
        depth += 1;
        pieces.push(mark(`(${type}`));
        continue;
      }
      this.#takeToken(pieces, type);
      if (depth === 0) return;
      while (!cursor.gotoNextSibling()) {
        cursor.gotoParent();
        depth -= 1;
        pieces.push(mark(')'));
        if (depth === 0) return;
      }
    }
  }

  /** Takes what stands behind the last token. */
  takeRest(pieces: Piece[]): void {
    this.#takeGap(pieces, this.#source.length);
  }

  /** Whether an empty line stands before the current node. */
  isAfterEmptyLine(): boolean {
    return /\n[ \t\r]*\n/u.test(this.#lastAndGap());
  }

  /** Whether the current node is the first of its line. */
  isOnNewLine(): boolean {
    return this.#end === 0 || this.#lastAndGap().includes('\n');
  }

  /** @throws LateError */
  countNode(): void {
    this.#nodes += 1;
    if (this.#nodes % nodesPerLook === 0 && performance.now() > this.#deadlineMs)
      throw new LateError();
  }

  /** The last character, since some tokens end with a line feed, and what stands before the current node. */
  #lastAndGap(): string {
    return this.#source.slice(Math.max(0, this.#end - 1), this.#cursor.startIndex);
  }

  #takeToken(pieces: Piece[], type: string): void {
    const { startIndex, endIndex } = this.#cursor;
    this.#takeGap(pieces, startIndex);
    if (endIndex <= this.#end) return;
    const text = this.#source.slice(this.#end, endIndex);
    pieces.push({ text, code: normalized(text, type), isToken: true });
    this.#end = endIndex;
    this.owner = pieces;
  }

  /** What stands between two tokens: whitespace, or what no token was made of. Nobody's if between two entities. */
  #takeGap(pieces: Piece[], until: number): void {
    if (until <= this.#end) return;
    const text = this.#source.slice(this.#end, until);
    const code = codeOfGap(text, this.#grammar);
    if (code !== '') pieces.push({ text, code, isToken: true });
    else if (this.owner === pieces) pieces.push({ text, code, isToken: false });
    this.#end = until;
  }
}

/** A token without what is only formatting. */
export const normalized = (text: string, type: string): string => {
  if (!text.includes('\n')) return text;
  if (type.includes('comment')) {
    const lines = text.split('\n');
    return lines.map((line) => withoutEnd(withoutStart(line))).join('\n');
  }
  return type === 'jsx_text' ? jsxText(text) : text;
};

const withoutStart = (line: string): string => line.replace(/^[ \t\r]+/u, '');

const withoutEnd = (line: string): string => {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
};

/** As JSX reads it: lines are trimmed where they meet others, and joined by a space. */
const jsxText = (text: string): string => {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : withoutStart(line);
      return index === lines.length - 1 ? start : withoutEnd(start);
    })
    .filter((line) => line !== '')
    .join(' ');
};
