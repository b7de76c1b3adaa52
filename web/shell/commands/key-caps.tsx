import { showKey } from '../keys.ts';
import { isMac } from '../platform.ts';

/** Keys as they are on the keyboard. */
export const KeyCaps = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.map((key) => <kbd key={key}>{showKey(key, isMac)}</kbd>);
