import { useEffect } from 'react';
import type { Block } from '../../../../../shared/placement/blocks.ts';
import type {
  BlockSince,
  DocumentSince,
  LastDocument,
} from '../../../../../shared/session/rounds.ts';
import { roundsTexts } from '../../../../shell/texts/rounds-texts.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { blocksOf } from '../../../store/content-slice.ts';
import type { BlockChanges } from '../../../store/panel-slice.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { RoundButton } from '../../../ui/rounds/round-button.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { isFrameShown } from '../frame/frame-shown.ts';
import { DocumentRoundDetails } from './document-round-details.tsx';

/** A long document is compared for this long at most. */
const answerWithinMs = 30_000;

const load = (client: SessionClient, signal: AbortSignal) =>
  client.call('getRounds', { signal, answerWithinMs });

/** Says what changed since the last round, marks it in the text, and lists what has become of the comments. */
export const DocumentRound = () => {
  const version = useSelect(({ content }) => content.document?.version);
  const known = useLoaded(load, version);
  const words = roundsTexts();
  if (known === undefined) return <p role="status">{words.loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  const { round, lastDocument: last, missing = 'not-kept' } = known;
  if (last !== undefined) return <SinceLast round={round} last={last} settled={known.settled} />;
  return <p role="status">{`${words.round(round)}: ${words.missing[missing]}.`}</p>;
};

interface SinceLastProps {
  readonly round: number;
  readonly last: LastDocument;
  readonly settled: readonly string[] | undefined;
}

const SinceLast = ({ round, last, settled }: SinceLastProps) => {
  const { store } = usePage();
  const first = useSelect(({ content }) => blocksOf(content)[0]);
  const isInFrame = useSelect(isFrameShown);
  const shown = useSelect(({ panel }) => panel.round);
  useEffect(() => {
    store.dispatch({ type: 'panel/round', change: { blocks: byBlock(last.changes, first) } });
  }, [store, last, first]);
  const words = roundsTexts();
  const count = (wanted: BlockSince['state']) =>
    last.changes.filter(({ state }) => state === wanted).length;
  const addressed = last.comments.filter(({ state }) => state === 'addressed').length;
  const counts = { changed: count('changed'), added: count('new'), gone: count('gone') };
  const sentences = [
    ...(last.documents === undefined
      ? [words.passages(counts)]
      : documentsSince(last.documents, counts)),
    ...(last.comments.length === 0 ? [] : [words.answered(addressed, last.comments.length)]),
  ];
  const hasDetails = shown?.hasDetails === true;
  return (
    <>
      <div className="round-head">
        <p role="status">{`${words.round(round)}: ${sentences.join('; ')}.`}</p>
        {last.changes.length > 0 && !isInFrame && (
          <RoundButton
            id="round.changes"
            text={words.showChanges}
            aria-pressed={shown?.areChangesShown === true}
          />
        )}
        <RoundButton id="round.details" text={words.details} aria-expanded={hasDetails} />
      </div>
      {hasDetails && <DocumentRoundDetails last={last} settled={settled} />}
    </>
  );
};

/** What is said of many documents, each of which has a page of its own. */
const documentsSince = (
  documents: readonly DocumentSince[],
  counts: Readonly<Record<'changed' | 'added' | 'gone', number>>,
): string[] => {
  const words = roundsTexts();
  const inState = (...wanted: DocumentSince['state'][]): number =>
    documents.filter(({ state }) => wanted.includes(state)).length;
  const compared = inState('same', 'changed');
  const [gone, others] = [inState('gone'), inState('not-compared')];
  const renamed = documents.filter(({ was }) => was !== undefined).length;
  return [
    ...(compared === 0 ? [] : [words.inDocuments(counts, compared)]),
    ...(renamed === 0 ? [] : [words.documentsRenamed(renamed)]),
    ...(gone === 0 ? [] : [words.documentsGone(gone)]),
    ...(others === 0 ? [] : [words.documentsNotCompared(others)]),
  ];
};

const noChanges: BlockChanges = { since: undefined, above: [], below: [] };

/** @param first the block of what is shown above which is what was removed at the beginning */
const byBlock = (
  changes: readonly BlockSince[],
  first: Block | undefined,
): ReadonlyMap<string, BlockChanges> => {
  const blocks = new Map<string, BlockChanges>();
  for (const change of changes) {
    const { file = first?.file } = change;
    const id = change.blockId ?? (file === first?.file ? first?.id : undefined);
    if (id === undefined) continue;
    const { since, above, below } = blocks.get(id) ?? noChanges;
    const isAbove = change.blockId === undefined;
    if (change.state !== 'gone') blocks.set(id, { since: change, above, below });
    else if (isAbove) blocks.set(id, { since, above: [...above, change], below });
    else blocks.set(id, { since, above, below: [...below, change] });
  }
  return blocks;
};
