import type { FileDiffMetadata } from '@pierre/diffs';
import { diffIdentity, parseHunks } from '../../../../../shared/patch/parse-hunks.ts';
import { contextLine } from '../../../../../shared/patch/hunk-lines.ts';
import { readHunks } from '../../../../../shared/patch/read-hunks.ts';
import { readPatchText } from '../../../../../shared/patch/patch-text.ts';
import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import { diffTexts } from '../../../../shell/texts/diff-texts.ts';
import { expandHunks, type FileContext } from '../patch/expand-hunks.ts';

/** What the library draws of a file. Only the line numbers of `code` are those of the file. */
export interface FileModel {
  readonly kind: 'pending' | 'code' | 'plain' | 'none';
  readonly diff: FileDiffMetadata;
  /** Why the patch is shown as plain text. */
  readonly reason?: string;
}

/** Placeholder while the patch loads: empty lines with the numbers of the manifest. */
export const pendingModel = (file: ChangedFile): FileModel => {
  const hunks = estimateHunks(file).map(({ context, ...header }) => ({
    header: { ...header, heading: '' },
    headerLine: '',
    body: [
      ...emptyLines(context, ' '),
      ...emptyLines(header.oldLines - context, '-'),
      ...emptyLines(header.newLines - context, '+'),
    ],
  }));
  const diff = { ...readHunks(hunks), ...diffIdentity(file, 'pending') };
  return { kind: 'pending', diff: { ...diff, lang: 'text' } };
};

const emptyLines = (count: number, mark: string): string[] => Array<string>(count).fill(mark);

/** A file without code: the header and what is below it. */
export const noneModel = (file: ChangedFile): FileModel => ({
  kind: 'none',
  // One-sided files have one column in split view too, so that annotations get the full width.
  diff: {
    ...readHunks([]),
    ...diffIdentity(file, 'none'),
    type: file.status === 'deleted' ? 'deleted' : 'new',
  },
});

/** Parses a patch, with known context; falls back to plain text if its hunks are inconsistent. Never throws. */
export const patchModel = (file: ChangedFile, patch: string, context?: FileContext): FileModel => {
  const read = readPatchText(patch);
  if (read.kind === 'empty') return noneModel(file);
  if (read.kind === 'invalid')
    return plainModel(file, patch, diffTexts().unreadable[read.reason](read.line));
  try {
    const hunks = context === undefined ? read.hunks : expandHunks(read.hunks, context);
    const diff = parseHunks(file, hunks);
    if (diff === undefined) return plainModel(file, patch, diffTexts().unreadable.noHunks);
    const cacheKey = `${diff.cacheKey}:${context?.lines.size ?? 0}`;
    return { kind: 'code', diff: { ...diff, cacheKey } };
  } catch (error) {
    return plainModel(
      file,
      patch,
      error instanceof Error ? error.message : diffTexts().unreadable.parse,
    );
  }
};

const plainModel = (file: ChangedFile, patch: string, reason: string): FileModel => ({
  kind: 'plain',
  diff: { ...linesDiff(file, 'plain', patch), lang: 'text' },
  reason,
});

/** A file that has not changed, as a whole. */
export const textModel = (file: ChangedFile, text: string): FileModel => ({
  kind: 'code',
  diff: linesDiff(file, 'code', text),
});

/** Lines in one column, without changes. */
const linesDiff = (file: ChangedFile, kind: FileModel['kind'], text: string): FileDiffMetadata => {
  const body = text
    .replace(/\n$/u, '')
    .split('\n')
    .map((line) => contextLine(line));
  const { length } = body;
  const header = { oldStart: 1, oldLines: length, newStart: 1, newLines: length, heading: '' };
  const lines = readHunks([{ header, headerLine: '', body }]);
  return { ...lines, ...diffIdentity(file, kind), type: 'new' };
};

/** Estimated line counts of a hunk; the sums per file are exact. */
interface HunkEstimate {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly context: number;
}

type CountedFile = Pick<ChangedFile, 'hunks' | 'additions' | 'deletions'>;

/**
 * Distributes the context lines implied by a manifest over its hunks, to estimate a file's height before its patch is
 * loaded. Exact for a single hunk. Contradictory counts yield no context.
 */
export const estimateHunks = ({ hunks, additions, deletions }: CountedFile): HunkEstimate[] => {
  const oldTotal = hunks.reduce((sum, [, oldLines]) => sum + oldLines, 0);
  const newTotal = hunks.reduce((sum, [, , , newLines]) => sum + newLines, 0);
  const roomTotal = hunks.reduce((sum, [, old, , next]) => sum + Math.min(old, next), 0);
  let left = Math.max(0, Math.min(oldTotal - deletions, newTotal - additions, roomTotal));
  let roomLeft = roomTotal;
  return hunks.map(([oldStart, oldLines, newStart, newLines]) => {
    const room = Math.min(oldLines, newLines);
    const context = roomLeft === 0 ? 0 : Math.min(room, Math.round((left * room) / roomLeft));
    left -= context;
    roomLeft -= room;
    return { oldStart, oldLines, newStart, newLines, context };
  });
};
