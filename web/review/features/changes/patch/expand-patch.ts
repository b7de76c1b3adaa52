/** What is known of a file beyond its patch: lines of the new side, by their number, and where the file ends. */
export interface FileContext {
  readonly lines: ReadonlyMap<number, string>;
  readonly end?: { readonly total: number; readonly endsWithNewline: boolean };
}

interface OpenHunk {
  oldFirst: number;
  oldLines: number;
  newFirst: number;
  newLines: number;
  readonly heading: string;
  readonly body: string[];
}

const headerPattern = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/u;

/**
 * Hunks with the lines around them that are known, as far as these join on to one; hunks between which all is known
 * become one. `hunks` is the text of valid hunks. Unchanged lines stand on both sides: one side's are enough.
 */
export const expandPatch = (hunks: string, { lines, end }: FileContext): string => {
  const expanded: OpenHunk[] = [];
  let lastLine = 0;
  for (const hunk of readHunks(hunks)) {
    const above = knownAbove(lines, hunk.newFirst, lastLine);
    const before = expanded.at(-1);
    if (before !== undefined && hunk.newFirst - above.length === lastLine + 1) {
      append(before, above);
      before.body.push(...hunk.body);
      before.oldLines += hunk.oldLines;
      before.newLines += hunk.newLines;
    } else {
      if (before !== undefined) append(before, knownBelow(lines, lastLine, hunk.newFirst));
      expanded.push(startedAt(hunk, above));
    }
    lastLine = hunk.newFirst + hunk.newLines - 1;
  }
  const last = expanded.at(-1);
  if (last !== undefined) {
    const below = knownBelow(lines, lastLine, Infinity);
    append(last, below);
    if (below.length > 0 && end?.total === lastLine + below.length && !end.endsWithNewline)
      last.body.push('\\ No newline at end of file');
  }
  return expanded.map(writeHunk).join('');
};

const readHunks = (text: string): OpenHunk[] => {
  const hunks: OpenHunk[] = [];
  for (const line of text.replace(/\n$/u, '').split('\n')) {
    const found = headerPattern.exec(line);
    if (found === null) {
      hunks.at(-1)?.body.push(line);
      continue;
    }
    const [oldStart, oldLines, newStart, newLines] = [found[1], found[2], found[3], found[4]].map(
      (number) => Number(number ?? 1),
    ) as [number, number, number, number];
    hunks.push({
      // A side without lines names the line before it.
      oldFirst: oldLines === 0 ? oldStart + 1 : oldStart,
      oldLines,
      newFirst: newLines === 0 ? newStart + 1 : newStart,
      newLines,
      heading: found[5] ?? '',
      body: [],
    });
  }
  return hunks;
};

/** The known lines directly above `first`, down to but not with `last`, in their order. */
const knownAbove = (
  lines: FileContext['lines'],
  first: number,
  last: number,
): readonly string[] => {
  const known: string[] = [];
  for (let at = first - 1; at > last; at -= 1) {
    const line = lines.get(at);
    if (line === undefined) break;
    known.push(line);
  }
  return known.toReversed();
};

/** The known lines directly below `last`, up to but not with `first`. */
const knownBelow = (
  lines: FileContext['lines'],
  last: number,
  first: number,
): readonly string[] => {
  const known: string[] = [];
  for (let at = last + 1; at < first; at += 1) {
    const line = lines.get(at);
    if (line === undefined) break;
    known.push(line);
  }
  return known;
};

const append = (hunk: OpenHunk, context: readonly string[]): void => {
  for (const line of context) hunk.body.push(` ${line}`);
  hunk.oldLines += context.length;
  hunk.newLines += context.length;
};

const startedAt = (hunk: OpenHunk, above: readonly string[]): OpenHunk => ({
  ...hunk,
  oldFirst: hunk.oldFirst - above.length,
  oldLines: hunk.oldLines + above.length,
  newFirst: hunk.newFirst - above.length,
  newLines: hunk.newLines + above.length,
  // It named what stands above the hunk.
  heading: hunk.newFirst - above.length <= 1 ? '' : hunk.heading,
  body: [...above.map((line) => ` ${line}`), ...hunk.body],
});

const writeHunk = ({ oldFirst, oldLines, newFirst, newLines, heading, body }: OpenHunk): string => {
  const oldStart = oldLines === 0 ? oldFirst - 1 : oldFirst;
  const newStart = newLines === 0 ? newFirst - 1 : newFirst;
  const header = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@${heading}`;
  return `${[header, ...body].join('\n')}\n`;
};
