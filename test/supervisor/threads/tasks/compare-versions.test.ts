import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { versionFiles } from '../../../../shared/node/version-files.ts';
import { comparedVersionsSchema, type ComparedAs } from '../../../../shared/session/versions.ts';
import { compareVersions } from '../../../../supervisor/threads/tasks/compare-versions.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const compare = async (was: string, is: string, as: ComparedAs, name?: string) => {
  const [spool, kept] = [join(folder.path, 'spool'), join(folder.path, 'kept')];
  mkdirSync(spool, { recursive: true });
  mkdirSync(kept, { recursive: true });
  writeFileSync(versionFiles(kept, 1).text, was);
  writeFileSync(versionFiles(kept, 2).text, is);
  const output = join(spool, 'compared.json');
  const source = { path: join(spool, 'input'), ...(name === undefined ? {} : { name }) };
  const task = 'compare-versions';
  await compareVersions({ task, folder: kept, before: 1, after: 2, as, source, output });
  return comparedVersionsSchema.parse(JSON.parse(readFileSync(output, 'utf8')));
};

it.each([
  ['equal ones', 'One.\n', 'One.\n', ['same']],
  ['gone at the beginning', 'A b c.\n\nOne.\n', 'One.\n', ['gone', 'same']],
  [
    'in order',
    '# T\n\nOne two.\n\nThree four.\n\nEnd.\n',
    '# T\n\nOne 2.\n\nEnd.\n\nMore.\n',
    ['same', 'changed', 'gone', 'same', 'new'],
  ],
])('has all blocks of both: %s', async (_, was, is, states) => {
  const { blocks } = await compare(was, is, 'rendered');
  expect(blocks?.map(({ state }) => state)).toEqual(states);
});

it('reads both in the format of what is reviewed', async () => {
  const { blocks } = await compare('# a\n', '# b\n', 'rendered', 'a.yaml');
  expect(blocks?.map(({ kind }) => kind)).toEqual(['code']);
});

it('has the runs of lines of both sources, and counts them', async () => {
  const { source, lines } = await compare('a\nb\nc', 'a\nB\nc', 'source');
  expect(lines).toEqual({ added: 1, removed: 1 });
  expect(source).toEqual([
    { kind: 'same', text: 'a\n' },
    { kind: 'removed', text: 'b\n' },
    { kind: 'added', text: 'B\n' },
    { kind: 'same', text: 'c' },
  ]);
});

it('compares texts that have nothing in common in bounded time', async () => {
  const text = (word: string) =>
    Array.from({ length: 20_000 }, (_, at) => `${word} ${at}\n`).join('');
  const { source, lines } = await compare(text('old'), text('new'), 'source');
  expect(source?.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect(lines === undefined || lines.added === 20_000).toBe(true);
});
