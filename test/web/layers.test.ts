import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

/** An import of a file or package. */
interface Import {
  readonly from: string;
  readonly to: string;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** All imports of a file: static, dynamic and type-only. */
const importsOf = (from: string): Import[] => {
  const text = readFileSync(join(root, from), 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(from, text).module;
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  return names
    .filter((name) => name !== undefined)
    .map((name) => ({
      from,
      to: name.startsWith('.') ? normalize(join(dirname(from), name)) : name,
    }));
};

const imports = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/u.test(name))
  .flatMap((name) => importsOf(join('web', name)));

/** Bottom-up: each layer imports only those before it, and features do not import each other. */
const layers = ['store', 'protocol', 'ui', 'features', 'app', 'main.tsx', 'main.ts'];

const [page, layer, feature] = [1, 2, 3];

/** Why an import points up or sideways; undefined if it points down. */
const directionProblem = ({ from, to }: Import): string | undefined => {
  if (!to.startsWith('web/')) return undefined;
  const [own, other] = [from.split('/'), to.split('/')];
  if (other[page] === 'shell') return undefined;
  const problem = `${from} → ${to}`;
  if (own[page] !== other[page]) return `${problem}: another page`;
  const [at, below] = [own, other].map((path) => layers.indexOf(path[layer] ?? ''));
  if (at === undefined || below === undefined || at < 0 || below < 0)
    return `${problem}: stands in no layer`;
  if (below > at) return `${problem}: a layer above`;
  const isOther = own[layer] === 'features' && below === at && own[feature] !== other[feature];
  return isOther ? `${problem}: another feature` : undefined;
};

/** Pairs of folders that import each other. */
const mutualFolders = (among: readonly Import[]): string[] => {
  const pairs = new Set(
    among
      .filter(({ to }) => to.startsWith('web/'))
      .map(({ from, to }) => `${dirname(from)} ${dirname(to)}`),
  );
  return [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && pairs.has(`${to} ${from}`);
  });
};

/** Files in an import cycle, with the cycle. */
const cycles = (among: readonly Import[]): string[] => {
  const next = new Map<string, string[]>();
  for (const { from, to } of among) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (path.includes(file) || done.has(file)) return;
    for (const to of next.get(file) ?? []) follow(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) follow(file, []);
  return found;
};

const diffLibrary = /^@pierre\/|^shiki|^@shikijs\//u;
const pierre = 'web/review/features/changes/pierre/';

const knowsDiffLibrary = ({ from, to }: Import): boolean =>
  diffLibrary.test(to) && !from.startsWith(pierre);

describe('the pages', () => {
  it('only import from lower layers', () => {
    expect(imports.length).toBeGreaterThan(1000);
    expect(imports.map(directionProblem).filter(Boolean)).toEqual([]);
  });

  it('have no folders that import each other', () => {
    expect(mutualFolders(imports)).toEqual([]);
  });

  it('have no import cycles', () => {
    expect(cycles(imports)).toEqual([]);
  });

  it('use the diff library in one folder only', () => {
    expect(imports.some(({ from, to }) => from.startsWith(pierre) && diffLibrary.test(to))).toBe(
      true,
    );
    expect(imports.filter(knowsDiffLibrary)).toEqual([]);
  });
});

describe('the check', () => {
  it.each([
    ['shell/keys.ts', 'review/ui/page.ts', 'another page'],
    ['review/main.tsx', 'dashboard/main.tsx', 'another page'],
    ['review/store/state.ts', 'review/ui/page.ts', 'a layer above'],
    ['review/ui/page.ts', 'review/features/search/find.ts', 'a layer above'],
    ['review/features/search/find.ts', 'review/app/app.tsx', 'a layer above'],
    ['review/features/search/find.ts', 'review/features/changes/changes-view.tsx', 'another'],
    ['review/help/help.ts', 'review/ui/page.ts', 'no layer'],
  ])('detects %s → %s', (from, to, problem) => {
    expect(directionProblem({ from: `web/${from}`, to: `web/${to}` })).toContain(problem);
  });

  it('detects folders and files that import each other', () => {
    const around = [
      { from: 'web/a/one.ts', to: 'web/b/two.ts' },
      { from: 'web/b/two.ts', to: 'web/c/three.ts' },
      { from: 'web/c/three.ts', to: 'web/a/one.ts' },
      { from: 'web/b/four.ts', to: 'web/a/five.ts' },
    ];
    expect(mutualFolders(around)).toEqual(['web/a web/b']);
    expect(cycles(around)).toEqual(['web/a/one.ts → web/b/two.ts → web/c/three.ts → web/a/one.ts']);
  });
});
