import type { FileDiffMetadata, Hunk } from '@pierre/diffs';
import { diffIdentity, parseHunks } from '../../../../../shared/patch/parse-hunks.ts';
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
  const diff = emptyDiff(file, 'pending');
  for (const estimate of estimateHunks(file)) addHunk(diff, estimate);
  return { kind: 'pending', diff: { ...diff, lang: 'text' } };
};

/** A file without code: the header and what is below it. */
export const noneModel = (file: ChangedFile): FileModel => ({
  kind: 'none',
  // One-sided files have one column in split view too, so that annotations get the full width.
  diff: { ...emptyDiff(file, 'none'), type: file.status === 'deleted' ? 'deleted' : 'new' },
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
  const diff = emptyDiff(file, kind);
  const lines = text.replace(/\n$/u, '').split('\n');
  addHunk(diff, {
    oldStart: 1,
    oldLines: lines.length,
    newStart: 1,
    newLines: lines.length,
    context: lines.length,
  });
  diff.additionLines = lines.map((line) => `${line}\n`);
  diff.deletionLines = diff.additionLines;
  diff.additionCharacterCount = text.length;
  diff.deletionCharacterCount = text.length;
  return { ...diff, type: 'new' };
};

const emptyDiff = (file: ChangedFile, kind: FileModel['kind']): FileDiffMetadata => ({
  ...diffIdentity(file, kind),
  hunks: [],
  splitLineCount: 0,
  unifiedLineCount: 0,
  isPartial: true,
  deletionLines: [],
  additionLines: [],
  deletionCharacterCount: 0,
  additionCharacterCount: 0,
});

/** Appends a hunk of empty lines: context first, then deletions and additions as one change. */
const addHunk = (diff: FileDiffMetadata, estimate: HunkEstimate): void => {
  const { context, newStart, newLines, oldStart, oldLines } = estimate;
  const additions = newLines - context;
  const deletions = oldLines - context;
  const last = diff.hunks.at(-1);
  const lastEnd = last === undefined ? 1 : last.additionStart + last.additionCount;
  const collapsedBefore = Math.max(0, newStart - lastEnd);
  const additionLineIndex = diff.additionLines.length;
  const deletionLineIndex = diff.deletionLines.length;
  const hunk: Hunk = {
    collapsedBefore,
    additionStart: newStart,
    additionCount: newLines,
    additionLines: additions,
    additionLineIndex,
    deletionStart: oldStart,
    deletionCount: oldLines,
    deletionLines: deletions,
    deletionLineIndex,
    hunkContent: [],
    splitLineStart: diff.splitLineCount + collapsedBefore,
    splitLineCount: context + Math.max(additions, deletions),
    unifiedLineStart: diff.unifiedLineCount + collapsedBefore,
    unifiedLineCount: context + additions + deletions,
    noEOFCRAdditions: false,
    noEOFCRDeletions: false,
  };
  if (context > 0)
    hunk.hunkContent.push({
      type: 'context',
      lines: context,
      additionLineIndex,
      deletionLineIndex,
    });
  if (additions > 0 || deletions > 0)
    hunk.hunkContent.push({
      type: 'change',
      additions,
      additionLineIndex: additionLineIndex + context,
      deletions,
      deletionLineIndex: deletionLineIndex + context,
    });
  diff.hunks.push(hunk);
  for (let count = 0; count < newLines; count += 1) diff.additionLines.push('\n');
  for (let count = 0; count < oldLines; count += 1) diff.deletionLines.push('\n');
  diff.splitLineCount += collapsedBefore + hunk.splitLineCount;
  diff.unifiedLineCount += collapsedBefore + hunk.unifiedLineCount;
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
