import { describe, expect, it } from 'vitest';
import { stackNotes } from '../../../../../web/review/features/document/notes-margin.ts';

describe('notes in the margin', () => {
  it.each([
    ['stand where they are wanted', [100, 300], undefined, [100, 300]],
    ['push each other down', [100, 110, 120, 400], undefined, [100, 148, 196, 400]],
    ['make room above and below for the one that is led to', [100, 110, 120], 2, [24, 72, 120]],
    ['stay where the room is enough', [20, 110, 120], 2, [20, 72, 120]],
    ['below the one that is led to, move down', [100, 110, 120], 1, [62, 110, 158]],
    ['stay within the document', [10, 20, 30], 2, [8, 56, 104]],
    ['are none', [], undefined, []],
  ])('%s', (_, tops, led, expected) => {
    expect(
      stackNotes(
        tops.map((top) => ({ top, height: 40 })),
        led,
      ),
    ).toEqual(expected);
  });
});
