import type { ChangedFile } from '../../../../../shared/placement/manifest.ts';
import type { Page } from '../../../ui/page.ts';
import type { DiffViewer } from '../pierre/diff-viewer.ts';
import type { Fold, FoldLayer } from '../pierre/file-state.ts';
import { setFolds } from '../pierre/fold-hunks.ts';

/** What is folded of a file, and what of it was shown since, beyond a viewer: by the file's hunks. */
export type ImportFolds = WeakMap<object, FoldLayer>;

export interface Imports {
  readonly files: readonly ChangedFile[];
  readonly known: ImportFolds;
}

/**
 * Folds the hunks that change only imports, as long as the settings say so.
 * @returns a function that ends it
 */
export const foldImports = (
  viewer: DiffViewer,
  { store }: Page,
  { files, known }: Imports,
): (() => void) => {
  let isFolded = false;
  const update = () => {
    const isWanted = store.getState().settings.foldImports;
    if (isWanted === isFolded) return;
    isFolded = isWanted;
    for (const { id, importHunks } of files) {
      if (importHunks === undefined) continue;
      const folds = importHunks.map((hunk): Fold => ({ hunk, only: 'imports' }));
      const layer = known.get(importHunks) ?? { folds, shown: new Set() };
      if (isWanted) known.set(importHunks, layer);
      else known.delete(importHunks);
      setFolds(viewer, id, ['imports', isWanted ? layer : undefined]);
    }
  };
  update();
  return store.subscribe(update);
};
