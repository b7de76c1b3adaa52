import { contentsPath } from '../../shared/node/paths.ts';
import type { Assignment } from '../../shared/supervisor/worker-messages.ts';
import type { Streams } from '../events/streams.ts';
import { lazy } from '../lazy-handlers.ts';
import type { PreparationState } from '../session/preparation-state.ts';
import type { Derivations } from './derivations.ts';
import type { DiffIndex } from '../changes/diff-index.ts';
import { Freshness } from './freshness.ts';
import type { HeldFile } from './held-file.ts';

interface SourceParts {
  readonly assignment: Assignment;
  readonly streams: Streams;
  readonly preparation: PreparationState;
  readonly diff: HeldFile<DiffIndex>;
  readonly derivations: () => Promise<Derivations>;
}

/** A look at a work tree runs git: it comes less often than one at a file. */
const worktreePauseMs = 4000;

/**
 * Looks after what a session reviews: the file, the documents of the folder, or the work tree. Undefined where it came
 * from nowhere that could change.
 */
export const sourceFreshness = (parts: SourceParts): Freshness | undefined => {
  const { mode, source } = parts.assignment;
  if (source.kind !== 'path') return undefined;
  const freshness = mode === 'review' ? ofWorktree(parts) : ofPath(source.path, parts);
  freshness.begin();
  return freshness;
};

const ofPath = (path: string, { assignment, streams, preparation }: SourceParts): Freshness => {
  const contents = contentsPath(assignment.files.spool);
  const state = lazy(async () => {
    const { PathState } = await import('./path-state.ts');
    return new PathState({ path, contents });
  });
  return new Freshness({
    read: async () => (await state()).now(),
    made: async () => (preparation.isSettled ? (await state()).rendered() : undefined),
    ...tellOf(streams),
  });
};

/**
 * The supervisor is asked: only git knows of a file that was not changed before, or is new. It has this done only when
 * nothing else waits, and a range of commits is never asked for.
 */
const ofWorktree = ({ streams, preparation, diff, derivations }: SourceParts): Freshness =>
  new Freshness({
    read: async () => (await derivations()).worktreeState(),
    made: async () => {
      if (preparation.current.state !== 'ready') return undefined;
      return diff.use().then(
        ({ worktreeState }) => worktreeState ?? null,
        () => undefined,
      );
    },
    ...tellOf(streams),
    pauseMs: worktreePauseMs,
  });

const tellOf = (streams: Streams) => ({
  hasReaders: () => streams.page.size > 0,
  onChange: (isStale: boolean) => streams.freshnessChanged(isStale),
});
