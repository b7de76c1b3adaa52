import { GalleyError } from '../../shared/errors.ts';
import { json } from '../../shared/node/http/reply.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { ReviewedFacts } from '../decision/decision-record.ts';
import type { Streams } from '../events/streams.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { ContentVersion } from './content-version.ts';
import type { Derivations } from './derivations.ts';
import type { Freshness } from './freshness.ts';
import type { SessionContent } from './session-content.ts';

interface RefreshParts {
  /** Undefined if the content has no source to read again. */
  readonly freshness: Freshness | undefined;
  readonly version: ContentVersion;
  readonly reviewed: ReviewedFacts;
  readonly derivations: Derivations;
  readonly gate: DecisionGate;
  readonly preparation: PreparationState;
  readonly content: SessionContent<object>;
  readonly streams: Streams;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** `POST /api/refresh`: makes the content again from its source and re-anchors the findings. */
export const refreshHandler = (parts: RefreshParts): SessionHandlers<'refresh'> => {
  const { gate, freshness, version } = parts;
  let underWay: Promise<void> | undefined;
  return {
    refresh: async () => {
      gate.assertUndecided();
      if (freshness === undefined)
        throw new GalleyError(
          'bad_request',
          'This content did not come from a file or work tree, so there is nothing to read again.',
        );
      // Two tabs may ask at once; they share one refresh.
      underWay ??= readAgain(parts, freshness).finally(() => {
        underWay = undefined;
      });
      await underWay;
      return json({ version: version.current });
    },
  };
};

const readAgain = async (parts: RefreshParts, freshness: Freshness): Promise<void> => {
  const { content, derivations, preparation, version, streams } = parts;
  // If the source cannot be read, the old content stays.
  const { commits } = await derivations.make({ kind: 'content', version: version.current + 1 });
  version.count();
  parts.reviewed.readAnew(commits);
  content.drop();
  if (preparation.current.state !== 'ready') preparation.change({ state: 'ready' });
  streams.contentChanged(version.current);
  await (await parts.collection()).placeAnew();
  await freshness.accept();
  // Keep the previous version: a page may still be reading it.
  const old = version.current - 2;
  if (old >= 1) await content.removeVersion?.(old);
};
