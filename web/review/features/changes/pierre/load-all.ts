import type { DiffViewer } from './diff-viewer.ts';

/** How long a reader waits for what is slow. */
const longestMs = 20_000;

/** Has all patches loaded that come without being asked for; resolves once each has come or failed, or after a while. */
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
