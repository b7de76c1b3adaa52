import type { Block } from '../../../../shared/placement/blocks.ts';

type Told = Pick<Block, 'text' | 'file'>;

/**
 * Finds the block with the same text in a new version or, if it is gone, that of the closest block above. Among
 * several, prefers the one at the same position in its file.
 */
export const sameBlock = <Shown extends Told>(
  before: readonly Told[],
  index: number,
  blocks: readonly Shown[],
): Shown | undefined => {
  const places = new Map<string, number[]>();
  for (const [at, block] of blocks.entries()) {
    const key = keyOf(block);
    const known = places.get(key);
    if (known === undefined) places.set(key, [at]);
    else known.push(at);
  }
  for (let at = index; at >= 0; at -= 1) {
    const block = before[at];
    const found = block === undefined ? undefined : places.get(keyOf(block));
    if (block === undefined || found === undefined) continue;
    const same = before.slice(0, at).filter((other) => keyOf(other) === keyOf(block)).length;
    return blocks[found[Math.min(same, found.length - 1)] ?? -1];
  }
  return undefined;
};

const keyOf = ({ text, file = '' }: Told): string => `${file}\n${text}`;
