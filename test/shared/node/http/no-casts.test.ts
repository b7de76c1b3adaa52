import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folders = [
  'shared/node/http',
  'worker',
  'supervisor/api',
  'supervisor/ended',
  'supervisor/gateway',
];
const cast =
  /\bas (?:unknown as|any\b|(?:express\.)?(?:Request|Response|RequestHandler|IncomingMessage|ServerResponse)\b)/u;

it.each([
  ['request as Request', true],
  ['<never>(x as unknown as Row)', true],
  ['response as express.Response', true],
  ['x as any', true],
  ['import * as express', false],
  ['error as NodeJS.ErrnoException', false],
])('%s', (code, isCast) => {
  expect(cast.test(code)).toBe(isCast);
});

it.each(folders)('nothing in %s is cast to what a request or an answer is not', async (folder) => {
  const names = (await readdir(join(root, folder), { recursive: true })).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const lines = (await readFile(join(root, folder, name), 'utf8')).split('\n');
    expect(lines.filter((line) => cast.test(line))).toEqual([]);
  }
});

it('no handler touches a request or a response', async () => {
  const places = ['worker', 'supervisor/api', 'supervisor/ended'];
  for (const place of places) {
    const names = (await readdir(join(root, place), { recursive: true })).filter((name) =>
      /-handlers?\.ts$/u.test(name),
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names)
      expect(await readFile(join(root, place, name), 'utf8')).not.toMatch(
        /from '(?:express|node:http)'/u,
      );
  }
});
