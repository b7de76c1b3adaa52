import { rm, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GalleyError } from '../../shared/errors.ts';
import { changePaths } from '../../shared/node/paths.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { AnnotationCollection } from '../annotations/annotation-collection.ts';
import type { DecisionGate } from '../decision/decision-gate.ts';
import type { ReviewedFacts } from '../decision/reviewed-facts.ts';
import type { Streams } from '../events/streams.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { SessionHandlers } from '../session-handlers.ts';
import type { ContentVersion } from './content-version.ts';
import type { Derivations } from './derivations.ts';
import type { DiffIndex } from '../changes/diff-index.ts';
import type { Freshness } from './freshness.ts';
import type { HeldFile } from './held-file.ts';
import type { PlacedBlocks } from '../document/placed-blocks.ts';

interface RefreshParts {
  readonly assignment: Assignment;
  /** Undefined where the content came from nowhere that could be read again. */
  readonly freshness: Freshness | undefined;
  readonly version: ContentVersion;
  readonly reviewed: ReviewedFacts;
  readonly derivations: Derivations;
  readonly gate: DecisionGate;
  readonly preparation: PreparationState;
  readonly blocks: HeldFile<PlacedBlocks>;
  readonly diff: HeldFile<DiffIndex>;
  readonly streams: Streams;
  readonly collection: () => Promise<AnnotationCollection>;
}

/** `POST /api/refresh`: the content is made anew of where it came from, and the findings are placed in it. */
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
      // Two tabs may ask at once.
      underWay ??= readAgain(parts, freshness).finally(() => {
        underWay = undefined;
      });
      await underWay;
      return { status: 200, body: { version: version.current } };
    },
  };
};

const readAgain = async (parts: RefreshParts, freshness: Freshness): Promise<void> => {
  const { assignment, derivations, preparation, version, streams } = parts;
  const isReview = assignment.mode === 'review';
  // Where it cannot be read, what there was stays.
  const { commits } = await derivations.make({ kind: 'content', version: version.current + 1 });
  version.count();
  parts.reviewed.readAnew(commits);
  parts.blocks.drop();
  parts.diff.drop();
  if (preparation.current.state !== 'ready') preparation.change({ state: 'ready' });
  streams.contentChanged(version.current);
  await (await parts.collection()).placeAnew();
  await freshness.accept();
  if (isReview) await removeChange(assignment.files.spool, version.current - 2);
};

/**
 * Removes a version of a change. The one before the current one is kept until the next: a page may still be reading it.
 * What cannot be removed goes with the spool.
 */
const removeChange = async (spool: string, version: number): Promise<void> => {
  if (version < 1) return;
  const { folder } = changePaths(spool, version);
  const isWhole = folder !== spool;
  const names = isWhole ? [''] : (await readdir(spool)).filter((name) => ofChange.test(name));
  await Promise.allSettled(
    names.map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
};

/** What the first version has in the spool itself. */
const ofChange = /^(?:patch\.diff|manifest\.json|no-whitespace\..+|side-.+)$/u;
