import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptVersionsPath, readKeptVersions } from '../../../shared/node/kept-versions.ts';
import { temporaryFolder } from '../../helpers/repository.ts';

let spool: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  spool = temporaryFolder();
});
afterAll(() => spool.remove());

it('are those beside the document, or else what an earlier release has left in the spool', async () => {
  const document = join(spool.path, 'document.json');
  expect(await readKeptVersions(document)).toEqual([]);
  const only = { folder: '/history/a', number: 2 };
  writeFileSync(join(spool.path, 'kept-version.json'), JSON.stringify(only));
  expect(await readKeptVersions(document)).toEqual([only]);
  const several = [
    { file: 'a.md', folder: '/history/b', number: 1 },
    { file: 'b.md', folder: '/history/c', number: 3 },
  ];
  writeFileSync(keptVersionsPath(document), JSON.stringify(several));
  expect(await readKeptVersions(document)).toEqual(several);
});
