import {
  DialogFrame as CommonDialogFrame,
  type DialogFrameProps,
} from '../../shell/dialog-frame.tsx';
import { usePage } from './page.ts';

/** A dialog over the page; it is open while it is rendered. */
export const DialogFrame = (props: Omit<DialogFrameProps, 'onDismiss'>) => {
  const { store } = usePage();
  const dismiss = () => store.dispatch({ type: 'panel/dialog', dialog: undefined });
  return <CommonDialogFrame {...props} onDismiss={dismiss} />;
};
