import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultConfig } from '../../../shared/config.ts';
import { readEnv } from '../../../shared/node/env.ts';
import { resolvePaths } from '../../../shared/node/paths.ts';
import { capabilitiesOf, providerCapabilities } from '../../../shared/session/capabilities.ts';
import type { OpenRequest } from '../../../shared/session/session.ts';
import { makeAssignment } from '../../../supervisor/sessions/assignment.ts';
import { inspectSource } from '../../../supervisor/threads/tasks/inspect-source.ts';
import { JjRepository, noJj } from '../../helpers/jj.ts';
import { Repository, temporaryFolder } from '../../helpers/repository.ts';
import { context } from '../../helpers/scopes.ts';

let work: ReturnType<typeof temporaryFolder>;
let repository: Repository;
let jj: JjRepository | undefined;
beforeAll(() => {
  work = temporaryFolder('work');
  repository = new Repository();
  repository.write('a.md', '# A\n');
  repository.commit('first');
  for (const name of ['one', 'two']) {
    repository.git('init', '--quiet', join(work.path, 'repositories', name));
  }
  for (const path of ['documents', 'home/state/drafts'])
    mkdirSync(join(work.path, path), { recursive: true });
  for (let index = 0; index < 30; index += 1)
    writeFileSync(join(work.path, 'documents', `${index}.md`), `# ${index}\n`);
  writeFileSync(
    join(work.path, 'a.patch'),
    'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n',
  );
  if (noJj === undefined) jj = new JjRepository();
});
afterAll(() => {
  repository.remove();
  jj?.remove();
  work.remove();
});

type Wanted = Record<string, unknown>;
type Row = readonly [what: string, request: () => Wanted, provided: string];

const ofChange = 'whitespace search context sides structure refresh scopes commits files';
const rows: readonly Row[] = [
  [
    'uncommitted changes in git',
    () => ({ mode: 'review', cwd: repository.path }),
    `${ofChange} navigation staging`,
  ],
  [
    'a commit in git',
    () => ({ mode: 'review', cwd: repository.path, range: 'HEAD' }),
    `${ofChange} navigation staging`,
  ],
  [
    'several repositories',
    () => ({ mode: 'review', cwd: join(work.path, 'repositories') }),
    `${ofChange} navigation staging`,
  ],
  ...(noJj === undefined
    ? ([
        ['changes in Jujutsu', () => ({ mode: 'review', cwd: jj?.path }), `${ofChange} navigation`],
        [
          'the same folder under git',
          () => ({ mode: 'review', cwd: jj?.path, vcs: 'git' }),
          `${ofChange} navigation staging`,
        ],
      ] as const)
    : []),
  ['a patch', () => ({ mode: 'review', patch: 'a.patch' }), 'whitespace search'],
  [
    'a file as a plan',
    () => ({ mode: 'plan', path: repository.path + '/a.md' }),
    'refresh search saving notes',
  ],
  ['a text as a plan', () => ({ mode: 'plan', content: '# Plan' }), 'search notes'],
  [
    'a file',
    () => ({ mode: 'document', path: repository.path + '/a.md' }),
    'refresh search saving notes',
  ],
  ['a text', () => ({ mode: 'document', content: '# Text' }), 'search notes'],
  ['an address', () => ({ mode: 'document', url: 'https://example.org/' }), 'search notes'],
  [
    'many documents',
    () => ({ mode: 'document', path: 'documents' }),
    'refresh search saving documents notes',
  ],
];

/** Capabilities of a session, as far as they depend on what is reviewed or on settings. */
const offered = async (
  wanted: Wanted,
  { isRemote, ...settings }: { readonly isRemote: boolean; readonly allowRemoteWrites?: boolean },
): Promise<string[]> => {
  const request = { cwd: work.path, ...wanted } as OpenRequest;
  const inspected = await inspectSource(request, context);
  const { mode, provided } = await makeAssignment(
    { request, inspected, round: 1, label: { id: '0123456789ab', title: '', key: 'k', page: '' } },
    {
      paths: resolvePaths({ ...readEnv(), galleyHome: join(work.path, 'home') }),
      config: () => Promise.resolve({ ...defaultConfig, notesFolder: work.path, ...settings }),
      gateway: isRemote ? { port: 1, url: 'http://example.org' } : undefined,
      allowedHosts: [],
      runsRemoteCommands: false,
      isRunning: () => false,
    },
  );
  const all = capabilitiesOf(mode, provided);
  return providerCapabilities.filter((name) => all.includes(name));
};

const ordered = (names: string, isLeftOut = (_: string): boolean => false): string[] =>
  providerCapabilities.filter((name) => names.split(' ').includes(name) && !isLeftOut(name));

const writes = (name: string): boolean => ['staging', 'saving', 'notes'].includes(name);

describe('what can be done', () => {
  it.each(rows)('with %s depends on it, and on who can connect', async (_, request, names) => {
    const wanted = request();
    expect(await offered(wanted, { isRemote: false })).toEqual(ordered(names));
    expect(await offered(wanted, { isRemote: true })).toEqual(ordered(names, writes));
    const allowed = { isRemote: true, allowRemoteWrites: true };
    expect(await offered(wanted, allowed)).toEqual(ordered(names));
  });
});
