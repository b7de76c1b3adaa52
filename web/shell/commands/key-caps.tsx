import { showKey } from '../keys.ts';
import { isMac } from '../platform.ts';

export const KeyCaps = ({ keys }: { readonly keys: readonly string[] }) =>
  keys.map((key) => <kbd key={key}>{showKey(key, isMac)}</kbd>);
