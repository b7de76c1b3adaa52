import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { splitHidden } from '../../../../../shared/visible-text.ts';
import { sourceTexts } from '../../../../shell/texts/source-texts.ts';
import type { CodeNode } from '../../../ui/page.ts';
import { colouredParts } from '../html/colour-fences.ts';
import './source.css';

interface SourceLinesProps {
  readonly label: string;
  readonly text: string;
  /** The line to scroll to, 1-based. */
  readonly line: number;
  /** Ranges of lines that the document does not show. */
  readonly unshown?: readonly (readonly [number, number])[];
  /** The first and the last line that are meant. */
  readonly meant?: readonly [number, number] | undefined;
  /** The highlighted lines, once they are there. */
  readonly colours?: readonly (CodeNode | undefined)[] | undefined;
}

const none: readonly never[] = [];

const rowHeight = 20;

/** The source with line numbers, virtualized. */
export const SourceLines = ({
  label,
  text,
  line,
  unshown = none,
  meant,
  colours,
}: SourceLinesProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => sourceRows(text), [text]);
  const marked = useMemo(() => linesOf(unshown), [unshown]);
  // Nothing from the virtualizer is memoized.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  useLayoutEffect(() => {
    const index = rows.findIndex((row) => row.line >= line);
    if (index > 0) virtualizer.scrollToIndex(index, { align: 'center' });
    scroller.current?.focus({ preventScroll: true });
  }, [rows, line, virtualizer]);
  const digits = String(rows.at(-1)?.line ?? 1).length;
  return (
    <div
      className="source-lines"
      ref={scroller}
      tabIndex={0}
      role="group"
      aria-label={label}
      style={{ ['--source-digits' as string]: `${digits}ch` }}
    >
      <div className="source-height" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <div
              key={item.key}
              className="source-line"
              data-index={item.index}
              data-source-line={row.line}
              data-is-unshown={marked.has(row.line)}
              data-is-meant={meant !== undefined && meant[0] <= row.line && row.line <= meant[1]}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <span className="source-number">{row.isContinued ? '' : row.line}</span>
              <code>
                <ColouredText text={row.text} line={colours?.[row.line - 1]} />
              </code>
              {marked.has(row.line) && !row.isContinued && (
                <span className="visually-hidden">{sourceTexts().notShown}</span>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
};

interface ColouredTextProps {
  readonly text: string;
  readonly line: CodeNode | undefined;
}

/** A part of a line that is too long stays plain. */
const ColouredText = ({ text, line }: ColouredTextProps) => {
  const parts = line === undefined ? [] : colouredParts(line);
  if (parts.map((part) => part.text).join('') !== text) return <LineText text={text} />;
  return parts.map((part, index) => (
    // The parts of a line never change.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index} style={{ color: part.colours }}>
      <LineText text={part.text} />
    </span>
  ));
};

/** Makes invisible and bidirectional characters visible. */
const LineText = ({ text }: { readonly text: string }) =>
  splitHidden(text).map((part, index) =>
    part.spelled === undefined ? (
      part.text
    ) : (
      // The parts of a line never change.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{part.spelled}</mark>
    ),
  );

const linesOf = (ranges: NonNullable<SourceLinesProps['unshown']>): ReadonlySet<number> => {
  const lines = new Set<number>();
  for (const [first, last] of ranges) for (let at = first; at <= last; at += 1) lines.add(at);
  return lines;
};

/** A source line, or a part of one that is too long to lay out at once. */
interface SourceRow {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** Whether it continues the previous row. */
  readonly isContinued: boolean;
}

const maxCharacters = 2000;

/** Splits a text into rows. */
const sourceRows = (text: string): readonly SourceRow[] => {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.flatMap((content, index) => piecesOf(content, index + 1));
};

const piecesOf = (content: string, line: number): SourceRow[] => {
  if (content.length <= maxCharacters) return [{ line, text: content, isContinued: false }];
  const rows: SourceRow[] = [];
  for (let from = 0; from < content.length;) {
    let to = from + maxCharacters;
    // Do not split a surrogate pair.
    if (/[\uD800-\uDBFF]/u.test(content.charAt(to - 1))) to += 1;
    rows.push({ line, text: content.slice(from, to), isContinued: from > 0 });
    from = to;
  }
  return rows;
};
