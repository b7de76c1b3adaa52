import { GalleyError } from '../../shared/errors.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import type { ScopeChoice } from '../../shared/session/scope.ts';
import { Mutex } from '../mutex.ts';
import type { SessionCore } from '../session-core.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { Freshness } from './freshness.ts';
import type { SessionContent } from './session-content.ts';

interface RefreshParts {
  /** Undefined if the content has no source to read again. */
  readonly freshness: Freshness | undefined;
  readonly content: SessionContent<object>;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** `POST /api/refresh`: makes the content again from its source and re-anchors the findings. */
export const refreshHandler = (
  core: SessionCore,
  { freshness, content, collection }: RefreshParts,
): SessionHandlers<'refresh' | 'chooseScope'> => {
  const { gate, preparation, reviewed, version, derivations } = core;
  const readAgain = async (source: Freshness, choice?: ScopeChoice): Promise<void> => {
    if (preparation.current.state === 'ready') await content.beforeRefresh?.();
    // If the source cannot be read, the old content stays.
    const { commits } = await derivations.make({
      kind: 'content',
      version: version.current + 1,
      ...(choice === undefined ? {} : { choice }),
    });
    version.count();
    reviewed.readAnew(commits);
    content.drop();
    if (preparation.current.state !== 'ready') {
      preparation.change({ state: 'ready' });
      core.streams.page.broadcast({ type: 'session', preparation: preparation.current });
    }
    core.streams.contentChanged(version.current);
    await (await collection()).placeAnew();
    await source.accept();
    // Keep the previous version: a page may still be reading it.
    const old = version.current - 2;
    if (old >= 1) await content.removeVersion?.(old);
  };
  let refreshing: Promise<void> | undefined;
  const turns = new Mutex();
  const sourceToRead = (): Freshness => {
    gate.assertUndecided();
    if (freshness === undefined)
      throw new GalleyError(
        'bad_request',
        'This content did not come from a file or work tree, so there is nothing to read again.',
      );
    return freshness;
  };
  return {
    refresh: async () => {
      const source = sourceToRead();
      // Two tabs may ask at once; they share one refresh.
      refreshing ??= turns
        .run(() => readAgain(source))
        .finally(() => {
          refreshing = undefined;
        });
      await refreshing;
      return json({ version: version.current });
    },

    chooseScope: async ({ body }) => {
      const source = sourceToRead();
      await turns.run(() => readAgain(source, body));
      return json({ version: version.current });
    },
  };
};
