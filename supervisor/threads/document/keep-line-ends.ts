import { diffArrays } from 'diff';
import { maxLineEndWork } from '../../../shared/limits.ts';

/** A line without its end, and that end: empty for a last line that has none. */
interface Line {
  readonly text: string;
  readonly end: string;
}

/**
 * Puts an edited text, with line feeds, into the form of the original: untouched lines stay as they are to the byte, new
 * ones end as those that they replace, or the one before them; the byte order mark and the final line end are kept.
 */
export const keepLineEnds = (original: string, edited: string): string => {
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : '';
  const before = linesOf(original.slice(mark.length));
  const after = linesOf(edited);
  const lines: Line[] = [];
  const usual = usualEnd(before);
  let at = 0;
  let replaced: readonly Line[] = [];
  for (const { count, added, removed } of changesOf(before, after)) {
    if (added) {
      const written = after.slice(lines.length, lines.length + count);
      for (const [index, { text }] of written.entries()) {
        const model = replaced[index] ?? lines.at(-1) ?? before[at];
        lines.push({ text, end: model?.end || usual });
      }
      continue;
    }
    const found = before.slice(at, at + count);
    at += count;
    replaced = removed ? found : [];
    if (!removed) lines.push(...found);
  }
  return mark + joined(lines, before.at(-1)?.end ?? '', { usual, isOpen: !edited.endsWith('\n') });
};

const byteOrderMark = '\uFEFF';

/** Only a last line may have no end: one that had none before keeps it that way, unless a line feed was added. */
const joined = (
  lines: readonly Line[],
  lastEnd: string,
  { usual, isOpen }: { readonly usual: string; readonly isOpen: boolean },
): string =>
  lines
    .map(({ text, end }, index) => {
      const next = lines[index + 1];
      if (next === undefined) return text + (lastEnd === '' && isOpen ? '' : end || usual);
      // The two would be one line end.
      const isPart = end === '\r' && next.text === '' && next.end === '\n';
      return text + (isPart ? '\r\n' : end || usual);
    })
    .join('');

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (const [, content = '', end = ''] of text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/gu))
    if (content !== '' || end !== '') lines.push({ text: content, end });
  return lines;
};

/** The most frequent end. */
const usualEnd = (lines: readonly Line[]): string => {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '\n';
};

/** As pages get it. */
const shown = ({ text }: Line): string => text.replaceAll('\0', '\uFFFD');

const changesOf = (before: readonly Line[], after: readonly Line[]) =>
  diffArrays(before.map(shown), after.map(shown), maxLineEndWork) ?? [
    { count: before.length, added: false, removed: true },
    { count: after.length, added: true, removed: false },
  ];
