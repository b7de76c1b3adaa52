import { getSharedHighlighter, renderDiffWithHighlighter } from '@pierre/diffs';
import { highlightOptions, highlightThemes } from '../../../shared/highlight-options.ts';
import { parseHunks } from '../../../shared/patch/parse-hunks.ts';
import { readPatchText } from '../../../shared/patch/patch-text.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { FileColours } from '../../../shared/session/diff-colours.ts';
import { firstLines } from './first-lines.ts';
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
