import { useEffect } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useSelect } from '../../ui/page.ts';
import { hasNewer } from './refresh-command.ts';
import './freshness.css';

/** Fetched right after the first paint, while the server is there. */
const FreshnessBanner = lazyPart(
  () => import('./freshness-banner.tsx'),
  ({ FreshnessBanner }) => FreshnessBanner,
  { isUnasked: true },
);

/** Where it is said, also aloud, that there is a newer content. */
export const FreshnessPlace = () => {
  const isOffered = useSelect(hasNewer);
  useEffect(() => void FreshnessBanner.preloadBehind(), []);
  return (
    <div className="freshness-place" role="status">
      {isOffered && <FreshnessBanner />}
    </div>
  );
};
