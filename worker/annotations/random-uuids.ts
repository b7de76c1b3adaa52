import { randomFillSync } from 'node:crypto';

const hex = Buffer.from('0123456789abcdef');
const dash = 0x2d;

/**
 * Random UUIDs, version 4. Source: RFC 9562, section 5.4. Node's `randomUUID` gives each as a tree of twenty small
 * strings; to make ten thousand of those into keys takes longer than all the rest of a batch.
 */
export const randomUuids = (count: number): string[] => Array.from({ length: count }, nextUuid);

/** Randomness is fetched for many at once: each time is a call of the system. */
const pool = Buffer.alloc(16 * 256);
let poolAt = pool.length;
const text = Buffer.alloc(36);

const nextUuid = (): string => {
  if (poolAt === pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  writeUuid(poolAt);
  poolAt += 16;
  return text.toString('latin1');
};

const writeUuid = (start: number): void => {
  let at = 0;
  for (let index = 0; index < 16; index += 1) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text[at++] = dash;
    const byte = fixed(index, pool[start + index] ?? 0);
    text[at++] = hex[byte >> 4] ?? 0;
    text[at++] = hex[byte & 0x0f] ?? 0;
  }
};

/** With the version in the upper half of byte 6 and the variant in the upper two bits of byte 8. */
const fixed = (index: number, byte: number): number => {
  if (index === 6) return (byte & 0x0f) | 0x40;
  return index === 8 ? (byte & 0x3f) | 0x80 : byte;
};
