import { findSpools } from './spool.ts';

/** What belongs to sessions that run, opened by whichever supervisor: none of it is removed for its age. */
export interface InUse {
  /** Whether the session with this id runs. */
  readonly hasSession: (id: string) => boolean;
  /** Whether a running session reviews the thing with this key: see `draftKey`. */
  readonly hasKey: (key: string) => boolean;
  /** Whether a running session is served, or was made, from what stands at this path. */
  readonly hasPath: (path: string) => boolean;
}

interface InUseOptions {
  readonly sessionsFolder: string;
  /** Whether this supervisor runs, or opens, the session with this id. */
  readonly isRunning: (id: string) => boolean;
}

/** Finds it in the spools, since a session has one from its first moment to its last, also before it is adopted. */
export const findInUse = async ({ sessionsFolder, isRunning }: InUseOptions): Promise<InUse> => {
  const spools = await findSpools(sessionsFolder);
  const ids = new Set(spools.map(({ id }) => id));
  const keys = new Set<string>();
  const paths = new Set<string>();
  // A spool of an earlier release does not say, nor does one that is being written: then it may be any.
  let isAny = false;
  for (const { label } of spools) {
    if (label?.key === undefined || label.page === undefined) isAny = true;
    else {
      keys.add(label.key);
      paths.add(label.page);
      if (label.source.kind === 'change') paths.add(label.source.path);
    }
  }
  return {
    hasSession: (id) => ids.has(id) || isRunning(id),
    hasKey: (key) => isAny || keys.has(key),
    hasPath: (path) => isAny || paths.has(path),
  };
};
