import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { referencesPartSchema } from '../../../../shared/session/navigation.ts';
import type { FileAnswer, FilesAnswer } from '../../../../shared/session/project-files.ts';
import { findReferences } from '../../../../supervisor/threads/tasks/find-references.ts';
import { readFile } from '../../../../supervisor/threads/tasks/read-file.ts';
import type { ChangeSource } from '../../../../supervisor/version-control/change-source.ts';
import { askRepository, findChange } from '../../../../supervisor/version-control/providers.ts';
import { jjProgram, JjRepository, noJj } from '../../../helpers/jj.ts';
import { describeWhere } from '../../../helpers/programs.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';

const context = { signal: new AbortController().signal };
let repository: JjRepository;
let spool: ReturnType<typeof temporaryFolder>;
let source: ChangeSource;

beforeAll(async () => {
  if (noJj !== undefined) return;
  spool = temporaryFolder('spool');
  repository = new JjRepository();
  repository.write('same.txt', 'same\n');
  repository.write('changed "1".txt', 'one\n');
  repository.write('large.txt', 'x'.repeat(2000));
  symlinkSync('two\nlines', join(repository.path, 'link'));
  repository.commit('first');
  repository.write('changed "1".txt', 'two\n');
  repository.write('folder/new.txt', 'new\n');
  repository.write('folder/read.ts', 'export const readAll = () => 1;\nreadAll();\nreadAllOf();\n');
  repository.write('odd:1:.ts', 'readAll();\n');
  repository.write('binary', 'readAll\0\n');
  repository.write('ünended.txt', 'unended');
  mkdirSync(join(repository.path, '.GIT'));
  repository.write('.GIT/config', 'x');
  ({ source } = await findChange({ cwd: repository.path }, context));
  // What was compared is read, not what is there now.
  repository.write('same.txt', 'later\n');
});
afterAll(() => {
  if (noJj !== undefined) return;
  repository.remove();
  spool.remove();
});

const read = async (path: string, side: 'old' | 'new' = 'new'): Promise<FileAnswer> => {
  const output = join(spool.path, 'file');
  await readFile({ task: 'read-file', source, path, side, output, maxBytes: 1000 }, context);
  return JSON.parse(readFileSync(output, 'utf8')) as FileAnswer;
};

describeWhere(noJj, 'a Jujutsu workspace', () => {
  it('files of the project are read on each side', async () => {
    expect(await read('same.txt')).toEqual({ kind: 'text', bytes: 5, text: 'same\n' });
    expect(await read('changed "1".txt')).toMatchObject({ text: 'two\n' });
    expect(await read('changed "1".txt', 'old')).toMatchObject({ text: 'one\n' });
    expect(await read('link')).toEqual({ kind: 'symlink', bytes: 9, text: 'two\nlines' });
    expect(await read('large.txt')).toEqual({ kind: 'large', bytes: 2000 });
  });

  it.each(['.git/config', '.GIT/config', '.jj/repo', '../x', 'folder', 'nothing', 'all()'])(
    '%s is none',
    async (path) => {
      await expect(read(path)).rejects.toMatchObject({ code: 'not_found' });
    },
  );

  describe.each([
    ['the jj that is there', undefined],
    ['a jj without search', "unrecognized subcommand 'search'"],
    ['a jj that only names files', "unexpected argument '--line-number' found"],
  ])('with %s', (_, problem) => {
    beforeAll(() => {
      if (problem === undefined) return;
      const script = `#!/bin/sh\ncase "$*" in\n*' file search '*) echo "error: ${problem}" >&2; exit 2 ;;\nesac\nexec '${jjProgram}' "$@"\n`;
      writeFileSync(join(spool.path, 'old-jj'), script, { mode: 0o755 });
      vi.stubEnv('JJ_BIN', join(spool.path, 'old-jj'));
    });
    afterAll(() => void vi.unstubAllEnvs());

    it('are searched for a word, and for where it is defined', async () => {
      const find = async (name: string, side: 'old' | 'new' = 'new') => {
        const output = join(spool.path, 'found');
        rmSync(output, { force: true });
        await findReferences({ task: 'find-references', source, name, side, output }, context);
        return readFileSync(output, 'utf8')
          .trim()
          .split('\n')
          .map((line) => referencesPartSchema.parse(JSON.parse(line)));
      };
      expect(await find('readAll')).toEqual([
        {
          path: 'folder/read.ts',
          lines: [
            { line: 1, text: 'export const readAll = () => 1;' },
            { line: 2, text: 'readAll();' },
          ],
        },
        // In its name, the end of the path cannot be told.
        ...(problem === undefined
          ? [{ end: true, cut: 'files' }]
          : [{ path: 'odd:1:.ts', lines: [{ line: 1, text: 'readAll();' }] }, { end: true }]),
      ]);
      expect(await find('two')).toMatchObject([{ path: 'changed "1".txt' }, {}]);
      expect(await find('two', 'old')).toEqual([{ end: true }]);
      expect(await find('unended')).toMatchObject([{ path: 'ünended.txt' }, {}]);
      const query = { name: 'readAll', path: 'folder/read.ts', side: 'new' } as const;
      const question = { about: 'definition', query } as const;
      const answer = await askRepository({ task: 'ask-repository', source, question }, context);
      expect(answer).toMatchObject({ definitions: [{ path: 'folder/read.ts', line: 1 }] });
    });
  });

  it('are found by path', async () => {
    const question = { about: 'files', query: { q: 'TXT' } } as const;
    const answer = await askRepository({ task: 'ask-repository', source, question }, context);
    expect((answer as FilesAnswer).paths).toEqual([
      'changed "1".txt',
      'folder/new.txt',
      'large.txt',
      'same.txt',
      'ünended.txt',
    ]);
  });
});
