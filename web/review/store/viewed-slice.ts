import type { ChangedFile } from '../../../shared/placement/manifest.ts';

/** Viewed files, by digest of their change: if the change differs, the file is no longer viewed. */
export interface ViewedSlice {
  readonly digests: ReadonlySet<string>;
}

export type ViewedAction =
  | { readonly type: 'viewed/loaded'; readonly digests: readonly string[] }
  | {
      readonly type: 'viewed/changed';
      readonly digests: readonly string[];
      readonly isViewed: boolean;
    };

export const initialViewed: ViewedSlice = { digests: new Set() };

export const reduceViewed = (slice: ViewedSlice, action: ViewedAction): ViewedSlice => {
  switch (action.type) {
    case 'viewed/loaded':
      return { digests: new Set(action.digests) };
    case 'viewed/changed': {
      const changed = action.digests.filter((one) => slice.digests.has(one) !== action.isViewed);
      if (changed.length === 0) return slice;
      const digests = new Set(slice.digests);
      for (const digest of changed)
        if (action.isViewed) digests.add(digest);
        else digests.delete(digest);
      return { digests };
    }
  }
};

/** Ids of the viewed files. */
export const viewedFiles = (
  files: readonly ChangedFile[],
  { digests }: ViewedSlice,
): ReadonlySet<string> =>
  new Set(
    files.flatMap(({ id, digest }) => (digest !== undefined && digests.has(digest) ? [id] : [])),
  );
