import type { BlockSince } from '../../../../../shared/session/rounds.ts';
import { roundsTexts } from '../../../../shell/texts/rounds-texts.ts';
import type { BlockChanges } from '../../../store/panel-slice.ts';
import { BlockWords } from './words-since.tsx';

interface ChangesNoteProps {
  readonly of: BlockChanges;
  readonly side: 'above' | 'below';
}

/** What a block was in the last round, and what was above or below it then. */
export const ChangesNote = ({ of: changes, side }: ChangesNoteProps) => (
  <>
    {side === 'below' && changes.since?.state === 'changed' && <Before of={changes.since} />}
    {changes[side].map((gone, index) => (
      // They never change.
      // oxlint-disable-next-line react/no-array-index-key
      <div key={index} className="since-note">
        <span className="round-state">{roundsTexts().wasRemoved}</span>
        <BlockWords of={gone} />
      </div>
    ))}
  </>
);

const Before = ({ of: since }: { readonly of: BlockSince }) => {
  const { parts } = since;
  const words = roundsTexts();
  if (parts.every(({ kind }) => kind === 'same'))
    return <p className="since-note round-state">{words.onlyMarkup}</p>;
  // What was only added to is marked in the text itself.
  if (parts.every(({ kind }) => kind !== 'removed')) return null;
  return (
    <div className="since-note">
      <span className="round-state">{words.was}</span>
      <BlockWords of={since} isBefore />
    </div>
  );
};
