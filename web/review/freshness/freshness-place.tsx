import type { ReactNode } from 'react';
import { useSelect } from '../page.ts';
import { hasNewer } from './has-newer.ts';

/** Where it is said, also aloud, that there is a newer content. */
export const FreshnessPlace = ({ children }: { readonly children: ReactNode }) => {
  const isOffered = useSelect(hasNewer);
  return (
    <div className="freshness-place" role="status">
      {isOffered && children}
    </div>
  );
};
