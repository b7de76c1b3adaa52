import { useLayoutEffect, useMemo, useRef } from 'react';
import type { BlockSince, WordsSince as Part } from '../../../../../shared/session/rounds.ts';
import { sanitize } from '../html/sanitize.ts';
import { markWords } from '../versions/mark-words.ts';
import './words-since.css';

const tags = { same: 'span', added: 'ins', removed: 'del' } as const;

/** A text with what was added and removed, without the line breaks around it. */
export const WordsSince = ({ parts }: { readonly parts: readonly Part[] }) => (
  <p className="words-since" dir="auto">
    {parts.map(({ kind, text }, index) => {
      const Tag = tags[kind];
      const begins = index === 0 ? text.replace(/^\n+/u, '') : text;
      // Parts never move.
      // oxlint-disable-next-line react/no-array-index-key
      return <Tag key={index}>{index === parts.length - 1 ? begins.trimEnd() : begins}</Tag>;
    })}
  </p>
);

interface BlockWordsProps {
  readonly of: Pick<BlockSince, 'parts' | 'table'>;
  /** Only what it was: what it has become is beside it. */
  readonly isBefore?: boolean;
}

/** A block with what was added and removed: its text, or the table that it was, and the one that it is. */
export const BlockWords = ({ of: { parts, table }, isBefore = false }: BlockWordsProps) => {
  if (table === undefined)
    return <WordsSince parts={isBefore ? parts.filter(({ kind }) => kind !== 'added') : parts} />;
  const has = (wanted: Part['kind']) => parts.some(({ kind }) => kind === wanted);
  const { was, is } = table;
  return (
    <div className="tables-since">
      {was !== undefined && has('removed') && (
        <TableSince html={was} parts={parts} missing="added" />
      )}
      {is !== undefined && !isBefore && has('added') && (
        <TableSince html={is} parts={parts} missing="removed" />
      )}
    </div>
  );
};

interface TableSinceProps {
  readonly html: string;
  readonly parts: readonly Part[];
  /** What is not in this version of it. */
  readonly missing: 'added' | 'removed';
}

const TableSince = ({ html, parts, missing }: TableSinceProps) => {
  const element = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => ({ __html: sanitize(html) }), [html]);
  useLayoutEffect(() => {
    // Once: a comparison never changes.
    if (element.current !== null)
      markWords(
        element.current,
        parts.filter(({ kind }) => kind !== missing),
        missing,
      );
  }, [parts, missing]);
  return <div ref={element} className="markdown" dangerouslySetInnerHTML={shown} />;
};
