import { useSyncExternalStore } from 'react';
import { texts } from '../../../shell/texts/texts.ts';
import type { SlotStore } from './pierre/slot-store.ts';

/** Stands where the code will be until the library draws: it has parts of its own to fetch, which may take its time. */
export const ComingCode = ({ slots }: { readonly slots: SlotStore }) => {
  const isDrawn = useSyncExternalStore(slots.subscribe, () => slots.getSnapshot().length > 0);
  if (isDrawn) return null;
  return (
    <div className="diff-coming" role="status">
      <p>{texts().diff.coming}</p>
      <div className="progress" />
    </div>
  );
};
