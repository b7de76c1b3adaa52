import {
  getSharedHighlighter,
  renderDiffWithHighlighter,
  type FileDiffMetadata,
} from '@pierre/diffs';
import { highlightOptions, highlightThemes } from '../../../shared/highlight-options.ts';
import { parseHunks } from '../../../shared/patch/parse-hunks.ts';
import { readPatchText } from '../../../shared/patch/patch-text.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { FileColours } from '../../../shared/session/diff-colours.ts';
import { encodeLines, type StyleNumbers } from './encode-lines.ts';

// A bundle of its own: the highlighter is larger than all tasks together, and few threads need it.

/** A highlighted file, and the themes' background colours. */
interface ColouredFile {
  readonly colours: FileColours;
  readonly themeStyles: string;
}

interface ColourOptions {
  readonly patch: string;
  /** Lines to highlight; a few more for a file with a large change on both sides. */
  readonly lines: number;
  readonly styles: StyleNumbers;
}

/**
 * Highlights the start of a file as the page does; undefined if its patch is not shown as code. @throws Error if the
 * library cannot parse it
 */
export const colourFile = async (
  file: ChangedFile,
  { patch, lines, styles }: ColourOptions,
): Promise<ColouredFile | undefined> => {
  const read = readPatchText(patch);
  const whole = read.kind === 'hunks' ? parseHunks(file, read.hunks) : undefined;
  if (whole?.lang === undefined) return undefined;
  const diff = firstLines(whole, lines);
  const highlighter = await getSharedHighlighter({
    themes: Object.values(highlightThemes),
    langs: [whole.lang],
    preferredHighlighter: 'shiki-js',
  });
  const { code, themeStyles } = renderDiffWithHighlighter(diff, highlighter, {
    ...highlightOptions,
    useTokenTransformer: false,
    maxLineDiffLength: 1000,
  });
  return {
    colours: {
      id: file.id,
      deletions: encodeLines(code.deletionLines, styles),
      additions: encodeLines(code.additionLines, styles),
    },
    themeStyles,
  };
};

type Hunk = FileDiffMetadata['hunks'][number];

/**
 * The start of a diff: whole hunks up to the limit, and the start of the next, so that the rest is highlighted as in
 * the whole.
 */
const firstLines = (diff: FileDiffMetadata, rows: number): FileDiffMetadata => {
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
