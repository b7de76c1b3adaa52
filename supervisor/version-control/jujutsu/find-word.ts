import { GalleyError } from '../../../shared/errors.ts';
import type { CutReason } from '../../../shared/session/navigation.ts';
import type { TaskContext } from '../../threads/task-context.ts';
import { LineRecords, matcherOf, streamFiles } from '../found-lines.ts';
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
  const without = unclear.map((path) => `~ ${fileset(path)}`);
  const records = new LineRecords(':');
  const isMatch = matcherOf(wanted);
  const kind = wanted.isPart === true ? 'substring-i' : 'substring';
  const args = [
    'file',
    'search',
    '--line-number',
    `--revision=${commit}`,
    `--pattern=${kind}:${wanted.word}`,
    ...(unclear.length === 0 ? [] : [`all() ${without.join(' ')}`]),
  ];
  const end = await streamFiles(
    {
      run: (run) => runJj({ root, operation, args, ...run }),
      take: (part) => records.take(part).filter(({ text }) => isMatch(text)),
      onFile,
    },
    context,
  );
  if (end !== undefined) return end === 'stopped' ? 'count' : end;
  return unclear.length > 0 ? 'files' : undefined;
};

/** Jj writes paths as they are, before a colon and the number of the line. */
const isUnclear = (path: string): boolean => /[:\p{Cc}]/u.test(path);
