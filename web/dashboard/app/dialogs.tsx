import { useEffect, useRef } from 'react';
import { Button } from '../../shell/button.tsx';
import { unknownIds } from '../../shell/commands/custom-keys.ts';
import { HelpDialog as ShellHelpDialog } from '../../shell/commands/help-dialog.tsx';
import { DialogFrame } from '../../shell/dialog-frame.tsx';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import { closeSessions } from '../features/list/close-sessions.ts';
import { nameOf, useDashboard, useDismiss, useSelect } from '../ui/dashboard.ts';
import { helpTexts } from '../../shell/texts/help-texts.ts';

const NotLoaded = () => (
  <DialogFrame title={dashboardTexts().palette.title} onDismiss={useDismiss()}>
    <p className="dialog-note">{dashboardTexts().unreachable}</p>
  </DialogFrame>
);

const Palette = lazyPart(
  () => import('./commands/palette.tsx'),
  (module) => module.Palette,
  { NotLoaded },
);

/** The open dialog, if any. The palette is preloaded, since users type into it at once. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.view.dialog);
  useEffect(() => void Palette.preloadBehind(), []);
  if (dialog === undefined) return null;
  switch (dialog.kind) {
    case 'help':
      return <HelpDialog />;
    case 'palette':
      return <Palette />;
    case 'close':
      return <CloseDialog ids={dialog.ids} />;
  }
};

const HelpDialog = () => {
  const { commands } = useDashboard();
  const keys = useSelect((state) => state.settings.keys);
  return (
    <ShellHelpDialog
      groups={[{ commands: commands.map((command) => nameOf(command, keys)) }]}
      unknownIds={unknownIds(commands, keys, 'dashboard')}
      words={helpTexts()}
      onClose={useDismiss()}
    />
  );
};

const CloseDialog = ({ ids }: { readonly ids: readonly string[] }) => {
  const dashboard = useDashboard();
  const dismiss = useDismiss();
  const cancel = useRef<HTMLButtonElement>(null);
  const rows = useSelect((state) => state.sessions.rows);
  const sessions = ids.flatMap((id) => rows.get(id)?.session ?? []);
  const commented = sessions.filter(({ counts }) => counts.comments > 0);
  const comments = commented.reduce((sum, { counts }) => sum + counts.comments, 0);
  const text = dashboardTexts();
  return (
    <DialogFrame title={text.closeTitle(ids.length)} initialFocus={cancel} onDismiss={dismiss}>
      {sessions.length === 1 && <p className="close-title">{sessions[0]?.title}</p>}
      {comments > 0 && <p className="dialog-error">{text.closeLoss(comments, commented.length)}</p>}
      <p className="dialog-note">{ids.length === 1 ? text.closeNote : text.closeNoteMany}</p>
      <div className="dialog-actions">
        <Button ref={cancel} onClick={dismiss}>
          {text.cancel}
        </Button>
        <Button tone="negative" onClick={() => void closeSessions(dashboard, ids)}>
          {text.confirmClose(ids.length)}
        </Button>
      </div>
    </DialogFrame>
  );
};
