import { lazyPart } from '../../ui/lazy-part.tsx';

/** Loaded after first paint, since the text comes first. */
export const BlockNotes = lazyPart(
  () => import('./block-notes.tsx'),
  ({ BlockNotes }) => BlockNotes,
  { isUnasked: true },
);
