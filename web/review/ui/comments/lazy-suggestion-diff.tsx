import { lazyPart } from '../lazy-part.tsx';

/** Loaded with the first suggestion, since most reviews have none. */
export const SuggestionDiff = lazyPart(
  () => import('./suggestion-diff.tsx'),
  ({ SuggestionDiff }) => SuggestionDiff,
);
