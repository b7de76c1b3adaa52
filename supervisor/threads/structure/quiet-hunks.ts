import { createHash } from 'node:crypto';
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { Hunk } from '../../../shared/placement/manifest.ts';
import type { QuietHunk } from '../../../shared/session/structure.ts';
import type { Grammar } from './grammars.ts';
import { codeOfGap, isWholeToken, normalized } from './token-reader.ts';

/** Digests of what a hunk covers of a side. */
export interface HunkSide {
  /** Its tokens and their nesting, without what is only formatting. */
  readonly code: string;
  /** Its lines, without imports and empty lines. */
  readonly rest: string;
}

/** The first line of each hunk on a side, and how many it has. */
export type HunkLines = readonly (readonly [start: number, count: number])[];

interface SideOptions {
  readonly grammar: Grammar;
  readonly lines: HunkLines;
  /** As of `performance.now`. */
  readonly deadlineMs: number;
}

/** The lines of each hunk on a side. */
export const linesOf = (hunks: readonly Hunk[], side: 'old' | 'new'): HunkLines =>
  hunks.map(([oldStart, oldLines, newStart, newLines]) =>
    side === 'old' ? [oldStart, oldLines] : [newStart, newLines],
  );

/** Reads what each hunk covers; those that there was no time for are missing. */
export const readHunkSides = (
  tree: Tree,
  source: string,
  { grammar, lines, deadlineMs }: SideOptions,
): HunkSide[] => {
  if (lines.length === 0) return [];
  const starts = lineStarts(source);
  const sides: HunkSide[] = [];
  const cursor = tree.walk();
  const tokens = new HunkTokens(cursor, source, grammar);
  const imports = importLines(tree, source, grammar);
  for (const [start, count] of lines) {
    if (performance.now() > deadlineMs) break;
    const first = count === 0 ? start : start - 1;
    const from = starts[first] ?? source.length;
    const to = starts[first + count] ?? source.length;
    const code = tokens.digest(from, to);
    const rest = createHash('sha256');
    for (let at = first; at < first + count; at += 1) {
      const line = source.slice(starts[at], starts[at + 1]).replace(/\r?\n$/u, '');
      if (line.trim() !== '' && !imports.has(at)) rest.update(`${line}\n`);
    }
    sides.push({ code, rest: rest.digest('base64') });
  }
  cursor.delete();
  return sides;
};

/** The hunks in which only formatting or only imports differ. */
export const quietHunks = (
  hunks: readonly Hunk[],
  { before, after }: { readonly before: readonly HunkSide[]; readonly after: readonly HunkSide[] },
): Omit<QuietHunk, 'fileId'>[] =>
  hunks.flatMap((hunk, at): Omit<QuietHunk, 'fileId'>[] => {
    const [was, is] = [before[at], after[at]];
    if (was === undefined || is === undefined) return [];
    if (was.code === is.code) return [{ hunk, only: 'formatting' }];
    return was.rest === is.rest ? [{ hunk, only: 'imports' }] : [];
  });

/** Where each line begins, and where the last one ends. */
const lineStarts = (source: string): number[] => {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
    starts.push(at + 1);
  return starts;
};

/** The lines, 0-based, that hold imports and nothing else. */
const importLines = (tree: Tree, source: string, { imports }: Grammar): Set<number> => {
  const found = new Set<number>();
  const nodes = imports.length === 0 ? [] : tree.rootNode.descendantsOfType([...imports]);
  for (const { startIndex, endIndex, startPosition, endPosition, hasError } of nodes) {
    const before = source.slice(source.lastIndexOf('\n', startIndex - 1) + 1, startIndex);
    // Some imports end with their line feed.
    const isLineEnd = endPosition.column === 0 && endPosition.row > startPosition.row;
    const lineEnd = source.indexOf('\n', endIndex);
    const behind = isLineEnd ? '' : source.slice(endIndex, lineEnd < 0 ? undefined : lineEnd);
    if (hasError || before.trim() !== '' || !/^[\s;]*$/u.test(behind)) continue;
    const end = isLineEnd ? endPosition.row - 1 : endPosition.row;
    for (let row = startPosition.row; row <= end; row += 1) found.add(row);
  }
  return found;
};

/** Reads the tokens of one hunk after the other, in one walk through the tree. */
class HunkTokens {
  readonly #cursor: TreeCursor;
  readonly #source: string;
  readonly #grammar: Grammar;
  #depth = 0;
  #isAtEnd = false;
  /** The last token, which may reach into the next hunk. */
  #last = { code: '', end: 0 };

  constructor(cursor: TreeCursor, source: string, grammar: Grammar) {
    this.#cursor = cursor;
    this.#source = source;
    this.#grammar = grammar;
  }

  /**
   * Digests the tokens that a part of the text has a share in, with the begins and ends of nodes. Parts are in the order
   * of the text.
   */
  digest(from: number, to: number): string {
    const cursor = this.#cursor;
    const into = createHash('sha256');
    const add = (text: string): void => void into.update(`\0${text}`);
    let end = from;
    /** Whitespace is formatting; anything else is code that the grammar did not understand. */
    const addGap = (until: number): void => {
      const code = codeOfGap(this.#source.slice(end, until), this.#grammar);
      if (code !== '') add(code);
    };
    const addToken = ({ code, end: until }: { readonly code: string; readonly end: number }) => {
      add(code);
      end = Math.max(end, until);
    };
    if (this.#last.end > from) addToken(this.#last);
    while (!this.#isAtEnd && cursor.startIndex < to) {
      const { startIndex, endIndex, nodeType: type } = cursor;
      if (endIndex > from) {
        const isWhole = cursor.nodeIsNamed && isWholeToken(type);
        if (!isWhole && cursor.gotoFirstChild()) {
          add(`(${type}`);
          this.#depth += 1;
          continue;
        }
        addGap(startIndex);
        const code = normalized(this.#source.slice(startIndex, endIndex), type);
        addToken((this.#last = { code, end: endIndex }));
      }
      this.#isAtEnd = !this.#goOn(add);
    }
    addGap(to);
    return into.digest('base64');
  }

  /** Goes to the next node that is not in the current one. @returns false if there is none */
  #goOn(add: (text: string) => void): boolean {
    while (!this.#cursor.gotoNextSibling()) {
      if (this.#depth === 0) return false;
      this.#cursor.gotoParent();
      add(')');
      this.#depth -= 1;
    }
    return true;
  }
}
