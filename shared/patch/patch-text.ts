/** What a patch turned out to be: hunks that may be parsed, none at all, or text whose hunk headers lie. */
export type PatchText =
  | { readonly kind: 'hunks'; readonly text: string }
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'invalid';
      /** Lines outside of hunks, a header that is none, or one that lies about its lines. */
      readonly reason: 'outside' | 'header' | 'count';
      /** 1-based, of the patch. */
      readonly line: number;
    };

/** What a hunk's header says; lines are 1-based. */
interface HunkHeader {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

const headerPattern = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/u;

/**
 * Takes the hunks out of one file's patch and checks that each has the lines that its header announces, since the
 * diff library crashes on headers that lie (pierrecomputer/pierre#1094). File headers are left behind: names come from
 * the manifest alone. An empty line where an editor stripped the space of an empty context line gets it back.
 */
export const readPatchText = (patch: string): PatchText => {
  const lines = patch.split('\n');
  let at = lines.findIndex((line) => line.startsWith('@@'));
  if (at < 0) return { kind: 'empty' };
  const taken: string[] = [];
  let last: HunkHeader | undefined;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (!line.startsWith('@@')) {
      if (isTrailer(lines, at)) break;
      return { kind: 'invalid', reason: 'outside', line: at + 1 };
    }
    const header = parseHeader(line);
    if (header === undefined || !follows(header, last))
      return { kind: 'invalid', reason: 'header', line: at + 1 };
    const end = takeBody(lines, { at: at + 1, header, taken, headerLine: line });
    if (end === undefined) return { kind: 'invalid', reason: 'count', line: at + 1 };
    last = header;
    at = end;
  }
  return { kind: 'hunks', text: `${taken.join('\n')}\n` };
};

const parseHeader = (line: string): HunkHeader | undefined => {
  const match = headerPattern.exec(line);
  if (match === null) return undefined;
  const number = (text: string | undefined) => (text === undefined ? 1 : Number(text));
  const header = {
    oldStart: number(match[1]),
    oldLines: number(match[2]),
    newStart: number(match[3]),
    newLines: number(match[4]),
  };
  const isPlaced =
    (header.oldStart > 0 || header.oldLines === 0) &&
    (header.newStart > 0 || header.newLines === 0);
  return isPlaced && header.oldLines + header.newLines > 0 ? header : undefined;
};

/** Hunks stand in order and do not overlap. A side without lines names the line before it. */
const follows = (header: HunkHeader, last: HunkHeader | undefined): boolean => {
  if (last === undefined) return true;
  const firstOf = (start: number, count: number) => (count === 0 ? start + 1 : start);
  const endOf = (start: number, count: number) => (count === 0 ? start + 1 : start + count);
  return (
    firstOf(header.oldStart, header.oldLines) >= endOf(last.oldStart, last.oldLines) &&
    firstOf(header.newStart, header.newLines) >= endOf(last.newStart, last.newLines)
  );
};

interface BodyOptions {
  readonly at: number;
  readonly header: HunkHeader;
  readonly headerLine: string;
  readonly taken: string[];
}

/** Appends a hunk to `taken`; the index after it, or undefined where its lines are not those of its header. */
const takeBody = (
  lines: readonly string[],
  { at, header, headerLine, taken }: BodyOptions,
): number | undefined => {
  taken.push(headerLine);
  let { oldLines, newLines } = header;
  let index = at;
  while (oldLines > 0 || newLines > 0) {
    const line = lines[index];
    if (line === undefined) return undefined;
    const mark = line === '' || line === '\r' ? ' ' : line[0];
    if (mark === ' ' || mark === '-') oldLines -= 1;
    if (mark === ' ' || mark === '+') newLines -= 1;
    if (mark !== ' ' && mark !== '-' && mark !== '+' && mark !== '\\') return undefined;
    if (oldLines < 0 || newLines < 0) return undefined;
    taken.push(line === '' || line === '\r' ? ` ${line}` : line);
    index += 1;
  }
  const next = lines[index];
  if (next === undefined || !next.startsWith('\\')) return index;
  taken.push(next);
  return index + 1;
};

/** Only what may stand after the last hunk: empty lines, the signature of a mailed patch, the next file. */
const isTrailer = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? '';
  if (line === '-- ' || line === '--' || line.startsWith('diff --git ')) return true;
  return lines.slice(at).every((rest) => rest.trim() === '');
};
