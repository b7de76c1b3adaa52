import { lineKind } from './hunk-lines.ts';
import { firstLines, readPatchText } from './patch-text.ts';

/** The known lines of a file by number, per side, without line ends. */
export type FileLines = Readonly<Record<'old' | 'new', ReadonlyMap<number, string>>>;

/** The lines that a file's patch shows; none if its hunks are invalid. */
export const linesOfPatch = (patch: string): FileLines => {
  const read = readPatchText(patch);
  const lines = { old: new Map<number, string>(), new: new Map<number, string>() };
  for (const { header, body } of read.kind === 'hunks' ? read.hunks : []) {
    const next = firstLines(header);
    for (const line of body) {
      const kind = lineKind(line);
      if (kind === 'note') continue;
      const text = line.slice(1).replace(/\r$/u, '');
      for (const side of ['old', 'new'] as const) {
        if (kind === (side === 'old' ? 'added' : 'deleted')) continue;
        lines[side].set(next[side], text);
        next[side] += 1;
      }
    }
  }
  return lines;
};
