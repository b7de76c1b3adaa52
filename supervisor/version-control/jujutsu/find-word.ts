import { randomBytes } from 'node:crypto';
import { GalleyError } from '../../../shared/errors.ts';
import type { CutReason } from '../../../shared/session/navigation.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import {
  LineRecords,
  matcherOf,
  maxLineBytes,
  streamFiles,
  type FoundLine,
  type IsMatch,
} from '../found-lines.ts';
import type { WantedWord } from '../provider.ts';
import { fileset } from './compare-revisions.ts';
import { readPathsOf } from './read-files.ts';
import type { ResolvedRevisions } from './resolve-revisions.ts';
import { runJj } from './run-jj.ts';

/**
 * Finds the lines with a word, or a part of one, in the files of a side; binary files are left out.
 * @returns why not everything was searched, if so
 * @throws GalleyError `not_found` if the side is several commits, or as runJj does
 */
export const findWord = async (
  range: ResolvedRevisions,
  { side, onFile, ...wanted }: WantedWord,
  context: TaskContext,
): Promise<CutReason | undefined> => {
  const commit = side === 'old' ? range.from : range.to;
  if (commit === undefined)
    throw new GalleyError('not_found', 'The old side is several commits. Search the new one.');
  const { root, operation } = range;
  const unclear = (await readPathsOf(range, { commit, context })).filter(isUnclear);
  let isKnown = true;
  const run = async ({ args, take }: JjSearch): Promise<CutReason | undefined> => {
    const end = await streamFiles(
      {
        run: async (options) => {
          const call = { root, operation, args, okExitCodes: [0, unknownToJj], ...options };
          isKnown = (await runJj(call)).exitCode === 0;
          // The last line of a file need not have an end.
          await options.onOutput(Buffer.from('\n'));
        },
        take,
        onFile,
      },
      context,
    );
    return end === 'stopped' ? 'count' : end;
  };
  const cut = await run(searchOf(commit, { ...wanted, unclear }));
  // Before jj 0.44.
  if (!isKnown) return run(readingOf(commit, wanted));
  return cut ?? (unclear.length > 0 ? 'files' : undefined);
};

/** The exit code for a command or an option that there is not. */
const unknownToJj = 2;

/** How jj is run, and what is found in its output. */
interface JjSearch {
  readonly args: readonly string[];
  readonly take: (part: Buffer) => readonly FoundLine[];
}

type Word = Pick<WantedWord, 'word' | 'isPart'>;

/** Jujutsu's own search. */
const searchOf = (
  commit: string,
  { unclear, ...wanted }: Word & { readonly unclear: readonly string[] },
): JjSearch => {
  const records = new LineRecords(':');
  const isMatch = matcherOf(wanted);
  const kind = wanted.isPart === true ? 'substring-i' : 'substring';
  const without = unclear.map((path) => `~ ${fileset(path)}`);
  return {
    args: [
      'file',
      'search',
      '--line-number',
      `--revision=${commit}`,
      `--pattern=${kind}:${wanted.word}`,
      ...(unclear.length === 0 ? [] : [`all() ${without.join(' ')}`]),
    ],
    take: (part) => records.take(part).filter(({ text }) => isMatch(text)),
  };
};

/** Jujutsu writes paths as they are, before a colon and the number of the line. */
const isUnclear = (path: string): boolean => /[:\p{Cc}]/u.test(path);

/** All files, read one after another. */
const readingOf = (commit: string, wanted: Word): JjSearch => {
  // No file can have it in it.
  const mark = randomBytes(16).toString('hex');
  const lines = new MarkedLines(mark, matcherOf(wanted));
  const template = `"\\n${mark}" ++ json(path) ++ "\\n"`;
  return {
    args: ['file', 'show', `--revision=${commit}`, `--template=${template}`, 'all()'],
    take: (part) => lines.take(part),
  };
};

/** Finds lines of files, each after a line with a mark and the file's path as JSON. */
class MarkedLines {
  readonly #mark: string;
  readonly #isMatch: IsMatch;
  #path = '';
  #line = 0;
  #rest = '';

  constructor(mark: string, isMatch: IsMatch) {
    this.#mark = mark;
    this.#isMatch = isMatch;
  }

  take(part: Buffer): FoundLine[] {
    const lines = part.toString('latin1').split('\n');
    const rest = lines.pop() ?? '';
    const found: FoundLine[] = [];
    for (const line of lines) {
      this.#keep(line);
      found.push(...this.#read(this.#rest));
      this.#rest = '';
    }
    this.#keep(rest);
    return found;
  }

  #keep(text: string): void {
    this.#rest += text.slice(0, Math.max(0, maxLineBytes - this.#rest.length));
  }

  #read(text: string): FoundLine[] {
    if (text.startsWith(this.#mark)) {
      const name = Buffer.from(text.slice(this.#mark.length), 'latin1').toString('utf8');
      this.#path = Buffer.from(String(JSON.parse(name))).toString('latin1');
      this.#line = 0;
      return [];
    }
    this.#line += 1;
    return this.#isMatch(text) ? [{ path: this.#path, line: this.#line, text }] : [];
  }
}
