import { useRef } from 'react';
import { Button } from '../../common/button.tsx';
import { isMac } from '../../common/platform.ts';
import { showKey } from '../../common/keys.ts';
import { dashboardTexts } from '../../texts/dashboard-texts.ts';
import { closeSessions } from '../commands/close-sessions.ts';
import { keysOf, titleOf } from '../commands/command.ts';
import { commands } from '../commands/dashboard-commands.ts';
import { useDashboard, useSelect } from '../dashboard.ts';
import { DialogFrame } from './dialog-frame.tsx';

/** The dialog that is open, if one is. */
export const Dialogs = () => {
  const dialog = useSelect((state) => state.view.dialog);
  if (dialog === undefined) return null;
  return dialog.kind === 'help' ? <HelpDialog /> : <CloseDialog ids={dialog.ids} />;
};

const useDismiss = (): (() => void) => {
  const { store } = useDashboard();
  return () => store.dispatch({ type: 'view/dialog', dialog: undefined });
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
    <DialogFrame title={text.closeTitle(ids.length)} initialFocus={cancel}>
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

const HelpDialog = () => {
  const dismiss = useDismiss();
  const close = useRef<HTMLButtonElement>(null);
  const own = useSelect((state) => state.settings.keys);
  const shown = commands.filter((command) => keysOf(command, own).length > 0);
  return (
    <DialogFrame title={dashboardTexts().help} initialFocus={close}>
      <div className="help" tabIndex={0} role="group" aria-label={dashboardTexts().help}>
        <dl>
          {shown.map((command) => (
            <div key={command.id} title={command.id}>
              <dt>{titleOf(command)}</dt>
              <dd>
                {keysOf(command, own).map((key) => (
                  <kbd key={key}>{showKey(key, isMac)}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="dialog-actions">
        <Button ref={close} onClick={dismiss}>
          {dashboardTexts().close}
        </Button>
      </div>
    </DialogFrame>
  );
};
