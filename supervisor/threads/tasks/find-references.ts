import { open } from 'node:fs/promises';
import { storageError } from '../../../shared/node/atomic-file.ts';
import type {
  FileReferences,
  Reference,
  ReferencesPart,
} from '../../../shared/session/navigation.ts';
import type { FileLines } from '../../version-control/provider.ts';
import { wordFinder } from '../../version-control/providers.ts';
import type { TaskContext } from '../task-context.ts';
import type { FindReferencesRequest, FindReferencesResult } from '../change-requests.ts';

/** More lines than anybody reads, and more of one file. */
const maxLines = 5000;
const maxLinesOfFile = 200;
const maxTextLength = 300;

/**
 * Writes the lines with a symbol while they are found, a file's at a time: each a ReferencesPart. The file is read
 * while it grows.
 * @throws GalleyError `not_found`, or as the provider does
 */
export const findReferences = async (
  { source, name, side, near, output, maxCount = maxLines }: FindReferencesRequest,
  context: TaskContext,
): Promise<FindReferencesResult> => {
  const findWord = wordFinder(source);
  const failed = (cause: unknown): never => {
    throw storageError(output, cause);
  };
  const file = await open(output, 'wx', 0o600).catch(failed);
  const write = (part: ReferencesPart) =>
    file.appendFile(`${JSON.stringify(part)}\n`).catch(failed);
  let count = 0;
  try {
    const cut = await findWord(
      {
        word: name,
        side,
        ...(near === undefined ? {} : { near }),
        onFile: async (found) => {
          const shown = shownOf(found, name, maxCount - count);
          count += shown.lines.length;
          await write(shown);
          return count < maxCount;
        },
      },
      context,
    );
    await write({ end: true, ...(cut === undefined ? {} : { cut }) });
    return { lines: count };
  } finally {
    await file.close();
  }
};

const shownOf = ({ path, lines }: FileLines, name: string, atMost: number): FileReferences => {
  const shown = lines.slice(0, Math.min(maxLinesOfFile, atMost));
  const more = lines.length - shown.length;
  return {
    path,
    lines: shown.map((line) => shortened(line, name)),
    ...(more > 0 ? { more } : {}),
  };
};

const shortened = ({ line, text }: Reference, name: string): Reference => {
  if (text.length <= maxTextLength) return { line, text };
  const start = Math.max(0, text.indexOf(name) - maxTextLength / 3);
  const part = text.slice(start, start + maxTextLength);
  return { line, text: `${start > 0 ? '…' : ''}${part}…` };
};
