import { useEffect, useState } from 'react';
import type { Mode } from '../../../shared/session/mode.ts';
import { Button } from '../../shell/button.tsx';
import { texts } from '../../shell/texts/texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { tryAgainCommand } from '../features/freshness/refresh-command.ts';
import { useCan, usePage, useSelect } from '../ui/page.ts';
import { PanelPlace } from './panel/panel-place.tsx';

/** After this delay, the page explains the wait. */
const longMs = 4000;

/** Shown while the content is loading, or if it could not be prepared. */
export const PreparationView = () => {
  const preparation = useSelect((state) => state.session.preparation);
  const error = useSelect((state) => state.content.error);
  const mode = useSelect((state) => state.session.info?.mode ?? 'plan');
  const sentence = preparation.state === 'failed' ? preparation.error : error;
  const isTrying = useSelect(({ freshness }) => freshness.isRefreshing);
  const hasSource = useCan('refresh');
  const canTryAgain = useSelect(tryAgainCommand.canRun) && hasSource;
  const page = usePage();
  if (sentence === undefined || isTrying) return <Progress mode={mode} />;
  return (
    <div className="preparation" role="alert">
      <h2>{texts().frame.notPrepared[mode]}</h2>
      <p>{sentence}</p>
      {canTryAgain && (
        <Button onClick={() => tryAgainCommand.run(page)}>{texts().frame.tryAgain}</Button>
      )}
      <p className="preparation-note">{texts().frame.notPreparedMore}</p>
    </div>
  );
};

const Progress = ({ mode }: { readonly mode: Mode }) => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="preparation" role="status">
      <p>{texts().frame.preparing[mode]}</p>
      <div className="progress" />
      <p className="preparation-note">{isLong ? texts().frame.stillPreparing : '\u00A0'}</p>
    </div>
  );
};

const fallback = <PreparationView />;

/** Loaded for plans and documents only. */
export const DocumentView = lazyPart(
  () => import('../features/document/document-view.tsx'),
  ({ DocumentView }) => DocumentView,
  { fallback },
);

/** Loaded for code changes only; by far the largest chunk. */
export const ChangesView = lazyPart(
  () => import('../features/changes/changes-view.tsx'),
  ({ ChangesView }) => ChangesView,
  { fallback },
);

export const ChangedFiles = lazyPart(
  () => import('../features/changes/changed-files.tsx'),
  ({ ChangedFiles }) => ChangedFiles,
);

export const Outline = lazyPart(
  () => import('../features/document/document-parts.ts'),
  ({ Outline }) => Outline,
  { isUnasked: true },
);

/** The side panel, initially closed. */
export const SidePanel = lazyPart(
  () => import('./frame-parts.ts'),
  ({ SidePanel }) => SidePanel,
  { fallback: <PanelPlace /> },
);

/** Loaded only if the review has ended. */
export const EndedBar = lazyPart(
  () => import('../features/decision/ended-bar.tsx'),
  ({ EndedBar }) => EndedBar,
);

/** Loads the content's view for first paint; the tree or outline follows. */
export const preloadViews = async (mode: Mode): Promise<void> => {
  await (mode === 'review' ? ChangesView : DocumentView).preload();
};
