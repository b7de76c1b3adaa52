import { lazyPart } from '../../ui/lazy-part.tsx';

/** How it ended; fetched before a decision is sent, since the server goes with it. */
export const EndScreen = lazyPart(
  () => import('./end-screen.tsx'),
  ({ EndScreen }) => EndScreen,
);
