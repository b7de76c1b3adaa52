import { randomFillSync } from 'node:crypto';

const hex = Buffer.from('0123456789abcdef');
const dash = 0x2d;

const uuidBytes = 16;
const uuidLength = 36;
/** Batch size: amortizes the system call and the creation of the string. */
const made = 256;

const random = Buffer.alloc(uuidBytes * made);
const digits = Buffer.alloc(uuidLength * made, dash);
/** Offset of each byte's digits in the UUID text. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** The current batch as one string, and the offset of the next unused UUID. */
let text = '';
let textAt = 0;

/**
 * Random UUIDs, version 4. Source: RFC 9562, section 5.4. Node's `randomUUID` returns a rope of twenty small strings;
 * flattening ten thousand of them into map keys takes longer than the rest of a batch.
 */
export const randomUuids = (count: number): string[] => {
  const uuids: string[] = [];
  while (uuids.length < count) uuids.push(nextUuid());
  return uuids;
};

const nextUuid = (): string => {
  if (textAt === text.length) makeText();
  const start = textAt;
  textAt += uuidLength;
  // A slice keeps its batch string alive; one batch is small.
  return text.slice(start, textAt);
};

const makeText = (): void => {
  randomFillSync(random);
  for (let index = 0; index < made; index += 1) writeUuid(index);
  text = digits.toString('latin1');
  textAt = 0;
};

/** Sets the version (upper half of byte 6) and the variant (upper two bits of byte 8). */
const writeUuid = (index: number): void => {
  const from = index * uuidBytes;
  const to = index * uuidLength;
  random[from + 6] = ((random[from + 6] ?? 0) & 0x0f) | 0x40;
  random[from + 8] = ((random[from + 8] ?? 0) & 0x3f) | 0x80;
  for (let at = 0; at < uuidBytes; at += 1) {
    const byte = random[from + at] ?? 0;
    const place = to + (places[at] ?? 0);
    digits[place] = hex[byte >> 4] ?? 0;
    digits[place + 1] = hex[byte & 0x0f] ?? 0;
  }
};
