import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointAt } from '../../../web/shell/text-offsets.ts';

describe('pointAt', () => {
  it.each([
    { lengths: [5, 3], offset: 0, edge: 'start', expected: { node: 0, offset: 0 } },
    { lengths: [5, 3], offset: 5, edge: 'start', expected: { node: 1, offset: 0 } },
    { lengths: [5, 3], offset: 5, edge: 'end', expected: { node: 0, offset: 5 } },
    { lengths: [5, 0, 3], offset: 5, edge: 'start', expected: { node: 2, offset: 0 } },
    { lengths: [0, 5], offset: 0, edge: 'end', expected: { node: 1, offset: 0 } },
    { lengths: [5, 3], offset: 8, edge: 'start', expected: { node: 1, offset: 3 } },
    { lengths: [5, 3], offset: 99, edge: 'end', expected: { node: 1, offset: 3 } },
    { lengths: [0, 0], offset: 0, edge: 'start', expected: undefined },
    { lengths: [], offset: 0, edge: 'end', expected: undefined },
  ] as const)('$offset of $lengths as a $edge', ({ lengths, offset, edge, expected }) => {
    expect(pointAt(lengths, offset, edge)).toEqual(expected);
  });

  it('covers exactly the text between two offsets, wherever nodes are split', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1 }),
        fc.nat(200),
        fc.nat(200),
        (nodes, a, b) => {
          const text = nodes.join('');
          const start = Math.min(a, b, text.length);
          const end = Math.min(Math.max(a, b), text.length);
          fc.pre(start < end);
          const lengths = nodes.map(({ length }) => length);
          const from = pointAt(lengths, start, 'start') ?? { node: 0, offset: 0 };
          const to = pointAt(lengths, end, 'end') ?? { node: 0, offset: 0 };
          const covered = nodes
            .map((node, index) => {
              if (index < from.node || index > to.node) return '';
              return node.slice(
                index === from.node ? from.offset : 0,
                index === to.node ? to.offset : node.length,
              );
            })
            .join('');
          expect(covered).toBe(text.slice(start, end));
          expect(nodes[from.node]?.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});
