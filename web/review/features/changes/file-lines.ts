import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { maxLines } from '../../../../shared/session/max-lines.ts';
import { diffRows } from './pierre/diff-rows.ts';
import { patchModel } from './pierre/file-diff.ts';
import type { SessionClient } from '../../protocol/session-client.ts';

/** Lines of a file by their numbers, as far as they are known, of either side. */
export interface FileLines {
  readonly old: ReadonlyMap<number, string>;
  readonly new: ReadonlyMap<number, string>;
}

/** The lines that a patch shows. */
export const linesOfPatch = (file: ChangedFile, patch: string): FileLines => {
  const { kind, diff } = patchModel(file, patch);
  const rows = kind === 'code' ? diffRows(diff) : [];
  const lines = { old: new Map<number, string>(), new: new Map<number, string>() };
  for (const { oldLine, newLine, text } of rows) {
    const line = text.replace(/\r?\n$/u, '');
    if (oldLine !== undefined) lines.old.set(oldLine, line);
    if (newLine !== undefined) lines.new.set(newLine, line);
  }
  return lines;
};

/** The lines that the patch of a file shows; undefined where it cannot be had. */
export const loadPatchLines = async (
  client: SessionClient,
  file: ChangedFile,
): Promise<FileLines | undefined> => {
  try {
    const { signal } = new AbortController();
    return linesOfPatch(
      file,
      await client.load('getFilePatch', { query: { id: file.id }, signal }),
    );
  } catch {
    // It is gone, or too large: what stands there is not known.
    return undefined;
  }
};

/** The same with all lines of the new side, where there are any to be had. */
export const withWholeFile = async (
  client: SessionClient,
  file: ChangedFile,
  lines: FileLines,
): Promise<FileLines> => {
  if (file.newBlob === undefined) return lines;
  try {
    const { signal } = new AbortController();
    const whole = await client.load('getDiffLines', {
      query: { id: file.id, side: 'new', from: 1, to: maxLines },
      signal,
    });
    return { ...lines, new: new Map(whole.lines.map((line, at) => [at + 1, line])) };
  } catch {
    // The patch alone is known.
    return lines;
  }
};
