import { collapse } from './collapsed-text.ts';
import type { PlacedBlock } from './placement-at.ts';

/** Characters of a gram. An error changes at most as many grams of a phrase. */
const gramLength = 3;
const bitsPerChar = 8;
const minBits = 64;
/** Longer blocks are always searched. */
const maxChars = 4096;
/** Blocks beyond that are always searched, so that this stays small beside the text. */
const maxBytes = 4 * 1024 * 1024;

/** Tells quickly which blocks cannot have a phrase, by the grams that they have in common. */
export class BlockGrams {
  /** Of each block, a bit for the hash of each gram. */
  readonly #found = new WeakMap<PlacedBlock, Uint32Array | 'any'>();
  #bytes = 0;

  /** Whether the block may have the phrase with these grams and up to `maxErrors`; never false if it has. */
  mayHave(block: PlacedBlock, grams: readonly number[], maxErrors: number): boolean {
    let others = maxErrors * gramLength;
    if (others >= grams.length) return true;
    const bits = this.#found.get(block) ?? this.#read(block);
    if (bits === 'any') return true;
    const mask = bits.length * 32 - 1;
    for (const gram of grams) {
      const bit = gram & mask;
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0) continue;
      others -= 1;
      if (others < 0) return false;
    }
    return true;
  }

  #read(block: PlacedBlock): Uint32Array | 'any' {
    const bits = this.#bitsOf(block.text);
    this.#found.set(block, bits);
    return bits;
  }

  #bitsOf(text: string): Uint32Array | 'any' {
    if (text.length > maxChars) return 'any';
    const size = Math.max(minBits, 2 ** Math.ceil(Math.log2(text.length * bitsPerChar)));
    this.#bytes += size / 8;
    if (this.#bytes > maxBytes) return 'any';
    const bits = new Uint32Array(size / 32);
    for (const gram of gramsOf(collapse(text))) {
      const bit = gram & (size - 1);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
    return bits;
  }
}

/** Hashes of the grams of a text, in its order. */
export const gramsOf = (text: string): number[] => {
  const grams: number[] = [];
  for (let at = 0; at + gramLength <= text.length; at += 1) {
    const units = text.charCodeAt(at) * 0x1_00_01 + text.charCodeAt(at + 1) * 0x1_01;
    const hash = Math.imul(units ^ text.charCodeAt(at + 2), 0x9e_37_79_b1);
    grams.push((hash ^ (hash >>> 15)) >>> 0);
  }
  return grams;
};
