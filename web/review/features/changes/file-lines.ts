import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { maxLines } from '../../../../shared/session/max-lines.ts';
import { diffRows } from './pierre/diff-rows.ts';
import { patchModel } from './pierre/file-diff.ts';
import type { SessionClient } from '../../protocol/session-client.ts';

/** The known lines of a file by number, per side. */
export interface FileLines {
  readonly old: ReadonlyMap<number, string>;
  readonly new: ReadonlyMap<number, string>;
}

/** The lines in a patch. */
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

/** Loads a file's patch and returns its lines; undefined on failure. */
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
    // Gone or too large: its lines are unknown.
    return undefined;
  }
};

/** Adds all lines of the new side, if available. */
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
    // Only the patch is available.
    return lines;
  }
};
