import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serializeDraft } from '../../../shared/session/draft.ts';
import { claimDraft, draftKey } from '../../../supervisor/sessions/drafts.ts';

const draft = {
  generation: 1,
  feedback: 'words',
  comments: [],
  version: 2 as const,
  editors: [],
};

let folder: string;
let uploads: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-drafts-'));
  uploads = await mkdtemp(join(tmpdir(), 'galley-uploads-'));
});
afterEach(async () => {
  for (const path of [folder, uploads]) await rm(path, { recursive: true });
});

const key = draftKey(['plan', '/work', 'plan.md']);
const claim = (id: string, running: readonly string[] = []) =>
  claimDraft({
    folder,
    uploadsFolder: uploads,
    key,
    id,
    isRunning: (other) => running.includes(other),
  });

test('the words of a lost session go to the next one of the same thing', async () => {
  const words = serializeDraft(draft, new Date());
  await writeFile(join(folder, `${key}.lost.json`), words);
  const path = await claim('next');
  expect(await readFile(path, 'utf8')).toBe(words);
  expect(await readdir(folder)).toHaveLength(1);
});

test('drafts of running sessions and other subjects stay where they are', async () => {
  const others = [
    `${key}.running.json`,
    `${draftKey(['plan', '/work', 'other.md'])}.lost.json`,
  ].sort();
  for (const name of others) await writeFile(join(folder, name), 'words');
  await claim('next', ['running']);
  expect((await readdir(folder)).sort()).toEqual(others);
});

test('parts of a key cannot shift into one another', () => {
  expect(draftKey(['a', 'bc'])).not.toBe(draftKey(['ab', 'c']));
});

test('a partial write of a killed worker is never taken for a draft', async () => {
  const partialWrite = `${key}.lost.json.2957263519`;
  await writeFile(join(folder, partialWrite), 'wo');
  await claim('next');
  expect(await readdir(folder)).toEqual([partialWrite]);
});

test('a file that was damaged does not keep older words from being claimed', async () => {
  const words = serializeDraft(draft, new Date(0));
  await writeFile(join(folder, `${key}.lost.json`), words);
  await writeFile(join(folder, `${key}.damaged.json`), words.slice(0, -1));
  expect(await readFile(await claim('next'), 'utf8')).toBe(words);
});

test('the images of a lost session come with its words, and stay with it as well', async () => {
  const image = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff.png';
  await mkdir(join(uploads, 'lost'));
  await writeFile(join(uploads, 'lost', image), 'pixels');
  await writeFile(join(uploads, 'lost', 'notes.txt'), 'not an image');
  await writeFile(join(folder, `${key}.lost.json`), serializeDraft(draft, new Date()));
  await claim('next');
  expect(await readFile(join(uploads, 'next', image), 'utf8')).toBe('pixels');
  expect(await readdir(join(uploads, 'next'))).toEqual([image]);
  expect(await readdir(join(uploads, 'lost'))).toHaveLength(2);
});
