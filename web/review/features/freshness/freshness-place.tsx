import { useEffect } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useSelect } from '../../ui/page.ts';
import { hasNewer } from './refresh-command.ts';
import './freshness.css';

/** Preloaded after first paint, while the server is available. */
const FreshnessBanner = lazyPart(
  () => import('./freshness-banner.tsx'),
  ({ FreshnessBanner }) => FreshnessBanner,
  { isUnasked: true },
);

/** Live region for the banner. */
export const FreshnessPlace = () => {
  const isOffered = useSelect(hasNewer);
  useEffect(() => void FreshnessBanner.preloadBehind(), []);
  return (
    <div className="freshness-place" role="status">
      {isOffered && <FreshnessBanner />}
    </div>
  );
};
