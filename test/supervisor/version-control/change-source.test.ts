import { expect, it } from 'vitest';
import { sourceSchema } from '../../../supervisor/sessions/source.ts';
import { capabilitiesOf } from '../../../supervisor/version-control/provider.ts';
import { openChange } from '../../../supervisor/version-control/providers.ts';

const read = (bytes: string) => {
  const source = sourceSchema.parse(JSON.parse(bytes));
  if (source.kind !== 'change') throw new Error('it is no change');
  return { source, change: openChange(source) };
};

it.each([
  [
    'commits',
    '{"kind":"range","range":{"topLevel":"/w","from":"aa","to":"bb","description":"aa..bb"}}',
    { provider: 'git', path: '/w' },
    'aa..bb',
  ],
  [
    'a patch',
    '{"kind":"patch","path":"/tmp/a.patch"}',
    { provider: 'patch', path: '/tmp/a.patch' },
    'a.patch',
  ],
])('%s that an earlier release kept are read as what a provider keeps', (_, bytes, to, text) => {
  const { source, change } = read(bytes);
  expect(source).toMatchObject(to);
  expect(change.description).toBe(text);
  const again = JSON.stringify(source);
  expect(read(again).source).toEqual(source);
});

it('a value is read by its provider alone, which refuses what it has not written', () => {
  const of = (provider: string, value: string) =>
    `{"kind":"change","provider":"${provider}","value":${value},"path":"/w"}`;
  expect(() => read(of('git', '{"topLevel":"/w"}'))).toThrow(/The range is not valid at from/u);
  expect(() => read(of('patch', '[]'))).toThrow(/The patch is not valid/u);
  expect(() => read(of('svn', '1'))).toThrow(/comes from svn, which this release/u);
});

it('what can be had of a change is data', () => {
  const range = (to: string) =>
    read(`{"kind":"range","range":{"topLevel":"/w","from":"aa","to":"${to}","description":"d"}}`)
      .change;
  const patch = read('{"kind":"patch","path":"/a.patch"}').change;
  const patches = ['whitespace', 'search'];
  const all = [
    ...patches,
    'context',
    'sides',
    'structure',
    'refresh',
    'scopes',
    'commits',
    'files',
    'navigation',
    'staging',
  ];
  expect(capabilitiesOf(range('worktree'))).toEqual(all);
  expect(capabilitiesOf(range('bb'))).toEqual(all);
  expect(capabilitiesOf(patch)).toEqual(patches);
});
