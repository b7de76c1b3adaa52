import { useEffect, useMemo } from 'react';
import type { LastRound, RoundsAnswer } from '../../../../../shared/session/rounds.ts';
import { roundsTexts } from '../../../../shell/texts/rounds-texts.ts';
import type { SessionClient } from '../../../protocol/session-client.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import { RoundButton } from '../../../ui/rounds/round-button.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import type { Fold } from '../pierre/file-state.ts';
import { setFolds } from '../pierre/fold-hunks.ts';
import { useChangedFiles } from '../viewed/viewed-progress.tsx';
import { reviewedHunks, revertedLines } from './reviewed-hunks.ts';
import { RoundDetails } from './round-details.tsx';

/** A change of thousands of files is compared for this long at most. */
const answerWithinMs = 90_000;

const load = (client: SessionClient, signal: AbortSignal) =>
  client.call('getRounds', { signal, answerWithinMs });

/** Says what changed since the last round, folds the rest, and lists what has become of the comments. */
export const RoundLine = ({ viewer }: { readonly viewer: DiffViewer }) => {
  const version = useSelect(({ content }) => content.diff?.version);
  const known = useLoaded(load, version);
  const words = roundsTexts();
  if (known === undefined) return <p role="status">{words.loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  if (known.last !== undefined)
    return <SinceLast round={known.round} last={known.last} viewer={viewer} />;
  const { missing = 'not-kept' } = known;
  return <p role="status">{`${words.round(known.round)}: ${words.missing[missing]}.`}</p>;
};

interface SinceLastProps extends Pick<RoundsAnswer, 'round'> {
  readonly last: LastRound;
  readonly viewer: DiffViewer;
}

const SinceLast = ({ round, last, viewer }: SinceLastProps) => {
  const { store } = usePage();
  const old = useReviewed(last);
  const all = last.files.length;
  const hunks = useMemo(() => [...old.hunks.values()].flat().length, [old]);
  const canNarrow = old.files.length + hunks > 0 && old.files.length < all;
  useEffect(() => {
    store.dispatch({ type: 'panel/round', change: { canNarrow } });
  }, [store, canNarrow]);
  const shown = useSelect(({ panel }) => panel.round);
  const isOnlyNew = canNarrow && shown?.isOnlyNew === true;
  const hasDetails = shown?.hasDetails === true;
  useOnlyNew(viewer, last, isOnlyNew ? old : undefined);
  const words = roundsTexts();
  const renamed = last.files.filter(({ renamedFrom }) => renamedFrom !== undefined).length;
  const changed = all - old.files.length - renamed;
  const sentences = [
    ...(changed === 0 && renamed > 0 ? [] : [words.changed(changed, all)]),
    ...(renamed === 0 ? [] : [words.renamed(renamed)]),
    ...(last.gone.length === 0 ? [] : [words.gone(last.gone.length)]),
    ...(old.reverted === 0 ? [] : [words.reverted(old.reverted)]),
    ...(isOnlyNew ? [words.folded(old.files.length, hunks)] : []),
  ];
  return (
    <>
      <div className="round-head">
        <p role="status">{`${words.round(round)}: ${sentences.join('; ')}.`}</p>
        {canNarrow && (
          <RoundButton id="round.only-new" text={words.onlyNew} aria-pressed={isOnlyNew} />
        )}
        <RoundButton id="round.details" text={words.details} aria-expanded={hasDetails} />
      </div>
      {hasDetails && <RoundDetails last={last} />}
    </>
  );
};

/** What was reviewed in the last round: whole files, and hunks of the others. */
interface Reviewed {
  readonly files: readonly string[];
  readonly hunks: ReadonlyMap<string, readonly Fold[]>;
  /** How many of its changes are not in the diff any more. */
  readonly reverted: number;
}

const useReviewed = ({ files: since }: LastRound): Reviewed => {
  const files = useChangedFiles();
  return useMemo(() => {
    const byId = new Map(files.map((file) => [file.id, file]));
    const reverted = since.flatMap((one) => {
      const file = byId.get(one.fileId);
      return file === undefined ? [] : revertedLines(one, file);
    });
    return {
      files: since.filter(({ state }) => state === 'same').map(({ fileId }) => fileId),
      hunks: reviewedHunks(since, files),
      reverted: reverted.length,
    };
  }, [since, files]);
};

/** Folds what was reviewed; unfolds what it has folded. @param old undefined if it is to be shown */
const useOnlyNew = (viewer: DiffViewer, { files }: LastRound, old?: Reviewed): void => {
  const page = usePage();
  useEffect(() => {
    if (old === undefined) return undefined;
    const { hunks } = old;
    const shown = new Set<Fold>();
    const folded = old.files.filter((id) => viewer.state(id)?.isCollapsed === false);
    for (const id of folded) viewer.setCollapsed(id, true);
    for (const [id, folds] of hunks) setFolds(viewer, id, ['reviewed', { folds, shown }]);
    const first = files.find(({ state }) => state !== 'same');
    const { currentFileId } = page.store.getState().selection;
    // Otherwise the reader would be left at a folded file.
    if (first !== undefined && old.files.includes(currentFileId ?? ''))
      requestAnimationFrame(() => page.viewer.current()?.openFile?.(first.fileId));
    return () => {
      for (const id of folded) viewer.setCollapsed(id, false);
      for (const id of hunks.keys()) setFolds(viewer, id, ['reviewed', undefined]);
    };
  }, [page, viewer, files, old]);
};
