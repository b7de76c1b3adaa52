import { lazyPart } from '../../ui/lazy-part.tsx';

/** Loaded before the decision is sent, since the server exits afterwards. */
export const EndScreen = lazyPart(
  () => import('./decision-parts.ts'),
  ({ EndScreen }) => EndScreen,
);
