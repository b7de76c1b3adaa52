import { useEffect } from 'react';
import { useSelect } from '../page.ts';
import { lazyPart } from './lazy-part.tsx';

const DecisionDialog = lazyPart(
  async () => (await import('../decision/decision-dialog.tsx')).DecisionDialog,
);
const HelpDialog = lazyPart(async () => (await import('../commands/help-dialog.tsx')).HelpDialog);

/** The dialog that is open. That of the decision is fetched right after the first paint, while the server is there. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.panel.dialog);
  useEffect(() => {
    void DecisionDialog.preload();
  }, []);
  if (dialog === undefined) return null;
  return dialog === 'help' ? <HelpDialog /> : <DecisionDialog verdict={dialog} />;
};
