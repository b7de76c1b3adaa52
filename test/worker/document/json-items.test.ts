import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonItems } from '../../../worker/document/placed-blocks.ts';

const itemsOf = (bytes: Buffer, pieceBytes: number): unknown[] => {
  const found: unknown[] = [];
  const items = new JsonItems('blocks', (item) => found.push(item));
  for (let at = 0; at < bytes.length; at += pieceBytes)
    items.take(bytes.subarray(at, at + pieceBytes));
  items.end();
  return found;
};

it('emits the objects of the named list, wherever the chunks are split', () => {
  const value = fc.dictionary(fc.constantFrom('blocks', 'a"', '\\', 'ä'), fc.jsonValue());
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(value), value, fc.nat(40), (title, blocks, more, cut) => {
      const { blocks: _, ...others } = more;
      const bytes = Buffer.from(
        JSON.stringify({ title, ...others, blocks, z: [{ blocks: [{}] }] }),
      );
      expect(itemsOf(bytes, cut + 1)).toEqual(JSON.parse(JSON.stringify(blocks)));
    }),
  );
});

it('rejects a truncated text', () => {
  expect(() => itemsOf(Buffer.from('{"blocks":[{"a":1},'), 9)).toThrow(SyntaxError);
});
