import { describe, expect, it } from 'vitest';
import { trimRange } from '../../../shared/placement/passage-ranges.ts';

describe('trimRange', () => {
  it.each([
    { text: '  ab  ', start: 0, end: 6, expected: { start: 2, end: 4 } },
    { text: 'ab cd', start: 2, end: 5, expected: { start: 3, end: 5 } },
    { text: 'ab', start: 0, end: 2, expected: { start: 0, end: 2 } },
    { text: 'a  b', start: 1, end: 3, expected: undefined },
    { text: 'ab', start: 1, end: 1, expected: undefined },
  ])('$start to $end of "$text"', ({ text, start, end, expected }) => {
    expect(trimRange(text, start, end)).toEqual(expected);
  });
});
