import type { DiffColours } from '../../../shared/session/diff-colours.ts';
import { can } from '../store/session-slice.ts';
import type { State, WithStore } from '../store/state.ts';
import type { SessionClient } from './session-client.ts';

type Parts = WithStore & { readonly client: SessionClient; readonly colours: ColourRequests };

export interface ContentLoader {
  /**
   * Loads what is prepared of the content, unless it is loaded. One call after the other, since a second response would
   * undo what the user did after the first.
   */
  readonly load: () => Promise<void>;
}

export const createContentLoader = (parts: Parts): ContentLoader => {
  let last: Promise<void> = Promise.resolve();
  return {
    load: () =>
      (last = last
        .catch(() => undefined)
        .then(() => (isWanted(parts.store.getState()) ? load(parts) : undefined))),
  };
};

const isWanted = ({ session, content }: State): boolean => {
  const { preparation } = session;
  if (content.document !== undefined || content.diff !== undefined) return false;
  if (preparation.state === 'preparing')
    return preparation.hasBeginning === true && content.beginning.length === 0;
  return preparation.state === 'ready';
};

const load = async ({ store, client, colours }: Parts): Promise<void> => {
  const state = store.getState();
  if (can(state, 'changes')) {
    if (can(state, 'colours')) colours.ask();
    const [answer, viewed] = await Promise.all([
      client.call('getDiff'),
      can(state, 'viewed') ? client.call('getViewed') : undefined,
    ]);
    if (viewed?.kind === 'ok')
      store.dispatch({ type: 'viewed/loaded', digests: viewed.value.digests });
    if (answer.kind === 'ok') store.dispatch({ type: 'content/diff', diff: answer.value });
    else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
    return;
  }
  const answer = await client.call('getPlan');
  if (answer.kind === 'ok') store.dispatch({ type: 'content/document', document: answer.value });
  else store.dispatch({ type: 'content/failed', sentence: answer.sentence });
};

/** The server's highlighting of the first files. */
export interface ColourRequests {
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
