import { useEffect, useRef } from 'react';
import { Button } from '../../shell/button.tsx';
import {
  DialogFrame as ShellDialogFrame,
  type DialogFrameProps,
} from '../../shell/dialog-frame.tsx';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';
import { closeSessions } from '../features/list/close-sessions.ts';
import { useDashboard, useSelect } from '../ui/dashboard.ts';
import { HelpDialog } from './commands/help-dialog.tsx';

const NotLoaded = () => (
  <DialogFrame title={dashboardTexts().palette.title}>
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

const CloseDialog = ({ ids }: { readonly ids: readonly string[] }) => {
  const dashboard = useDashboard();
  const cancel = useRef<HTMLButtonElement>(null);
  const rows = useSelect((state) => state.sessions.rows);
  const sessions = ids.flatMap((id) => rows.get(id)?.session ?? []);
  const commented = sessions.filter(({ counts }) => counts.comments > 0);
  const comments = commented.reduce((sum, { counts }) => sum + counts.comments, 0);
  const text = dashboardTexts();
  return (
    <DialogFrame title={text.closeTitle(ids.length)} initialFocus={cancel}>
      {sessions.length === 1 && <p className="close-title">{sessions[0]?.title}</p>}
      {comments > 0 && <p className="dialog-error">{text.closeLoss(comments, commented.length)}</p>}
      <p className="dialog-note">{ids.length === 1 ? text.closeNote : text.closeNoteMany}</p>
      <div className="dialog-actions">
        <Button
          ref={cancel}
          onClick={() => dashboard.store.dispatch({ type: 'view/dialog', dialog: undefined })}
        >
          {text.cancel}
        </Button>
        <Button tone="negative" onClick={() => void closeSessions(dashboard, ids)}>
          {text.confirmClose(ids.length)}
        </Button>
      </div>
    </DialogFrame>
  );
};

/** A modal dialog, open while mounted. */
const DialogFrame = (props: Omit<DialogFrameProps, 'onDismiss'>) => {
  const { store } = useDashboard();
  const dismiss = () => store.dispatch({ type: 'view/dialog', dialog: undefined });
  return <ShellDialogFrame {...props} onDismiss={dismiss} />;
};
