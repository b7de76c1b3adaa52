import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reasonToSetAside } from '../../../../supervisor/threads/patch/set-aside.ts';
import { patchSource, prepareInto, prepareRange } from '../../../helpers/diff.ts';
import { Repository, temporaryFolder } from '../../../helpers/repository.ts';

it.each([
  ['package-lock.json', 'lock'],
  ['web/yarn.lock', 'lock'],
  ['pnpm-lock.yaml', 'lock'],
  ['Cargo.lock', 'lock'],
  ['go.sum', 'lock'],
  ['.terraform.lock.hcl', 'lock'],
  ['jquery.min.js', 'minified'],
  ['src/__snapshots__/a.ts', 'snapshot'],
  ['a.test.ts.snap', 'snapshot'],
  ['dist/index.js', 'bundle'],
  ['app.js.map', 'generated'],
  ['api/v1.pb.go', 'generated'],
  ['types.generated.ts', 'generated'],
  ['node_modules/a/package.json', 'packages'],
  ['src/lock.ts', undefined],
  ['src/locked/a.ts', undefined],
  ['package.json', undefined],
  ['distance/index.js', undefined],
  ['admin.js', undefined],
  ['generated/readme.md', undefined],
])('%s by its name: %s', (path, reason) => {
  expect(reasonToSetAside(path)).toBe(reason);
});

describe('what the repository says of a path', () => {
  let repository: Repository;
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    repository = new Repository();
    folder = temporaryFolder();
  });
  afterEach(() => {
    repository.remove();
    folder.remove();
  });

  it('goes before its name', async () => {
    repository.commit('first');
    repository.write(
      '.gitattributes',
      '*.api linguist-generated\nyarn.lock -linguist-generated\n*.raw -diff\n',
    );
    for (const name of ['a.api', 'odd "näme\n.api', 'yarn.lock', 'b.lock', 'c.raw', 'd.ts'])
      repository.write(name, 'text\n');
    const { files } = await prepareRange(folder.path, repository.path);
    expect(Object.fromEntries(files.map(({ path, setAside }) => [path, setAside]))).toEqual({
      '.gitattributes': undefined,
      'a.api': 'generated',
      'odd "näme\n.api': 'generated',
      'yarn.lock': undefined,
      'b.lock': 'lock',
      'c.raw': 'undiffed',
      'd.ts': undefined,
    });
  });

  it('is not asked for a patch, whose names still count', async () => {
    repository.write('.gitattributes', '*.ts linguist-generated\n');
    repository.write('a.ts', 'one\n');
    repository.write('a.lock', 'one\n');
    repository.commit('first');
    repository.write('a.ts', 'two\n');
    repository.write('a.lock', 'two\n');
    const path = `${folder.path}/change.diff`;
    repository.write('change.diff', '');
    repository.git('diff', `--output=${path}`);
    const { files, source } = await prepareInto(folder.path, patchSource(path));
    expect(source).toBe('patch');
    expect(files.map(({ setAside }) => setAside)).toEqual(['lock', undefined]);
  });
});
