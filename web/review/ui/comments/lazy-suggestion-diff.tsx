import { lazyPart } from '../lazy-part.tsx';

/** What a suggestion changes. The code that compares is fetched with the first one: most reviews have none. */
export const SuggestionDiff = lazyPart(
  () => import('./suggestion-diff.tsx'),
  ({ SuggestionDiff }) => SuggestionDiff,
);
