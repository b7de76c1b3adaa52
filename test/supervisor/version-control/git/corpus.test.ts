import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangedFile } from '../../../../shared/placement/manifest.ts';
import { findChange } from '../../../../supervisor/version-control/providers.ts';
import { namedScopes } from '../../../../shared/session/scope.ts';
import { prepareInto } from '../../../helpers/diff.ts';
import { temporaryFolder } from '../../../helpers/repository.ts';
import { configuration } from './corpus/configuration.ts';
import { contents } from './corpus/contents.ts';
import { gitSays, shell, type SaidFile } from './corpus/git-says.ts';
import { history } from './corpus/history.ts';
import { modes } from './corpus/modes.ts';
import { names } from './corpus/names.ts';
import { renames } from './corpus/renames.ts';
import type { Compared, Situation } from './corpus/situation.ts';
import { staging } from './corpus/staging.ts';
import { submodules } from './corpus/submodules.ts';

const context = { signal: new AbortController().signal };

const wantedBy = (compared: Compared) => {
  const range = typeof compared === 'string' ? compared : compared[0];
  const scope = namedScopes.find((name) => name === range);
  return scope === undefined ? { range } : { scope };
};

/** Of Galley's row, what git says of it. */
const comparable = (file: ChangedFile): SaidFile => {
  const { path, oldPath, status, additions, deletions, isBinary, oldMode, newMode } = file;
  return {
    path,
    ...(oldPath === undefined ? {} : { oldPath }),
    status,
    additions,
    deletions,
    isBinary,
    ...(oldMode === undefined ? {} : { oldMode }),
    ...(newMode === undefined ? {} : { newMode }),
  };
};

const inOrder = (files: readonly SaidFile[]): string[] =>
  files.map((file) => JSON.stringify(file)).toSorted();

/** What rows say of files that are not, or not only, what a diff shows. */
const reasonsOf = (files: readonly ChangedFile[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap(({ path, notCompared, tooLargeBytes, setAside }) => {
      const reason = notCompared ?? (tooLargeBytes === undefined ? setAside : 'large');
      return reason === undefined ? [] : [[path, reason]];
    }),
  );

const subjects: Readonly<Record<string, readonly Situation[]>> = {
  renames,
  modes,
  contents,
  staging,
  names,
  history,
  submodules,
  configuration,
};

it('has at least 80 situations', () => {
  expect(Object.values(subjects).flat().length).toBeGreaterThanOrEqual(80);
});

const initIn = (options: string): string => `git init --quiet --initial-branch=main ${options}`;

/** What git makes of a folder, to copy: a run of git for each situation costs more. */
const empty = temporaryFolder('empty');
beforeAll(() => shell(empty.path, initIn('')));
afterAll(empty.remove);

describe.each(Object.entries(subjects))('%s', (_, situations) => {
  it.concurrent.for(situations)('$name', async (situation, { expect, onTestFinished }) => {
    const {
      script,
      compared = ['uncommitted'],
      said: reasons = {},
      folder = '.',
      init,
    } = situation;
    const { path, remove } = temporaryFolder('corpus');
    onTestFinished(remove);
    const root = join(path, 'repository');
    mkdirSync(root);
    await shell(
      root,
      `${init === undefined ? `cp -R ${empty.path}/.git .` : initIn(init)}\n${script}`,
    );
    const cwd = join(root, folder);
    const prepared = [];
    for (const [at, one] of compared.entries()) {
      const spool = join(path, String(at));
      mkdirSync(spool);
      const { source } = await findChange({ cwd, ...wantedBy(one) }, context);
      prepared.push({ one, spool, ...(await prepareInto(spool, source)) });
    }
    const copies = join(path, 'copies');
    mkdirSync(copies);
    const said = await gitSays(cwd, compared, copies);
    for (const [at, { one, spool, files }] of prepared.entries()) {
      const { patch, files: rows, listed } = said[at] ?? { patch: '', files: [], listed: [] };
      const scope = String(one);
      expect(readFileSync(join(spool, 'patch.diff'), 'latin1'), scope).toBe(patch);
      const shown = files.filter(({ notCompared, bytes }) => !notCompared || bytes > 0);
      expect(inOrder(shown.map(comparable)), scope).toEqual(inOrder(rows));
      const paths = new Set(files.flatMap((file) => [file.path, file.oldPath ?? file.path]));
      expect(
        listed.filter((name) => !paths.has(name)),
        scope,
      ).toEqual([]);
      if (one === 'uncommitted') expect(reasonsOf(files)).toEqual(reasons);
    }
  });
});
