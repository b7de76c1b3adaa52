import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { usePage } from '../page.ts';
import '../../common/dialog.css';

interface DialogFrameProps {
  readonly title: string;
  /** `palette`: the title is for screen readers alone. */
  readonly look?: 'palette';
  readonly children: ReactNode;
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** A dialog over the page; it is open while it is rendered. */
export const DialogFrame = ({ title, look, children, initialFocus }: DialogFrameProps) => {
  const { store } = usePage();
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) store.dispatch({ type: 'panel/dialog', dialog: undefined });
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
};
