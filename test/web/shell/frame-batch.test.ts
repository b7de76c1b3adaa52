import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFrameBatch } from '../../../web/shell/frame-batch.ts';

let frames: (() => void)[];
let taken: (readonly string[])[];

beforeEach(() => {
  frames = [];
  taken = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => vi.unstubAllGlobals());

const nextFrame = async (): Promise<void> => {
  for (const callback of frames.splice(0)) callback();
  await Promise.resolve();
};

const create = () => createFrameBatch<string>((items) => taken.push(items));

it('a single event is delivered before the next frame', async () => {
  const batch = create();
  batch.add('a');
  expect(taken).toEqual([]);
  await Promise.resolve();
  expect(taken).toEqual([['a']]);
});

it('events of one response are delivered together, and so are those until the next frame', async () => {
  const batch = create();
  batch.add('a');
  batch.add('b');
  await Promise.resolve();
  batch.add('c');
  await Promise.resolve();
  batch.add('d');
  await Promise.resolve();
  expect(taken).toEqual([['a', 'b']]);
  await nextFrame();
  expect(taken).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  batch.add('e');
  await Promise.resolve();
  expect(taken).toHaveLength(2);
  await nextFrame();
  expect(taken.at(-1)).toEqual(['e']);
});

it('there is no further wait after a frame without events', async () => {
  const batch = create();
  batch.add('a');
  await Promise.resolve();
  await nextFrame();
  batch.add('b');
  await Promise.resolve();
  expect(taken).toEqual([['a'], ['b']]);
});

it('a flush delivers at once, and nothing twice', async () => {
  const batch = create();
  batch.add('a');
  batch.flush();
  expect(taken).toEqual([['a']]);
  await Promise.resolve();
  await nextFrame();
  expect(taken).toEqual([['a']]);
});
