import { useEffect } from 'react';
import { useSelect } from '../ui/page.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const DecisionPopover = lazyPart(
  () => import('../features/decision/decision-popover.tsx'),
  ({ DecisionPopover }) => DecisionPopover,
);
const Palette = lazyPart(
  () => import('./commands/palette.tsx'),
  ({ Palette }) => Palette,
);
const HelpDialog = lazyPart(
  () => import('./commands/help-dialog.tsx'),
  ({ HelpDialog }) => HelpDialog,
);
const SourceDialog = lazyPart(
  () => import('../features/document/source/source-dialog.tsx'),
  ({ SourceDialog }) => SourceDialog,
);

/** The open dialog. Those that the user types in are preloaded after first paint. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.panel.dialog);
  useEffect(() => {
    void DecisionPopover.preloadBehind();
    void Palette.preloadBehind();
  }, []);
  if (dialog === undefined) return null;
  if (dialog === 'help') return <HelpDialog />;
  if (dialog === 'source') return <SourceDialog />;
  return dialog === 'palette' ? <Palette /> : <DecisionPopover />;
};
