import type { WordsSince as Part } from '../../../../../shared/session/rounds.ts';
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
