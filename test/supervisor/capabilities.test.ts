import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerCapabilities } from '../../shared/session/capabilities.ts';
import { sessionInfoSchema } from '../../shared/session/session.ts';
import { sessionPath } from '../helpers/paths.ts';
import { Repository } from '../helpers/repository.ts';
import { call, coldHome, startSupervisor, type TestSupervisor } from '../helpers/supervisor.ts';

let galley: TestSupervisor;
let repository: Repository;
beforeAll(async () => {
  galley = await startSupervisor(await coldHome());
  repository = new Repository();
  repository.write('a.md', 'one\n');
  repository.commit('first');
  repository.write('a.md', 'two\n');
  repository.write('a.patch', `${repository.git('diff', '--full-index')}\n`);
});
afterAll(async () => {
  repository.remove();
  await galley.stop();
});

const ofRepository = ['context', 'sides', 'whitespace', 'refresh', 'search', 'scopes', 'commits'];

it.each<{ name: string; request: object; provided: string[] }>([
  {
    name: 'uncommitted changes',
    request: { mode: 'review' },
    provided: ofRepository,
  },
  {
    name: 'commits, whose names may move',
    request: { mode: 'review', range: 'HEAD' },
    provided: ofRepository,
  },
  {
    name: 'a patch alone, whatever it names',
    request: { mode: 'review', patch: 'a.patch' },
    provided: ['whitespace', 'search'],
  },
  {
    name: 'a file',
    request: { mode: 'document', path: 'a.md' },
    provided: ['refresh', 'search'],
  },
  { name: 'a text', request: { mode: 'plan', content: '# Plan' }, provided: ['search'] },
])('a session has what there is to be had of $name', async ({ request, provided }) => {
  const session = await galley.open({ ...request, cwd: repository.path, detached: true });
  const { capabilities } = sessionInfoSchema.parse(
    (await call(`${session.url}${sessionPath('getSession')}`)).json,
  );
  expect(providerCapabilities.filter((name) => capabilities.includes(name))).toEqual(provided);
});
