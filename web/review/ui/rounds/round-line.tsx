import type { ReactNode } from 'react';
import { useCan, useSelect } from '../page.ts';
import './round-line.css';

/** Whether what is reviewed was reviewed before. */
export const useLaterRound = (): boolean => {
  const hasRounds = useCan('rounds');
  return useSelect(({ session }) => (session.info?.round ?? 1) > 1) && hasRounds;
};

/** The place of what is said about the last round, above the content. */
export const RoundPlace = ({ children }: { readonly children: ReactNode }) => (
  <div className="round-line">{children}</div>
);
