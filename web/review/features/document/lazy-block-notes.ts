import { lazyPart } from '../../ui/lazy-part.tsx';

/** The text is read before what was said about it, which comes behind the first paint. */
export const BlockNotes = lazyPart(
  () => import('./block-notes.tsx'),
  ({ BlockNotes }) => BlockNotes,
  { isUnasked: true },
);
