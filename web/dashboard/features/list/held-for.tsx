import { useEffect, useState } from 'react';
import type { Held } from '../../../../shared/session/held.ts';
import { dashboardTexts } from '../../../shell/texts/dashboard-texts.ts';

/**
 * When a decision can no longer be undone, as a time of `performance.now`. The clock of this machine may be another than
 * the server's: a rest of time that cannot be is the whole of it.
 */
const endOf = ({ decidedAt, releaseAt }: Held): number => {
  const wholeMs = Date.parse(releaseAt) - Date.parse(decidedAt);
  const leftMs = Date.parse(releaseAt) - Date.now();
  return performance.now() + (leftMs > 0 && leftMs <= wholeMs ? leftMs : wholeMs);
};

/** That a review is decided, and the seconds in which that can still be undone. */
export const HeldFor = ({ held }: { readonly held: Held }) => {
  const [endMs] = useState(() => endOf(held));
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return dashboardTexts().heldFor(Math.max(0, Math.ceil((endMs - nowMs) / 1000)));
};
