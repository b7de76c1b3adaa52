import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { UnreadReason } from '../../../shared/session/structure.ts';
import type { Grammar } from './grammars.ts';
import { compareSides, type Comparison } from './compare-sides.ts';
import { parseFile, type ParsedFile, type ParseOptions } from './parse-file.ts';
import { linesOf, quietHunks } from './quiet-hunks.ts';

interface Sides {
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
}

/** Adds what happened in a file. @returns why it could not be found out, if so */
export const compareFile = async (
  into: Comparison,
  {
    file,
    grammar,
  }: { readonly file: Pick<ChangedFile, 'id' | 'hunks'>; readonly grammar: Grammar },
  { before, after }: Sides,
): Promise<UnreadReason | undefined> => {
  const { id: fileId, hunks } = file;
  // What is only on one side is not only formatting.
  const compared = before === undefined || after === undefined ? [] : hunks;
  const was = await readSide(before, { grammar, lines: linesOf(compared, 'old') });
  if (was === 'too-slow') return was;
  const is = await readSide(after, { grammar, lines: linesOf(compared, 'new') });
  if (is === 'too-slow') return is;
  compareSides(into, fileId, { before: was?.entities, after: is?.entities });
  const sides = { before: was?.hunks ?? [], after: is?.hunks ?? [] };
  for (const quiet of quietHunks(compared, sides)) into.quiet.push({ fileId, ...quiet });
  return undefined;
};

const readSide = async (
  content: Buffer | undefined,
  options: ParseOptions,
): Promise<ParsedFile | 'too-slow' | undefined> =>
  content === undefined ? undefined : ((await parseFile(content, options)) ?? 'too-slow');
