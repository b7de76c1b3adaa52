import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiClient } from '../../shared/node/api-client.ts';
import { providerCapabilities } from '../../shared/session/capabilities.ts';
import { sessionApi } from '../../shared/session/session-routes.ts';
import type { SelectedLines } from '../../shared/session/staging.ts';
import { sessionInfoSchema } from '../../shared/session/session.ts';
import { controlPath, sessionPath } from '../helpers/paths.ts';
import { childrenOf, taskProcessesOf } from '../helpers/processes.ts';
import { Repository } from '../helpers/repository.ts';
import { call, type HttpAnswer } from '../helpers/http-call.ts';
import { shareSupervisor, type SharedSupervisor } from '../helpers/share-supervisor.ts';
import { until } from '../helpers/until.ts';

let galley: SharedSupervisor;
let repository: Repository;
let hanging: Repository;
let opening: Promise<HttpAnswer>;
beforeAll(async () => {
  galley = await shareSupervisor();
  repository = new Repository();
  hanging = new Repository();
  execFileSync('mkfifo', [join(hanging.path, '.git/pipe')]);
  hanging.git('config', 'include.path', 'pipe');
  // It is waited for while the other tests run.
  const body = { mode: 'review', cwd: hanging.path, detached: true };
  opening = galley.api(controlPath('openSession'), { method: 'POST', body });
  repository.write('a.md', 'one\n');
  repository.commit('first');
  repository.write('a.md', 'two\n');
  repository.write('a.patch', `${repository.git('diff', '--full-index')}\n`);
});
afterAll(async () => {
  repository.remove();
  hanging.remove();
  await galley.stop();
});

it('a session has what there is to be had of what is reviewed', async () => {
  const providedIn = async (cwd: string) => {
    const patch = join(repository.path, 'a.patch');
    const session = await galley.open({ mode: 'review', cwd, patch, detached: true });
    const { capabilities } = sessionInfoSchema.parse(
      (await call(`${session.url}${sessionPath('getSession')}`)).json,
    );
    return providerCapabilities.filter((name) => capabilities.includes(name));
  };
  expect(await providedIn(repository.path)).toEqual([
    'context',
    'sides',
    'whitespace',
    'refresh',
    'search',
    'scopes',
    'commits',
    'structure',
    'files',
    'navigation',
    'staging',
  ]);
  // In a repository that does not answer, a patch is all that there is.
  expect(await providedIn(hanging.path)).toEqual(['whitespace', 'search']);
});

it('symbols are found in the files of a repository, while they are searched', async () => {
  repository.write('c.ts', 'export const sum = 1;\nsum;\n');
  const session = await galley.open({ mode: 'review', cwd: repository.path, detached: true });
  const api = createApiClient(sessionApi, { url: session.url });
  const query = { name: 'sum', side: 'new' } as const;
  const search = async () => (await api.call('getReferences', { query })).body;
  await until('the change is there', () =>
    search().then(
      () => true,
      () => false,
    ),
  );
  const texts = [
    { line: 1, text: 'export const sum = 1;' },
    { line: 2, text: 'sum;' },
  ];
  expect(
    (await search())
      ?.trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([{ path: 'c.ts', lines: texts }, { end: true }]);
  const found = await api.call('getDefinition', { query: { ...query, path: 'a.md' } });
  expect(found.body).toEqual({
    definitions: [{ path: 'c.ts', line: 1, kind: 'variable', signature: 'export const sum = 1;' }],
  });
  const named = await api.call('getSymbols', { query: { q: 'SU', side: 'new' } });
  expect(named.body).toEqual({
    symbols: [{ name: 'sum', path: 'c.ts', line: 1, signature: 'export const sum = 1;' }],
  });
  const patch = { mode: 'review', patch: 'a.patch', cwd: repository.path, detached: true };
  const ofPatch = createApiClient(sessionApi, { url: (await galley.open(patch)).url });
  await expect(ofPatch.call('getReferences', { query })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('what is staged is told to the agent, and so is what was refused', async () => {
  repository.write('b.bin', Buffer.from([0]));
  const session = await galley.open({ mode: 'review', cwd: repository.path, detached: true });
  const api = createApiClient(sessionApi, { url: session.url });
  const ready = async () => (await api.call('getDiff', { query: {} })).body?.files ?? [];
  await until('the change is there', async () => (await ready()).length > 0);
  const files = await ready();
  const stage = (path: string, more: { lines?: SelectedLines[] } = {}) => {
    const { id = '' } = files.find((file) => file.path === path) ?? {};
    const body = { action: 'stage', version: 1, id, path, ...more } as const;
    return api.call('stageChange', { body });
  };
  const staged = await stage('a.md');
  const made = staged.body;
  expect(repository.git('diff', '--cached', '--name-only')).toBe('a.md');
  await expect(
    stage('b.bin', { lines: [{ side: 'new', first: 1, last: 1 }] }),
  ).rejects.toMatchObject({ code: 'change_refused' });
  const later = { action: 'stage', version: 2, id: '0', path: 'a.md' } as const;
  await expect(api.call('stageChange', { body: later })).rejects.toMatchObject({
    code: 'content_changed',
  });
  const preview = async () =>
    (await api.call('previewDecision', { body: { outcome: 'approved' } })).body?.text;
  expect(await preview()).toContain('- Staged `a.md`.\n- Could not stage `b.bin` (line 1):');
  await api.call('undoProjectChange', { body: { id: made?.id ?? '' } });
  expect(repository.git('diff', '--cached', '--name-only')).toBe('');
  expect(await preview()).not.toContain('Staged');
});

it('a git that hangs is stopped, and the answer says where to look', async () => {
  const { status, json } = await opening;
  expect([status, json]).toEqual([
    503,
    expect.objectContaining({
      code: 'preparation_timeout',
      error: expect.stringContaining('look for files in its configuration that cannot be read'),
    }),
  ]);
  const isOfGit = (pid: number): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === hanging.path;
    } catch {
      // It is gone.
      return false;
    }
  };
  const tasks = () => taskProcessesOf(galley.supervisor.pid);
  await until('no git is left', () => !tasks().flatMap(childrenOf).some(isOfGit));
});
