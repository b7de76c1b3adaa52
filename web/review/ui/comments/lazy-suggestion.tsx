import { lazyPart } from '../lazy-part.tsx';

/** Loaded with the first suggestion, since most reviews have none. */
export const Suggestion = lazyPart(
  () => import('./suggestion.tsx'),
  ({ Suggestion }) => Suggestion,
);
