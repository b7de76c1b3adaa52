import type { Mode } from '../../../shared/session/mode.ts';
import { PanelPlace } from './panel/panel-place.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PreparationView } from './preparation.tsx';

const fallback = <PreparationView />;

/** A plan or document; a code change does not need it. */
export const DocumentView = lazyPart(
  () => import('../features/document/document-view.tsx'),
  ({ DocumentView }) => DocumentView,
  { fallback },
);

/** A code change, by far the largest part of the page; nothing else needs it. */
export const ChangesView = lazyPart(
  () => import('../features/changes/changes-view.tsx'),
  ({ ChangesView }) => ChangesView,
  { fallback },
);

/** The tree beside a code change. */
export const ChangedFiles = lazyPart(
  () => import('../features/changes/changed-files.tsx'),
  ({ ChangedFiles }) => ChangedFiles,
);

/** The headings beside a plan or document. */
export const Outline = lazyPart(
  () => import('../features/document/document-outline.tsx'),
  ({ Outline }) => Outline,
);

/** The list of findings and comments, which is closed at first. */
export const SidePanel = lazyPart(
  () => import('./panel/side-panel.tsx'),
  ({ SidePanel }) => SidePanel,
  { fallback: <PanelPlace /> },
);

/** What was decided; a review that goes on does not need it. */
export const EndedBar = lazyPart(
  () => import('../features/decision/ended-bar.tsx'),
  ({ EndedBar }) => EndedBar,
);

/** Fetches the content's view, so that it is there for the first paint; the tree or outline beside it comes behind that. */
export const preloadViews = async (mode: Mode): Promise<void> => {
  await (mode === 'review' ? ChangesView : DocumentView).preload();
};
