import type { DiffColours } from '../../../shared/session/diff-colours.ts';
import type { SessionClient } from './session-client.ts';

/** What the server has coloured of the code that is shown first. */
export interface ColourRequests {
  /** Asks for the colours of what there is now. */
  readonly ask: () => void;
  /** Those of a version, once they are here; undefined where there are none. */
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
