import { lazy, Suspense, useEffect } from 'react';
import { useSelect } from '../page.ts';

const loadDecision = () => import('../decision/decision-dialog.tsx');
const DecisionDialog = lazy(async () => ({ default: (await loadDecision()).DecisionDialog }));
const HelpDialog = lazy(async () => ({
  default: (await import('../commands/help-dialog.tsx')).HelpDialog,
}));

/** The dialog that is open. Dialogs are fetched after the first paint, so that they are there when they are wanted. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.panel.dialog);
  useEffect(() => {
    const timer = setTimeout(() => void loadDecision(), 300);
    return () => clearTimeout(timer);
  }, []);
  if (dialog === undefined) return null;
  return (
    <Suspense>{dialog === 'help' ? <HelpDialog /> : <DecisionDialog verdict={dialog} />}</Suspense>
  );
};
