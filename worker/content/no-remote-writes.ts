import { GalleyError } from '../../shared/errors.ts';

/** Why nothing is written to the reviewer's files in remote mode, where anyone who can connect could ask for it. */
export const noRemoteWrites = (): GalleyError =>
  new GalleyError(
    'forbidden_change',
    'In remote mode Galley does not write to files. To allow that, run `galley config set allowRemoteWrites true` and open the review again.',
  );
