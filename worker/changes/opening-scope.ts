import type { CachedFile } from '../content/spool-file.ts';
import type { Placing } from '../annotations/placement.ts';
import type { SessionCore } from '../session-core.ts';
import { lazy } from '../session-handlers.ts';
import { placeByNumber, type DiffIndex } from './diff-index.ts';

/** The scope that the session was opened with, which the lines of findings mean. */
export class OpeningScope {
  #id: string | undefined;
  #version = 0;

  /** Its newest version; every version must be given before the next one is made. */
  versionAsOf({ version, scope }: Pick<DiffIndex, 'version' | 'scope'>): number {
    if (this.#version === 0) this.#id = scope;
    if (scope === this.#id && version > this.#version) this.#version = version;
    return this.#version;
  }
}

/** Places findings by their line numbers; while another scope is shown, where their code is in it. */
export const placeInChange = (
  { assignment: { files }, gate, derivations }: SessionCore,
  { diff, opening }: { readonly diff: CachedFile<DiffIndex>; readonly opening: OpeningScope },
): Placing => {
  const elsewhere = lazy(async () => {
    const { placeInScope } = await import('./place-in-scope.ts');
    const assertOpen = () => gate.assertUndecided();
    return placeInScope({ spool: files.spool, derivations, assertOpen });
  });
  return {
    exactly: async (inputs) => {
      const shown = await diff.use();
      const opened = opening.versionAsOf(shown);
      return opened === shown.version
        ? inputs.map((input) => placeByNumber(shown, input))
        : (await elsewhere())(inputs, { opened, shown });
    },
  };
};
