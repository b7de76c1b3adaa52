import { findSpools } from './spool.ts';

/** What running sessions use, whichever supervisor opened them. None of it is removed for its age. */
export interface InUse {
  /** Whether this session is running. */
  readonly hasSession: (id: string) => boolean;
  /** Whether a running session has this `draftKey`, for itself or its repository. */
  readonly hasKey: (key: string) => boolean;
  /** Whether a running session reads from this path. */
  readonly hasPath: (path: string) => boolean;
}

interface InUseOptions {
  readonly sessionsFolder: string;
  /** Whether this supervisor is running or opening this session. */
  readonly isRunning: (id: string) => boolean;
}

/** Reads the spools, since a session has one from start to end, even before it is adopted. */
export const findInUse = async ({ sessionsFolder, isRunning }: InUseOptions): Promise<InUse> => {
  const spools = await findSpools(sessionsFolder);
  const ids = new Set(spools.map(({ id }) => id));
  const keys = new Set<string>();
  const paths = new Set<string>();
  // A spool from an earlier release, or one still being written, does not say: assume everything is in use.
  let isAny = false;
  for (const { label } of spools) {
    if (label?.key === undefined || label.page === undefined) isAny = true;
    else {
      keys.add(label.key).add(label.viewedKey ?? label.key);
      for (const { key } of label.viewedBelow ?? []) keys.add(key);
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
