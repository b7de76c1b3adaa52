/**
 * A random id of 32 hexadecimal digits. `crypto.randomUUID` is missing over plain HTTP from another machine, as in
 * remote mode.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
