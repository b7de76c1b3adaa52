import { useEffect, useMemo, useRef } from 'react';
import type { DiffAnswer } from '../../../../../shared/session/content.ts';
import type { QuietHunk, StructureAnswer } from '../../../../../shared/session/structure.ts';
import { structureTexts } from '../../../../shell/texts/structure-texts.ts';
import { noticeOf } from '../../../store/notices-slice.ts';
import type { ReviewStore } from '../../../store/state.ts';
import { usePage, useSelect } from '../../../ui/page.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import type { Fold } from '../pierre/file-state.ts';
import { setFolds } from '../pierre/fold-hunks.ts';
import { orderByStructure } from './order-files.ts';
import { useStructure } from './use-structure.ts';
import './structure.css';

interface ReadByStructureProps {
  readonly viewer: DiffViewer;
}

/** Orders the files by structure and folds what is trivial, as the settings say, once the structure is known. */
export const ReadByStructure = ({ viewer }: ReadByStructureProps) => {
  const { store } = usePage();
  const answer = useStructure();
  const { fileOrder, foldImports, foldTrivial } = useSelect(({ settings }) => settings);
  const known = typeof answer === 'object' ? answer : undefined;
  useEffect(() => {
    if (typeof answer === 'string') store.dispatch(noticeOf(answer));
  }, [store, answer]);
  useOrder(fileOrder === 'structure' ? known : undefined);
  const folds = useMemo(
    () =>
      foldTrivial && known !== undefined
        ? { known, hasImports: foldImports, shown: new Set<Fold>() }
        : undefined,
    [foldTrivial, foldImports, known],
  );
  useEffect(
    () => (folds === undefined ? undefined : foldTrivialIn(viewer, folds)),
    [viewer, folds],
  );
  // A large change takes seconds.
  return answer === undefined ? (
    <p className="structure-reading" role="status">
      {structureTexts().loading}
    </p>
  ) : null;
};

/** Orders the files, and the matches of the search with them; without a structure, as they were. */
const useOrder = (known: StructureAnswer | undefined): void => {
  const { store } = usePage();
  const diff = useSelect(({ content }) => content.diff);
  /** What was put into another order last. */
  const ordered = useRef<{ readonly from: DiffAnswer; readonly to: DiffAnswer }>(undefined);
  useEffect(() => {
    const from = diff === ordered.current?.to ? ordered.current?.from : diff;
    if (from === undefined) return;
    const files =
      known?.version === from.version ? orderByStructure(from.files, known) : from.files;
    if (diff?.files.every((file, at) => file === files[at]) === true) return;
    ordered.current = { from, to: { ...from, files } };
    show(store, ordered.current.to);
  }, [store, diff, known]);
  useEffect(
    () => () => {
      const { current } = ordered;
      if (current !== undefined && store.getState().content.diff === current.to)
        show(store, current.from);
    },
    [store],
  );
  useEffect(() => {
    if (known === undefined) return undefined;
    sortHits(store);
    let last = store.getState();
    return store.subscribe(() => {
      const before = last;
      last = store.getState();
      if (last.search.hits !== before.search.hits) sortHits(store);
    });
  }, [store, known]);
};

const show = (store: ReviewStore, diff: DiffAnswer): void =>
  store.dispatch({ type: 'content/diff', diff, whitespace: store.getState().content.whitespace });

/** The server finds matches in its own order. */
const sortHits = (store: ReviewStore): void => {
  const { search, content } = store.getState();
  const order = new Map(content.diff?.files.map(({ id }, at) => [id, at]));
  const hits = search.hits.toSorted((a, b) =>
    a.kind === 'line' && b.kind === 'line'
      ? (order.get(a.fileId) ?? 0) - (order.get(b.fileId) ?? 0)
      : 0,
  );
  const { query, total } = search;
  if (search.state === 'found' && hits.some((hit, at) => hit !== search.hits[at]))
    store.dispatch({ type: 'search/found', query, hits, total });
};

interface Folds {
  readonly known: StructureAnswer;
  /** Whether imports are folded as well. */
  readonly hasImports: boolean;
  /** What was folded and is shown by now; kept when the files are put into another order. */
  readonly shown: Set<Fold>;
}

/** @returns a function that unfolds everything */
const foldTrivialIn = (viewer: DiffViewer, { known, hasImports, shown }: Folds): (() => void) => {
  const { quiet, unread } = known;
  for (const { fileId, reason } of unread) if (reason === 'generated') viewer.setAside(fileId);
  const byFile = new Map<string, QuietHunk[]>();
  for (const one of quiet) {
    if (one.only === 'imports' && !hasImports) continue;
    const hunks = byFile.get(one.fileId) ?? [];
    hunks.push(one);
    byFile.set(one.fileId, hunks);
  }
  for (const [fileId, folds] of byFile) setFolds(viewer, fileId, ['trivial', { folds, shown }]);
  return () => {
    for (const fileId of byFile.keys()) setFolds(viewer, fileId, ['trivial', undefined]);
  };
};
