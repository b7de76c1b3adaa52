import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import './dialog.css';

export interface DialogFrameProps {
  readonly title: string;
  /** `palette`: the title is visually hidden; `source`: as large as the window allows; `scope`: wide. */
  readonly look?: 'palette' | 'scope' | 'source';
  readonly children: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  readonly onDismiss: () => void;
}

/** A modal dialog, open while mounted. */
export const DialogFrame = ({
  title,
  look,
  children,
  initialFocus,
  onDismiss,
}: DialogFrameProps) => (
  <Dialog.Root
    open
    onOpenChange={(isOpen) => {
      if (!isOpen) onDismiss();
    }}
  >
    <Dialog.Portal>
      <Dialog.Backdrop className="dialog-backdrop" />
      <Dialog.Popup
        className="dialog"
        data-look={look}
        {...(initialFocus === undefined ? {} : { initialFocus })}
      >
        <Dialog.Title className={look === 'palette' ? 'visually-hidden' : 'dialog-title'}>
          {title}
        </Dialog.Title>
        {children}
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
