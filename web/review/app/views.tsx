import type { Mode } from '../../../shared/session/mode.ts';
import { PanelPlace } from './panel/panel-place.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PreparationView } from './preparation.tsx';

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

/** The file tree of a change. */
export const ChangedFiles = lazyPart(
  () => import('../features/changes/changed-files.tsx'),
  ({ ChangedFiles }) => ChangedFiles,
);

/** The outline of a plan or document. */
export const Outline = lazyPart(
  () => import('../features/document/document-outline.tsx'),
  ({ Outline }) => Outline,
);

/** The side panel, initially closed. */
export const SidePanel = lazyPart(
  () => import('./panel/side-panel.tsx'),
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
