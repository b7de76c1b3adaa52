import { expect, it } from 'vitest';
import { randomUuids } from '../../../worker/annotations/random-uuids.ts';

it('returns the requested number of distinct version 4 UUIDs', () => {
  const uuids = randomUuids(20_000);
  expect(new Set(uuids).size).toBe(20_000);
  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  expect(uuids.filter((uuid) => !pattern.test(uuid))).toEqual([]);
  for (const at of [0, 9, 15, 20, 35]) expect(new Set(uuids.map((uuid) => uuid[at])).size).toBe(16);
  expect(randomUuids(0)).toEqual([]);
});
