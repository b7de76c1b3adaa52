import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathBelow, pathBytes, pathText, pathWithin } from '../../../shared/node/path-name.ts';
import { nameBytes } from '../../helpers/generated-tree.ts';
import { Repository } from '../../helpers/repository.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

it.each([
  ['UTF-8', Buffer.from('caf\u00e9.txt'), 'caf\u00e9.txt'],
  ['control characters', Buffer.from('a\tb\n\\'), 'a\tb\n\\'],
  ['a byte order mark', Buffer.from('\uFEFFa'), '\uFEFFa'],
  ['one quotation mark', Buffer.from('"'), '"'],
  ['a quotation mark at the start', Buffer.from('"a".txt'), '"a".txt'],
  ['Latin-1', latin1('caf\u00e9.txt'), String.raw`"caf\351.txt"`],
  ['half of a character', latin1('d/\u00c3'), String.raw`"d/\303"`],
  [
    'Latin-1 with all that is escaped',
    latin1('\u00ff\u0007\b\t\n\v\f\r"\\\u0001\u007f'),
    String.raw`"\377\a\b\t\n\v\f\r\"\\\001\177"`,
  ],
  [
    'what would be taken for a quotation',
    Buffer.from(String.raw`"caf\351.txt"`),
    String.raw`"\"caf\\351.txt\""`,
  ],
])('%s', (_, bytes, text) => {
  expect(pathText(bytes)).toBe(text);
  expect(pathBytes(text)).toEqual(bytes);
});

it('maps paths and texts one to one', () => {
  const path = fc
    .array(nameBytes, { minLength: 1, maxLength: 3 })
    .map((names) => latin1(names.map((name) => name.toString('latin1')).join('/')));
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(pathBytes(pathText(one))).toEqual(one);
      if (!one.equals(other)) expect(pathText(one)).not.toBe(pathText(other));
    }),
    { numRuns: 2000 },
  );
});

it('quotes a path that is not UTF-8 as git does', () => {
  const repository = new Repository();
  const names = fc.sample(nameBytes, 200).filter((name) => pathText(name).startsWith('"'));
  names.push(latin1('caf\u00e9 "\t\u0001\\.txt'));
  mkdirSync(`${repository.path}/d`);
  for (const name of names)
    writeFileSync(Buffer.concat([latin1(`${repository.path}/d/`), name]), '');
  const listed = execFileSync('git', ['-c', 'core.quotePath=true', 'ls-files', '--others'], {
    cwd: repository.path,
    encoding: 'utf8',
  }).split('\n');
  const quoted = names
    .map((name) => pathText(latin1(`d/${name.toString('latin1')}`)))
    .filter((text) => text.startsWith('"'));
  expect(quoted.length).toBeGreaterThan(0);
  expect(listed).toEqual(expect.arrayContaining(quoted));
  repository.remove();
});

it.each(['/', '/a b', '/a b/', String.raw`"/\377"`])(
  'finds a path below %s, and back',
  (folder) => {
    const path = String.raw`"\377/a"`;
    const bytes = pathBelow(folder, path);
    expect(bytes.toString('latin1')).toMatch(/[^/]\/\u00ff\/a$|^\/\u00ff\/a$/u);
    expect(pathWithin(folder, pathText(bytes))).toBe(path);
  },
);
