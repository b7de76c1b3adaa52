import type { CachedFile } from '../content/spool-file.ts';
import type { Placing } from '../annotations/placement.ts';
import type { SessionCore } from '../session-core.ts';
import { lazy } from '../session-handlers.ts';
import type { DiffIndex } from './diff-index.ts';
import { placeByNumber } from './place-by-number.ts';

/** The scope that the session was opened with, which the lines of findings mean. */
export class OpeningScope {
  #id: string | undefined;
  #version = 0;
  /** The version in which all findings were placed last. */
  #placed = 0;

  /** Its newest version; every version must be given before the next one is made. */
  versionAsOf({ version, scope }: Pick<DiffIndex, 'version' | 'scope'>): number {
    if (this.#version === 0) {
      this.#id = scope;
      this.#placed = version;
    }
    if (scope === this.#id && version > this.#version) this.#version = version;
    return this.#version;
  }

  /** The version in which all findings were placed until now: they are placed in the newest one. */
  placeAgain(): number {
    const before = this.#placed;
    this.#placed = this.#version;
    return before;
  }
}

/**
 * Places findings by their line numbers; once their code may be elsewhere, because the change was read again or another
 * scope is shown, where their code is.
 */
export const placeInChange = (
  { assignment: { files }, gate, derivations }: SessionCore,
  { diff, opening }: { readonly diff: CachedFile<DiffIndex>; readonly opening: OpeningScope },
): Placing => {
  const elsewhere = lazy(async () => {
    const [{ findInShown, placeInScope }, { MovedFindings }] = await Promise.all([
      import('./place-in-scope.ts'),
      import('./moved-findings.ts'),
    ]);
    const assertOpen = () => gate.assertUndecided();
    const find = findInShown({ spool: files.spool, derivations, assertOpen });
    return { find, placeInScope, moved: new MovedFindings(find) };
  });
  return {
    exactly: async (inputs) => {
      const shown = await diff.use();
      const opened = opening.versionAsOf(shown);
      if (opened === shown.version) return inputs.map((input) => placeByNumber(shown, input));
      const { find, placeInScope } = await elsewhere();
      return placeInScope(find, inputs, { opened, shown });
    },
    again: async (all) => {
      const [shown, { moved }] = await Promise.all([diff.use(), elsewhere()]);
      moved.keepOnly(all);
      const opened = opening.versionAsOf(shown);
      const before = opening.placeAgain();
      return (records) =>
        opened === shown.version
          ? moved.afterRefresh(records, { opened: before, shown })
          : moved.inScope(records, { opened, shown });
    },
  };
};
