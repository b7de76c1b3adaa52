import { expect, it } from 'vitest';
import type { StructureEntry } from '../../../../../../shared/session/structure.ts';
import { orderByStructure } from '../../../../../../web/review/features/changes/structure/order-files.ts';

type Told = Pick<StructureEntry, 'kind' | 'change'>;

const changed: Told = { kind: 'function', change: 'changed' };
const trivial: readonly Told[] = [
  { kind: 'imports', change: 'changed' },
  { kind: 'class', change: 'reformatted' },
];

const files: Readonly<Record<string, readonly Told[]>> = {
  'docs/a.md': [],
  'go.sum': [],
  'src/formatted.ts': trivial,
  'src/made.ts': [],
  'src/one.ts': [changed],
  'src/one.test.ts': [changed, changed, changed],
  'src/three.ts': [changed, changed, ...trivial, changed],
  'src/one-too.ts': [...trivial, changed],
  'checks/cases.ts': [{ kind: 'test', change: 'added' }, changed],
};

it('orders code by how much has changed, then tests, the rest, what is trivial and generated', () => {
  const given = Object.keys(files).map((path) => ({
    id: path,
    path,
    ...(path === 'go.sum' ? { setAside: 'lock' as const } : {}),
  }));
  const entries = Object.entries(files).flatMap(([fileId, told]) =>
    told.map((one): StructureEntry => ({
      ...one,
      fileId,
      name: '',
      side: 'new',
      line: 1,
      first: 1,
      last: 1,
    })),
  );
  const unread = [
    { fileId: 'docs/a.md', reason: 'no-grammar' as const },
    { fileId: 'src/made.ts', reason: 'generated' as const },
  ];
  expect(orderByStructure(given, { entries, unread }).map(({ path }) => path)).toEqual([
    'src/three.ts',
    'src/one.ts',
    'src/one-too.ts',
    'src/one.test.ts',
    'checks/cases.ts',
    'docs/a.md',
    'src/formatted.ts',
    'go.sum',
    'src/made.ts',
  ]);
});
