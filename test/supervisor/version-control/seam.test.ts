import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNode, sourceNodes } from '../../helpers/source-nodes.ts';

const seam = 'supervisor/version-control/';

interface Found {
  readonly file: string;
  /** A file that is imported, a name, or a text, that in quotation marks. */
  readonly value: string;
}

const found = { imports: [] as Found[], words: [] as Found[] };
for (const { file, node } of sourceNodes(['shared', 'supervisor', 'worker', 'cli'])) {
  const { type, source, name, value } = node;
  const from = isNode(source) ? source['value'] : undefined;
  if (/^(?:Import|Export)/u.test(String(type)) && typeof from === 'string' && from.startsWith('.'))
    found.imports.push({ file, value: join(dirname(file), from) });
  if (type === 'Identifier' && typeof name === 'string') found.words.push({ file, value: name });
  if (type === 'Literal' && typeof value === 'string')
    found.words.push({ file, value: `'${value}'` });
  if (type === 'TemplateElement' && isNode(value))
    found.words.push({ file, value: String(value['raw']) });
}

/** The folder of a provider that a file is in. */
const providerOf = (file: string): string | undefined =>
  new RegExp(`^${seam}([^/]+)/`, 'u').exec(file)?.[1];

/** Why a provider is imported where it must not be; undefined where it may. */
const importProblem = ({ file, value }: Found): string | undefined => {
  const [own, other] = [providerOf(file), providerOf(value)];
  if (other === undefined || own === other) return undefined;
  const isList = file === `${seam}providers.ts` && value === `${seam}${other}/provider.ts`;
  return isList ? undefined : `${file} → ${value}`;
};

const gitWords =
  /^(?:topLevel|runGit|'git')$|\b(?:porcelain|rev-parse|rev-list|cat-file|ls-files|hash-object|check-attr|update-index|merge-base|refs\/|core\.[a-z]+[A-Z])/u;
/** What must know git though it is no part of the provider. */
const knowGit = new Set([
  // How an earlier release kept what the provider reads now.
  `${seam}change-source.ts`,
  // Tells whether git is installed, before there is a supervisor.
  'cli/doctor/checks.ts',
  // Jujutsu ignores what git ignores everywhere.
  `${seam}jujutsu/run-jj.ts`,
  // Jujutsu writes its commits to a git repository.
  `${seam}jujutsu/refuse-foreign.ts`,
]);

const knowsGit = ({ file, value }: Found): boolean =>
  gitWords.test(value) && providerOf(file) !== 'git' && !knowGit.has(file);

describe('version control', () => {
  it('is reached through the list of providers, and no provider knows another', () => {
    expect(
      found.imports.filter(({ value }) => providerOf(value) !== undefined).length,
    ).toBeGreaterThan(20);
    expect(found.imports.map(importProblem).filter(Boolean)).toEqual([]);
  });

  it('leaves the words of git to its provider', () => {
    const inside = found.words.filter(({ file }) => providerOf(file) === 'git');
    expect(inside.filter(({ value }) => gitWords.test(value)).length).toBeGreaterThan(50);
    expect(found.words.filter(knowsGit)).toEqual([]);
  });

  it('has manifests read by tasks alone', () => {
    const readers = found.words.filter(
      ({ file, value }) =>
        file.startsWith('supervisor/') && /^(?:manifestSchema|readManifest)$/u.test(value),
    );
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.filter(({ file }) => !file.startsWith('supervisor/threads/'))).toEqual([]);
  });
});

describe('the check', () => {
  it.each([
    ['threads/tasks/read-side.ts', 'git/run-git.ts'],
    ['sessions/source.ts', 'git/provider.ts'],
    ['version-control/patch/provider.ts', 'git/provider.ts'],
    ['version-control/providers.ts', 'git/run-git.ts'],
  ])('finds that %s imports %s', (file, value) => {
    expect(importProblem({ file: `supervisor/${file}`, value: `${seam}${value}` })).toBeDefined();
  });

  it.each(["'git'", 'topLevel', 'git rev-parse HEAD', 'refs/heads/main', 'core.hooksPath'])(
    'finds the word %j',
    (value) => {
      expect(knowsGit({ file: 'supervisor/sessions/source.ts', value })).toBe(true);
    },
  );
});
