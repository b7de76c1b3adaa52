import { GalleyError } from '../../shared/errors.ts';
import type { Preparation } from '../../shared/session/mode.ts';

/** @throws GalleyError `not_found` unless the text is there, with the reason if it never will be */
export const requireReady = ({ current }: { readonly current: Preparation }): void => {
  if (current.state === 'preparing')
    throw new GalleyError('not_found', 'The text is still being prepared. Try again in a moment.');
  if (current.state === 'failed')
    throw new GalleyError('not_found', `There is no text: ${current.error}`);
};
