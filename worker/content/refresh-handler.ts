import { GalleyError } from '../../shared/errors.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { Streams } from '../events/streams.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { ContentVersion } from './content-version.ts';
import type { Derivations } from './derivations.ts';
import type { Freshness } from './freshness.ts';
import type { HeldFile } from './held-file.ts';
import type { PlacedBlocks } from './placed-blocks.ts';

interface RefreshParts {
  /** Undefined where the content came from no file. */
  readonly freshness: Freshness | undefined;
  readonly version: ContentVersion;
  readonly derivations: Derivations;
  readonly gate: DecisionGate;
  readonly preparation: PreparationState;
  readonly blocks: HeldFile<PlacedBlocks>;
  readonly streams: Streams;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** `POST /api/refresh`: the content is made anew of its file, and the findings are placed in it. */
export const refreshHandler = (parts: RefreshParts): SessionHandlers<'refresh'> => {
  const { gate, freshness, version } = parts;
  let underWay: Promise<void> | undefined;
  return {
    refresh: async () => {
      gate.assertUndecided();
      if (freshness === undefined)
        throw new GalleyError(
          'bad_request',
          'What is reviewed here came from no single file: there is nothing to read again.',
        );
      // Two tabs may ask at once.
      underWay ??= readAgain(parts, freshness).finally(() => {
        underWay = undefined;
      });
      await underWay;
      return { status: 200, body: { version: version.current } };
    },
  };
};

const readAgain = async (
  { derivations, preparation, blocks, version, streams, collection }: RefreshParts,
  freshness: Freshness,
): Promise<void> => {
  const state = await freshness.state();
  // Where it cannot be read, what there was stays.
  await derivations.make({ kind: 'content' });
  blocks.drop();
  version.count();
  if (preparation.current.state !== 'ready') preparation.change({ state: 'ready' });
  streams.contentChanged(version.current);
  await (await collection()).placeAnew();
  await freshness.accept(state);
};
