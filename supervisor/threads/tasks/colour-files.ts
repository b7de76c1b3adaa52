import { open, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { languageOf } from '../../../shared/file-language.ts';
import { hasPatchText, isGiant } from '../../../shared/patch/file-size.ts';
import type { ChangedFile } from '../../../shared/placement/manifest.ts';
import type { DiffColours, FileColours } from '../../../shared/session/diff-colours.ts';
import { StyleNumbers } from '../highlighting/encode-lines.ts';
import { readPart } from '../patch/patch-file.ts';
import { readManifest } from '../patch/read-manifest.ts';
import { type TaskContext, withTaskOutput } from '../task-context.ts';
import type { ColourFilesRequest, ColourFilesResult } from '../change-requests.ts';

/** The file in the spool; the session adds the version when it serves it. */
type KeptColours = Omit<DiffColours, 'version'>;

/** As many lines as a large screen shows; the page highlights the rest meanwhile. */
const enoughLines = 120;
/** Larger files are left to the page: just parsing their patch takes too long. */
const mostBytes = 512 * 1024;
/** No further file is started after this. */
const enoughMs = 1000;

/**
 * Highlights the files that a page shows first, from the top, exactly as the page would.
 * @throws GalleyError `storage_failed`, and whatever the highlighter throws
 */
export const colourFiles = async (
  { patch, manifest, output }: ColourFilesRequest,
  { signal }: TaskContext,
): Promise<ColourFilesResult> =>
  withTaskOutput(output, async ({ draftOf, publish }) => {
    const { files } = await readManifest(manifest);
    const { colourFile } = await import('../highlighting/colour-file.ts');
    const startedMs = performance.now();
    const styles = new StyleNumbers();
    const coloured: FileColours[] = [];
    let themeStyles = '';
    const text = await open(patch);
    try {
      for (const { file, lines } of shownFirst(files)) {
        // Yield, so that an abort is noticed.
        await setImmediate();
        signal.throwIfAborted();
        const made = await colourFile(file, {
          patch: (await readPart(text, file)).toString('utf8'),
          lines,
          styles,
        });
        if (made !== undefined) {
          coloured.push(made.colours);
          ({ themeStyles } = made);
        }
        if (performance.now() - startedMs > enoughMs) break;
      }
    } finally {
      await text.close();
    }
    const kept: KeptColours = { themeStyles, styles: styles.styles, files: coloured };
    await writeFile(draftOf(output), JSON.stringify(kept), { mode: 0o600 });
    await publish(output);
    return { files: coloured.length };
  });

interface Shown {
  readonly file: ChangedFile;
  readonly lines: number;
}

/** The files whose code is shown first and can be highlighted, with the number of lines. */
const shownFirst = (files: readonly ChangedFile[]): Shown[] => {
  const shown: Shown[] = [];
  let left = enoughLines;
  for (const file of files) {
    if (left <= 0) break;
    if (!hasPatchText(file) || isGiant(file) || file.setAside !== undefined) continue;
    if (file.bytes <= mostBytes && languageOf(file.path) !== 'text')
      shown.push({ file, lines: left });
    left -= linesOf(file);
  }
  return shown;
};

const linesOf = ({ hunks, deletions }: ChangedFile): number =>
  hunks.reduce((sum, [, , , newLines]) => sum + newLines, deletions);
