import type { Block } from '../../../shared/placement/blocks.ts';
import { maxRenameCandidates } from '../../../shared/limits.ts';
import { keyOf } from './compare-blocks.ts';
import type { ListedRound } from './compare-listed.ts';

/** A document that only has another name now, and its blocks. */
interface Renamed {
  readonly name: string;
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/**
 * Finds a document again that was moved, or renamed in its folder: one with the same text that was not shown in the last
 * round. Looks at a bounded number, since each may have to be rendered.
 */
export const renamedDocument = async (
  { names, shown, before: readBefore, after: readAfter }: ListedRound,
  gone: string,
  untilMs: number,
): Promise<Renamed | undefined> => {
  const before = await readBefore(gone);
  if (before === undefined) return undefined;
  const known = new Set(shown);
  const [folder, base] = partsOf(gone);
  const candidates = names.filter((name) => {
    const [ofFolder, ofBase] = partsOf(name);
    return !known.has(name) && (ofFolder === folder || ofBase === base);
  });
  for (const name of candidates.slice(0, maxRenameCandidates)) {
    if (performance.now() > untilMs) return undefined;
    const after = await readAfter(name);
    const renamed = before.map((block) => ({ ...block, file: name }));
    if (after !== undefined && areSame(renamed, after)) return { name, before: renamed, after };
  }
  return undefined;
};

const partsOf = (name: string): readonly [folder: string, base: string] => {
  const at = name.lastIndexOf('/') + 1;
  return [name.slice(0, at), name.slice(at)];
};

const areSame = (before: readonly Block[], after: readonly Block[]): boolean =>
  before.length === after.length &&
  before.every((block, index) => keyOf(block) === keyOf(after[index] ?? { html: '', text: '' }));
