import { randomId } from '../../shell/random-id.ts';
import type { Stamp } from '../store/file-state.ts';

/** A new id and the time. `crypto.randomUUID` may be missing in a file. */
export const newStamp = (): Stamp => ({ id: uuidOf(randomId()), now: new Date().toISOString() });

/** As a UUID, version 4. Source: RFC 9562, section 5.4. */
const uuidOf = (digits: string): string => {
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-');
};
