import {
  DialogFrame as CommonDialogFrame,
  type DialogFrameProps,
} from '../../shell/dialog-frame.tsx';
import { useDashboard } from './dashboard.ts';

/** A dialog over the dashboard; it is open while it is rendered. */
export const DialogFrame = (props: Omit<DialogFrameProps, 'onDismiss'>) => {
  const { store } = useDashboard();
  const dismiss = () => store.dispatch({ type: 'view/dialog', dialog: undefined });
  return <CommonDialogFrame {...props} onDismiss={dismiss} />;
};
