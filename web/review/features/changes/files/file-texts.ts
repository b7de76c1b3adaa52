import type { FileQuote } from '../../../../../shared/placement/anchor-lines.ts';
import { linesOfPatch, type FileLines } from '../../../../../shared/patch/patch-lines.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { maxLines } from '../../../../../shared/limits.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { can } from '../../../store/session-slice.ts';
import type { Page } from '../../../ui/page.ts';

export type WholeFiles = (
  quote: Pick<FileQuote, 'filePath' | 'side'>,
) => Promise<ReadonlyMap<number, string> | undefined>;

/** Reads files of the project, changed or not, each side once; undefined if there is no such text. */
export const wholeFiles = ({ client, store }: Page): WholeFiles => {
  const known = new Map<string, ReturnType<WholeFiles>>();
  const load: WholeFiles = async ({ filePath, side }) => {
    if (!can(store.getState(), 'files')) return undefined;
    const query = { path: filePath, side };
    const answer = await client.call('getFile', { query, signal: unlimited() });
    const text = answer.kind === 'ok' ? answer.value.text : undefined;
    if (text === undefined) return undefined;
    return new Map(
      text
        .replace(/\n$/u, '')
        .split('\n')
        .map((line, at) => [at + 1, line.replace(/\r$/u, '')]),
    );
  };
  return (quote) => {
    const key = `${quote.side} ${quote.filePath}`;
    const lines = known.get(key) ?? load(quote);
    known.set(key, lines);
    return lines;
  };
};

/** Reading a large file may take any time. */
const unlimited = (): AbortSignal => new AbortController().signal;

/** The lines in a file's patch; undefined if it is gone or too large. */
export const loadPatchLines = (
  client: SessionClient,
  file: ChangedFile,
): Promise<FileLines | undefined> =>
  client
    .load('getFilePatch', { query: { id: file.id }, signal: unlimited() })
    .then(linesOfPatch, () => undefined);

interface FileSide {
  readonly file: ChangedFile;
  readonly side: 'old' | 'new';
}

/** Adds all lines of a side, if available. */
export const withWholeFile = async (
  client: SessionClient,
  { file: { id, oldBlob, newBlob }, side }: FileSide,
  lines: FileLines,
): Promise<FileLines> => {
  if ((side === 'old' ? oldBlob : newBlob) === undefined) return lines;
  const query = { id, side, from: 1, to: maxLines } as const;
  return client.load('getDiffLines', { query, signal: unlimited() }).then(
    (whole) => ({ ...lines, [side]: new Map(whole.lines.map((line, at) => [at + 1, line])) }),
    () => lines,
  );
};
