import type { DiffViewer } from './diff-viewer.ts';

/** Timeout for slow patches. */
const longestMs = 20_000;

/** Loads all pending patches; resolves when each was loaded or failed, or after a timeout. */
export const loadAll = (viewer: DiffViewer): Promise<void> => {
  const pendingIds = () =>
    viewer.states.filter(({ model }) => model.kind === 'pending').map(({ file }) => file.id);
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      endListening();
      resolve();
    };
    const timer = setTimeout(finish, longestMs);
    const endListening = viewer.patches.listen(() => {
      if (pendingIds().length === 0) finish();
    });
    const ids = pendingIds();
    if (ids.length === 0) finish();
    else viewer.patches.prioritise(ids);
  });
};
