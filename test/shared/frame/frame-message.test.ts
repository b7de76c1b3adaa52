import { describe, expect, it } from 'vitest';
import { readFrameMessage } from '../../../shared/frame/frame-message.ts';

const long = 'x'.repeat(3000);
const key = { type: 'key', key: 'c', code: 'KeyC', modifiers: [] };

describe('what a frame says', () => {
  it.each([
    { type: 'drawn', height: 10, hidden: 0 },
    { type: 'selection', ranges: [[0, 1, 2]], rect: [0, 1.5, -2, 3] },
    { type: 'selection', ranges: [], rect: [0, 0, 0, 0] },
    { type: 'clicked', ids: ['a'] },
    { type: 'link', address: 'javascript:x' },
    { ...key, modifiers: ['ctrlKey', 'shiftKey'] },
  ])('is read: %j', (message) => {
    expect(readFrameMessage(message)).toEqual(message);
    // What it must not have is not passed on.
    expect(readFrameMessage({ ...message, more: 1 })).toEqual(message);
  });

  it.each([
    undefined,
    null,
    'drawn',
    [],
    {},
    { type: 'decide' },
    { type: '__proto__' },
    { type: 'drawn', height: -1, hidden: 0 },
    { type: 'drawn', height: Number.NaN, hidden: 0 },
    { type: 'drawn', height: 1.5, hidden: 0 },
    { type: 'drawn', height: 1e12, hidden: 0 },
    { type: 'drawn', height: '1', hidden: 0 },
    { type: 'selection', ranges: [[0, 2, 1]], rect: [0, 0, 0, 0] },
    { type: 'selection', ranges: [[-1, 0, 1]], rect: [0, 0, 0, 0] },
    { type: 'selection', ranges: [[0, 1]], rect: [0, 0, 0, 0] },
    { type: 'selection', ranges: [[0, 1, 2, 3]], rect: [0, 0, 0, 0] },
    { type: 'selection', ranges: { length: 1, 0: [0, 1, 2] }, rect: [0, 0, 0, 0] },
    {
      type: 'selection',
      ranges: Array.from({ length: 5001 }, () => [0, 1, 2]),
      rect: [0, 0, 0, 0],
    },
    { type: 'selection', ranges: [[0, 1, 2]], rect: [0, 0, 0, Infinity] },
    { type: 'selection', ranges: [[0, 1, 2]], rect: [0, 0, 0] },
    { type: 'clicked', ids: 'a' },
    { type: 'clicked', ids: [''] },
    { type: 'clicked', ids: [long] },
    { type: 'clicked', ids: Array.from({ length: 51 }, () => 'a') },
    { type: 'link', address: long },
    { type: 'link', address: { toString: (): string => 'a' } },
    { ...key, key: '' },
    { ...key, key: long },
    { ...key, code: long },
    { ...key, modifiers: ['isTrusted'] },
    { ...key, modifiers: 'ctrlKey' },
  ])('is dropped: %j', (message) => {
    expect(readFrameMessage(message)).toBeUndefined();
  });
});
