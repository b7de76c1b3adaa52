import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { useDashboard } from '../dashboard.ts';
import '../../common/dialog.css';

interface DialogFrameProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly initialFocus: RefObject<HTMLElement | null>;
}

/** A dialog over the dashboard; it is open while it is rendered. */
export const DialogFrame = ({ title, children, initialFocus }: DialogFrameProps) => {
  const { store } = useDashboard();
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) store.dispatch({ type: 'view/dialog', dialog: undefined });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog" initialFocus={initialFocus}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
