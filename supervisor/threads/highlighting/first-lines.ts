import type { FileDiffMetadata } from '@pierre/diffs';

type Hunk = FileDiffMetadata['hunks'][number];

/**
 * The start of a diff: whole hunks up to the limit, and the start of the next, so that the rest is highlighted as in
 * the whole.
 */
export const firstLines = (diff: FileDiffMetadata, rows: number): FileDiffMetadata => {
  const hunks: Hunk[] = [];
  let left = rows;
  for (const hunk of diff.hunks) {
    if (left <= 0) break;
    hunks.push(beginningOf(hunk, left));
    left -= hunk.unifiedLineCount;
  }
  return { ...diff, hunks };
};

const beginningOf = (hunk: Hunk, rows: number): Hunk => {
  const hunkContent: Hunk['hunkContent'] = [];
  let left = rows;
  for (const content of hunk.hunkContent) {
    if (left <= 0) break;
    if (content.type === 'context') {
      const lines = Math.min(content.lines, left);
      hunkContent.push({ ...content, lines });
      left -= lines;
      continue;
    }
    const deletions = Math.min(content.deletions, left);
    const additions = Math.min(content.additions, left);
    hunkContent.push({ ...content, deletions, additions });
    // Nothing may follow a side that was cut.
    left = deletions < content.deletions ? 0 : left - deletions - additions;
  }
  return { ...hunk, hunkContent };
};
