import { expect, test } from 'vitest';
import { collapse } from '../../../shared/frame/collapse.ts';

test.each([
  ['a  b\n c', false, false, 'a b c', [0, 1, 2, 2, 3, 4, 4, 5]],
  ['  a ', false, true, 'a ', [0, 0, 0, 1, 2]],
  ['  a', false, false, ' a', [0, 1, 1, 2]],
  [' \n a', true, true, ' \n a', [0, 1, 2, 3, 4]],
  ['a\u00A0 b', false, false, 'a\u00A0 b', [0, 1, 2, 3, 4]],
  ['', false, true, '', [0]],
] as const)(
  '%j, preformatted %s, after a space %s: %j',
  (raw, isPre, isAfterSpace, text, offsets) => {
    const found = collapse(raw, { isPre, isAfterSpace });
    expect(found.text).toBe(text);
    expect([...found.offsets]).toEqual(offsets);
  },
);
