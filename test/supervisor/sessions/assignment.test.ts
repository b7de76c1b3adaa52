import { describe, expect, it } from 'vitest';
import { ownLauncher } from '../../../shared/node/process-identity.ts';
import type { OpenRequest } from '../../../shared/session/session.ts';
import { makeReviewed } from '../../../supervisor/sessions/assignment.ts';
import type { InspectedSource } from '../../../supervisor/sessions/source.ts';

const text: InspectedSource = {
  source: { kind: 'text' },
  shown: { kind: 'content' },
  title: 't',
  project: 'p',
  key: 'k',
  capabilities: [],
};
const range: InspectedSource = {
  ...text,
  commits: { base: 'aaa', head: 'worktree' },
};
const stateFolder = '/home/me/.local/state/galley';
const cwd = '/work/project';
const launcher = ownLauncher();

describe('what is reviewed', () => {
  it.each<[string, OpenRequest, object]>([
    [
      'a file in the folder',
      { mode: 'plan', cwd, path: '/work/project/plans/a.md' },
      { path: 'plans/a.md', command: 'galley plan plans/a.md' },
    ],
    [
      'a relative one',
      { mode: 'document', cwd, path: 'a.md' },
      { path: 'a.md', command: 'galley document a.md' },
    ],
    [
      'the folder itself',
      { mode: 'document', cwd, path: cwd },
      { path: '.', command: 'galley document .' },
    ],
    [
      'one elsewhere',
      { mode: 'plan', cwd, path: '/tmp/a.md' },
      { path: '/tmp/a.md', command: 'galley plan /tmp/a.md' },
    ],
    [
      'a name that a shell or a command would take for more',
      { mode: 'plan', cwd, path: "/work/project/-it's; $(rm).md" },
      { path: "./-it's; $(rm).md", command: String.raw`galley plan './-it'\''s; $(rm).md'` },
    ],
    [
      'a name that cannot be seen whole',
      { mode: 'plan', cwd, path: '/work/project/a\nb.md' },
      { path: 'a\nb.md' },
    ],
    [
      'an address',
      { mode: 'document', cwd, url: 'https://example.org/?a=1&b=2' },
      {
        path: 'https://example.org/?a=1&b=2',
        command: "galley document 'https://example.org/?a=1&b=2'",
      },
    ],
    ['a text', { mode: 'plan', cwd, content: 'x' }, { command: 'galley plan -' }],
    [
      'a patch',
      { mode: 'review', cwd, patch: 'a.diff' },
      { path: 'a.diff', command: 'galley review --patch a.diff' },
    ],
    [
      'a patch that came on stdin',
      { mode: 'review', cwd, patch: `${stateFolder}/stdin-1.patch` },
      { command: 'galley review --patch -' },
    ],
    [
      'a scope',
      { mode: 'review', cwd, scope: 'staged' },
      { command: 'galley review --scope staged' },
    ],
    [
      'a revision of one of two systems',
      { mode: 'review', cwd, range: '@-', vcs: 'jj' },
      { command: 'galley review @- --vcs jj' },
    ],
  ])('%s', (_, request, reviewed) => {
    expect(makeReviewed({ request, inspected: text, stateFolder })).toEqual(reviewed);
  });

  it('names the compared commits', () => {
    const request = { mode: 'review', cwd, range: 'HEAD~1..' } as const;
    expect(makeReviewed({ request, inspected: range, stateFolder })).toEqual({
      commits: { base: 'aaa', head: 'worktree' },
      command: 'galley review HEAD~1..',
    });
  });

  it('has no command if a hook asks', () => {
    if (launcher === undefined) throw new Error('this process has no identity');
    const request = { mode: 'plan', cwd, content: 'x', launcher } as const;
    expect(makeReviewed({ request, inspected: text, stateFolder })).toEqual({ isHook: true });
  });
});
