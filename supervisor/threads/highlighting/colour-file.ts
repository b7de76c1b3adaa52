import { getSharedHighlighter, renderDiffWithHighlighter } from '@pierre/diffs';
import { highlightOptions, highlightThemes } from '../../../shared/highlight-options.ts';
import { parseHunks } from '../../../shared/patch/parse-hunks.ts';
import { readPatchText } from '../../../shared/patch/patch-text.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { FileColours } from '../../../shared/session/diff-colours.ts';
import { firstLines } from './first-lines.ts';
import { encodeLines, type StyleNumbers } from './encode-lines.ts';

// A bundle of its own beside the thread's: the highlighter is larger than all of the tasks, and few threads need it.

/** A file in its colours, and the grounds that these are made for. */
interface ColouredFile {
  readonly colours: FileColours;
  readonly themeStyles: string;
}

interface ColourOptions {
  readonly patch: string;
  /** How many lines of it are coloured; some more of a file with a large change on both sides. */
  readonly lines: number;
  readonly styles: StyleNumbers;
}

/**
 * Colours the beginning of a file as the page does; undefined where its patch is not shown as code.
 * @throws Error where the library cannot read it
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
