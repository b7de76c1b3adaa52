import { isUtf8 } from 'node:buffer';
import type { Entity } from './entity.ts';
import type { Grammar } from './grammars.ts';
import { parserOf } from './parser.ts';
import { readHunkSides, type HunkLines, type HunkSide } from './quiet-hunks.ts';
import { readEntities } from './read-entities.ts';

/** How long a file may take. */
const maxFileMs = 1500;

export interface ParsedFile {
  readonly entities: Entity;
  readonly hunks: readonly HunkSide[];
}

export interface ParseOptions {
  readonly grammar: Grammar;
  /** The lines of the hunks to be read. */
  readonly lines?: HunkLines;
}

/** The entities of a file, and what hunks cover of it; undefined if it takes too long. */
export const parseFile = async (
  content: Buffer,
  { grammar, lines = [] }: ParseOptions,
): Promise<ParsedFile | undefined> => {
  // Bytes that are not UTF-8 must not become one and the same character.
  const text = content.toString(isUtf8(content) ? 'utf8' : 'latin1');
  const parse = await parserOf(grammar);
  // Once the grammar is loaded, which on a busy machine may take longer than any file.
  const deadlineMs = performance.now() + maxFileMs;
  const tree = parse(text, deadlineMs);
  if (tree === undefined) return undefined;
  try {
    const entities = readEntities(tree, text, { grammar, deadlineMs });
    if (entities === undefined) return undefined;
    return { entities, hunks: readHunkSides(tree, text, { grammar, lines, deadlineMs }) };
  } finally {
    tree.delete();
  }
};
