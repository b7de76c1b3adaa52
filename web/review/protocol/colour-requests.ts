import type { DiffColours } from '../../../shared/session/diff-colours.ts';
import type { SessionClient } from './session-client.ts';

/** The server's highlighting of the first files. */
export interface ColourRequests {
  /** Requests the colours of the current version. */
  readonly ask: () => void;
  /** Resolves to the colours of a version; undefined if there are none. */
  readonly of: (version: number | undefined) => Promise<DiffColours | undefined>;
}

export const createColourRequests = (client: SessionClient): ColourRequests => {
  let asked: Promise<DiffColours | undefined> = Promise.resolve(undefined);
  return {
    ask: () => {
      asked = client
        .call('getDiffColours')
        .then((answer) => (answer.kind === 'ok' ? answer.value : undefined));
    },
    of: async (version) => {
      const colours = await asked;
      return colours?.version === version ? colours : undefined;
    },
  };
};
